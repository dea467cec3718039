/** Files as events: CSV, JSON and Parquet, also packed. Reading runs in threads; what comes from there is plain data. */
import type { PushedEvent } from '../../landing/index.ts';
import type { Checked } from './check.ts';
import type { KnownSymbols } from './mapper.ts';
import type { ReadOptions } from './options.ts';
import type { FileBatch } from './read.ts';
import { checkInThread, readInThread } from './reader.ts';

export type { FileBounds } from './bounds.ts';
export { type ImportCounts, ImportError, type ImportFault } from './errors.ts';
export type { ImportKind } from './fields.ts';
export type { KnownSymbols } from './mapper.ts';
export { type ImportOptions, importOptionsSchema, type ReadOptions, readOptions } from './options.ts';
export type { FileBatch } from './read.ts';
export { FORMAT_NAMES } from './shapes.ts';
export type { BarColumns, Understood } from './understood.ts';

export interface CheckedFile extends Checked {
  readonly path: string;
  /** Base name: the source of its rows. */
  readonly name: string;
}

const jobOf = ({ kind, given, bounds }: ReadOptions, known: KnownSymbols) => ({ kind, given, bounds, known });

/**
 * Looks at a file before anything of it lands: is it there, is it of a known format, has it the columns, do its times
 * and figures say what they are. Throws an ImportError otherwise.
 */
export async function checkFile(path: string, options: ReadOptions, known: KnownSymbols): Promise<CheckedFile> {
  const checked = await checkInThread(path, jobOf(options, known));
  return { ...checked, path, name: checked.plan.source.name };
}

/**
 * The rows of a checked file in batches, in its order (the first bars of a symbol wait until their interval is known).
 * Throws an ImportError where the file breaks off, after the rows before that place.
 */
export function fileBatches(
  { plan }: CheckedFile,
  options: ReadOptions,
  known: KnownSymbols,
): AsyncGenerator<FileBatch> {
  return readInThread(plan, jobOf(options, known));
}

/** The same as events alone. */
export async function* fileEvents(
  file: CheckedFile,
  options: ReadOptions,
  known: KnownSymbols,
): AsyncGenerator<PushedEvent[]> {
  for await (const { events } of fileBatches(file, options, known)) yield events;
}
