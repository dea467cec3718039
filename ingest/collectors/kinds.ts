/** Every kind of collector that there is. What a kind needs to run is loaded when the first of it is opened. */
import { nearestName } from '../../lib/did-you-mean.ts';
import { alpacaKind } from './alpaca/kind.ts';
import { cryptoKind } from './crypto/kind.ts';
import { CollectorError } from './errors.ts';
import type { SeriesKind } from './kind.ts';
import { massiveKind } from './massive/kind.ts';

export const KINDS: readonly SeriesKind[] = [cryptoKind, alpacaKind, massiveKind];

/** @throws {CollectorError} that names the kinds */
export function kindOf(name: string): SeriesKind {
  const kind = KINDS.find((one) => one.name === name);
  if (kind) return kind;
  const names = KINDS.map((one) => one.name);
  const hint = nearestName(name, names);
  throw new CollectorError(
    `there is no collector "${name}"${hint ? `, did you mean ${hint}?` : ''} There are: ${names.join(', ')}`,
  );
}
