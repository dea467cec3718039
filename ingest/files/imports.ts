/** Imports files through landing, as any other events that are pushed. */

import type { BarBlock } from '../contract/bar-block.ts';
import { EVENT_SETS } from '../contract/events.ts';
import { firstOf, type LandingResult, type PushedEvent, type RejectedEvent } from '../landing/events.ts';
import type { Landing } from '../landing/landing.ts';
import { addCounts, emptyResult } from '../landing/push.ts';
import { type FileBounds, type ImportCounts, ImportError } from './errors.ts';
import type { ImportKind } from './fields.ts';
import { type ImportOptions, readOptions } from './options.ts';
import { fileBatches, type RecognizedFile, recognizeFile } from './read-files.ts';
import type { FileBatch } from './thread.ts';

/** What imports need of landing: embedded it is the `Landing` itself, with a log what produces to it. */
export type ImportTarget = Pick<Landing, 'landEvents'> & {
  readonly registry: Pick<Landing['registry'], 'list' | 'get'>;
  /** Embedded: nothing else lands meanwhile. */
  readonly alone?: <T>(task: (target: ImportTarget) => Promise<T>) => Promise<T>;
};

interface ImportProgress {
  readonly file: string;
  readonly fileNumber: number;
  readonly files: number;
  /** How far the file was read, 0 to 1. */
  readonly share: number;
  /** So far, of all files. */
  readonly counts: ImportCounts;
}

export interface ImportHooks {
  onProgress?: (progress: ImportProgress) => void;
  /** Remarks for the operator, such as columns that are not used. */
  onNotice?: (text: string) => void;
  /** The first row that was refused. */
  onRejected?: (row: RejectedEvent) => void;
  /** Looks at rows of a file (by its index) before they are pushed; what it throws ends the import. */
  inspect?: (file: number, batch: FileBatch) => Promise<void>;
  /** Of the rows: what the import is called. */
  importId?: string;
  signal?: AbortSignal;
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
  if (files.length === 0) throw new ImportError('usage', 'no file is named');
  const read = readOptions(kind, options, hooks.bounds);
  const { registry } = landing;
  const checked: RecognizedFile[] = [];
  for (const path of files) {
    const file = await recognizeFile(path, read, registry.list());
    for (const notice of file.notices) hooks.onNotice?.(notice);
    checked.push(file);
  }

  const total = emptyResult();
  let first: RejectedEvent | undefined;
  const failures: ImportError[] = [];
  for (const [index, file] of checked.entries()) {
    let share = 0;
    const report = () => {
      const counts = countsOf(total);
      hooks.onProgress?.({ file: file.path, fileNumber: index + 1, files: files.length, share, counts });
    };
    async function* inspected(): AsyncGenerator<readonly PushedEvent[] | BarBlock> {
      for await (const batch of fileBatches(file, read, registry.list())) {
        share = batch.share;
        await hooks.inspect?.(index, batch);
        yield 'block' in batch ? batch.block : batch.events;
      }
    }
    await landing.landEvents(EVENT_SETS[kind], untilFailure(inspected(), failures), {
      signal: hooks.signal,
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
