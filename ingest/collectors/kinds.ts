/** Every kind of collector that there is. What a kind needs to run is loaded when the first of it is opened. */
import { nearestName } from '../../lib/text.ts';
import { alpacaKind } from './alpaca.ts';
import { cryptoKind } from './crypto.ts';
import { CollectorError } from './errors.ts';
import { type FolderKind, folderKind } from './folder.ts';
import type { SeriesKind } from './kind.ts';
import { massiveKind } from './massive.ts';

type CollectorKind = SeriesKind | FolderKind;

const KINDS: readonly CollectorKind[] = [cryptoKind, alpacaKind, massiveKind, folderKind];

/** @throws {CollectorError} that names the kinds */
export function kindOf(name: string): CollectorKind {
  const kind = KINDS.find((one) => one.name === name);
  if (kind) return kind;
  const names = KINDS.map((one) => one.name);
  const hint = nearestName(name, names);
  throw new CollectorError(
    `there is no collector "${name}"${hint ? `, did you mean ${hint}?` : ''} There are: ${names.join(', ')}`,
  );
}
