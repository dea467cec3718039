/**
 * Daily bars change their table when another interval becomes their symbol's base. A backup reads one table after the
 * other while rows land: where that happened meanwhile it may have these bars twice, or not at all, and is not kept.
 */
import { rmSync } from 'node:fs';
import { movedBetween, readBaseIntervals } from '../../ingest/landing/registry/stored-bars.ts';
import type { Store } from '../../sql/connect.ts';
import { notDone } from '../operation.ts';

const NAMES_MAX = 5;

/** `write` makes the folder, which must not have been there. @throws OperationError after it was removed again */
export async function unlessMoved<T>({ reader }: Store, path: string, write: () => Promise<T>): Promise<T> {
  const before = await readBaseIntervals(reader);
  const done = await write();
  const moved = movedBetween(before, await readBaseIntervals(reader));
  if (moved.length === 0) return done;
  rmSync(path, { recursive: true, force: true });
  const names = `${moved.slice(0, NAMES_MAX).join(', ')}${moved.length > NAMES_MAX ? ', ...' : ''}`;
  throw notDone(
    `the base interval of ${names} changed while the backup was written, and it was removed: write it again`,
  );
}
