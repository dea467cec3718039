/** Runs an import for the command line: what is wrong use, what could not be done, and what was done in part. */
import type { ImportCounts, ImportKind, ImportTarget } from '../ingest/imports.ts';
import { EXIT, notDone, type OperationContext, wrongUse } from './operation.ts';

/** `error` where a file broke off: what came before it has landed. */
export type ImportAnswer = ImportCounts & { error?: string };

const PERCENT = 100;

export async function importThrough(
  target: ImportTarget,
  kind: ImportKind,
  files: readonly string[],
  options: Readonly<Record<string, unknown>>,
  context: OperationContext,
): Promise<ImportAnswer> {
  // The readers of file formats are a fifth of all modules: nothing else waits for them.
  const { ImportError, importFiles } = await import('../ingest/imports.ts');
  try {
    return await importFiles(kind, files, options, target, {
      onProgress: ({ file, share }) =>
        context.progress({ label: file, done: Math.floor(share * PERCENT), total: PERCENT }),
      onNotice: (notice) => context.notice(notice),
    });
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    // What shows only after rows have landed can no longer undo them: it is told with them.
    if (error.counts && (error.fault !== 'usage' || anyOf(error.counts)))
      return { ...error.counts, error: error.message };
    if (error.fault === 'usage') throw wrongUse(error.message);
    throw notDone(error.message);
  }
}

function anyOf({ landed, duplicates, dead_letters: letters }: ImportCounts): boolean {
  return landed + duplicates > 0 || Object.keys(letters).length > 0;
}

/** Done, but some input was refused: rows that are dead letters now, or the end of a broken file. */
export function importExitCode(result: unknown): number {
  const { dead_letters: letters, error } = result as ImportAnswer;
  return error !== undefined || Object.keys(letters).length > 0 ? EXIT.refusedInput : EXIT.done;
}
