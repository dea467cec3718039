/** Imports: files into events, landed in bounded batches, each import recorded with what became of it. */

import { type Clock, systemClock } from '../../lib/clock.ts';
import type { Store } from '../../sql/connect.ts';
import type { BarBlock } from '../contract/bar-block.ts';
import { EVENT_SETS } from '../contract/events.ts';
import { firstOf, type LandingResult, type PushedEvent, type RejectedEvent } from '../landing/events.ts';
import type { ImportTarget } from '../landing/landing.ts';
import { addCounts, emptyResult } from '../landing/push.ts';
import { type ImportRow, importsTable, runId } from '../landing/tables.ts';
import { type FileBounds, type ImportCounts, ImportError } from './errors.ts';
import type { ImportKind } from './fields.ts';
import { type ImportOptions, readOptions } from './options.ts';
import { fileBatches, type RecognizedFile, recognizeFile } from './read-files.ts';

interface ImportProgress {
  readonly file: string;
  /** How far the file was read, 0 to 1. */
  readonly share: number;
  readonly counts: ImportCounts;
}

export interface ImportHooks {
  onProgress?: (progress: ImportProgress) => void;
  /** Remarks for the operator, such as columns that are not used. */
  onNotice?: (text: string) => void;
  onRejected?: (row: RejectedEvent) => void;
  /** Rows that are not written, as what is stored has a higher revision, and other values. */
  onLost?: (rows: number) => void;
  /** The files, if they have been recognized already. */
  recognized?: readonly RecognizedFile[];
  /** Of the rows: what the import is called. */
  importId?: string;
  /** What a file may cost, other than the service's own; for tests. */
  bounds?: Partial<FileBounds>;
}

function countsOf(result: LandingResult): ImportCounts {
  const { landed, waiting, duplicates, deadLetters } = result;
  return {
    landed,
    ...(waiting ? { waiting } : {}),
    duplicates,
    dead_letters: { ...(deadLetters as Record<string, number>) },
  };
}

/**
 * Lands the files' rows in order. Every file is looked at before the first row of any lands: one that is missing,
 * empty, a directory, of an unknown format or without a needed column fails them all. A file that breaks off lands up
 * to there, the others whole, and the error is thrown at the end.
 *
 * @throws {ImportError} that names the file and the fix; its `counts` tell what landed anyway.
 */
export async function importFiles(
  kind: ImportKind,
  files: readonly string[],
  options: ImportOptions,
  landing: ImportTarget,
  hooks: ImportHooks = {},
): Promise<ImportCounts> {
  if (files.length === 0) throw new ImportError('usage', 'give at least one file');
  const read = readOptions(kind, options, hooks.bounds);
  const { registry } = landing;
  const checked: RecognizedFile[] = [];
  for (const [i, path] of files.entries()) {
    const file = hooks.recognized?.[i] ?? (await recognizeFile(path, read, registry.list()));
    for (const notice of file.notices) hooks.onNotice?.(notice);
    checked.push(file);
  }

  const total = emptyResult();
  let first: RejectedEvent | undefined;
  const failures: ImportError[] = [];
  for (const file of checked) {
    let share = 0;
    const report = () => {
      const counts = countsOf(total);
      hooks.onProgress?.({ file: file.path, share, counts });
    };
    const onDropped = (count: number) =>
      hooks.onNotice?.(`${file.path}: ${count} bars without volume and of one price were dropped (--drop-fillers)`);
    async function* batches(): AsyncGenerator<readonly PushedEvent[] | BarBlock> {
      for await (const batch of fileBatches(file, read, registry.list(), onDropped)) {
        share = batch.share;
        yield 'block' in batch ? batch.block : batch.events;
      }
    }
    await landing.landEvents(EVENT_SETS[kind], untilFailure(batches(), failures), {
      importId: hooks.importId,
      onBatch(result) {
        addCounts(total, result);
        for (const one of result.rejected ?? []) first = firstOf(first, one);
        report();
      },
    });
    share = 1;
    report();
  }
  if (first) hooks.onRejected?.(first);
  if (total.lost) hooks.onLost?.(total.lost);
  const counts = countsOf(total);
  if (failures.length === 0) return counts;
  const [failure] = failures;
  const message = failures.map((one) => one.message).join('\n');
  throw new ImportError(failure.fault, message, { cause: failure, counts });
}

/** Ends at the place where the file fails, so that what came before lands; the failure is kept for later. */
async function* untilFailure<T>(events: AsyncIterable<T>, failures: ImportError[]): AsyncGenerator<T> {
  try {
    yield* events;
  } catch (error) {
    if (!(error instanceof ImportError) || error.fault === 'implausible') throw error;
    failures.push(error);
  }
}

type Change = Partial<Pick<ImportRow, 'state' | 'landed' | 'duplicates' | 'deadLetters' | 'message'>>;

/** The record of every import: what it was given, what became of it. The rows themselves carry its id. */
export class ImportRecords {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, { clock = systemClock }: { clock?: Clock } = {}) {
    this.#store = store;
    this.#clock = clock;
  }

  async begin(kind: ImportRow['kind'], files: readonly string[], options: ImportRow['options']): Promise<string> {
    const startedAtMs = this.#clock.nowMs();
    const id = runId(startedAtMs);
    const counts = { landed: 0, duplicates: 0, deadLetters: {} };
    const row: ImportRow = {
      id,
      kind,
      files,
      options,
      state: 'running',
      startedAtMs,
      endedAtMs: null,
      ...counts,
      message: '',
      version: 1,
    };
    await this.#write(row);
    return id;
  }

  async update(id: string, change: Change): Promise<void> {
    const [stored] = await this.#select('id = {id:String}', { id }, 1);
    if (!stored) throw new Error(`there is no import ${id}`);
    await this.#write({ ...stored, endedAtMs: this.#clock.nowMs(), ...change, version: stored.version + 1 });
  }

  /**
   * Of a store that one process writes, at its start: an import that still runs was killed. When is not known.
   */
  async endKilled(): Promise<void> {
    const message =
      'its process ended before it: what had landed stays; import its files again, or remove it with `symbols drop`';
    for (const row of await importsTable.select(this.#store.reader, "FINAL WHERE state = 'running'"))
      await this.#write({ ...row, state: 'failed', message, version: row.version + 1 });
  }

  /** The newest first. */
  async list(limit = 100) {
    return (await this.#select('1', {}, limit)).map(shown);
  }

  async show(id: string) {
    const [stored] = await this.#select('id = {id:String}', { id }, 1);
    return stored ? shown(stored) : null;
  }

  #select(condition: string, params: Record<string, string>, limit: number): Promise<ImportRow[]> {
    const clauses = `FINAL WHERE ${condition} ORDER BY started_at DESC, id LIMIT {limit:UInt32}`;
    return importsTable.select(this.#store.reader, clauses, { ...params, limit });
  }

  async #write(row: ImportRow): Promise<void> {
    await importsTable.insert(this.#store.writer, [row]);
  }
}

function shown({ startedAtMs, endedAtMs, deadLetters, ...rest }: ImportRow) {
  const { id, kind, files, options, state, landed, duplicates, message } = rest;
  return {
    id,
    kind,
    files,
    options,
    state,
    started_at: new Date(startedAtMs).toISOString(),
    /** `null` while it runs, or where it was killed. */
    ended_at: endedAtMs === null ? null : new Date(endedAtMs).toISOString(),
    landed,
    duplicates,
    dead_letters: deadLetters,
    message,
  };
}
