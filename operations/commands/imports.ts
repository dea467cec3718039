/** Imports as the command line asks for them: each has an id and a record, and its result is an exit code. */
import { basename } from 'node:path';
import type { EventSet } from '../../ingest/contract/events.ts';
import type { ImportCheckOptions } from '../../ingest/files/checks/import-check.ts';
import { type ImportCounts, ImportError } from '../../ingest/files/errors.ts';
import { type ImportHooks, ImportRecords } from '../../ingest/files/imports.ts';
import { isAway } from '../../ingest/kafka/kafkajs/patches.ts';
import { fieldOf, type RejectedEvent, rowOf } from '../../ingest/landing/events.ts';
import { DEFAULT_RETRY, retryTransient } from '../../ingest/landing/insert.ts';
import type { ImportTarget } from '../../ingest/landing/landing.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { messageOf } from '../../lib/text.ts';
import type { Store } from '../../sql/connect.ts';
import { classify } from '../../sql/errors.ts';
import type { Handlers } from '../handlers.ts';
import { BehindError, type Operation, type OperationContext, SILENT, type Waited, waitedFor } from '../operation.ts';
import type { Push } from './log.ts';

type FirstRejected = ReturnType<typeof firstRejected>;

/** `error` if a file broke off: what came before it has landed. */
type ImportAnswer = { import_id: string } & ImportCounts & Waited & { first_rejected?: FirstRejected; error?: string };

export interface ImportOperationsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger?: Logger;
  readonly push: Push;
}

const PERCENT = 100;

export function importOperations({
  store,
  clock,
  logger,
  push,
}: ImportOperationsOptions): Handlers<'import' | 'imports'> {
  const records = new ImportRecords(store, { clock });

  /** Ends the record of an import that failed before its rows were read, or after they were pushed. */
  async function endRecord(id: string, error: unknown): Promise<void> {
    const state = error instanceof ImportError ? 'refused' : 'failed';
    try {
      if ((await records.show(id))?.state === 'running') await records.update(id, { state, message: messageOf(error) });
    } catch (err) {
      logger?.warn({ err, import: id }, 'the record of an import that failed could not be written');
    }
  }

  return {
    async import({ kind, files, dryRun: isDry, force = false, default: defaults, ...reading }, context) {
      // The readers of file formats are a fifth of all modules: only imports wait for them.
      const { ImplausibleError } = await import('../../ingest/files/checks/import-check.ts');
      const options = { ...reading, ...(defaults && { defaults }) };
      const check = { kind, files, options, store, clock };
      if (isDry) return dryRun(check, context);
      const names = files.map((file) => basename(file));
      const id = await records.begin(kind, names, { ...options, ...(force && { force }) });
      const startedMs = clock.nowMs();
      const log = (what: object, message: string) =>
        logger?.info({ import: id, kind, files: names, seconds: (clock.nowMs() - startedMs) / 1000, ...what }, message);
      try {
        const { recognized, reports } = await lookedAt(check, context);
        for (const { file, findings } of reports) {
          const stopping = findings.filter(({ canForce }) => !(force && canForce));
          if (stopping.length > 0) throw new ImplausibleError(file, stopping);
        }
        const hooks = { importId: id, recognized };
        const { done, served } = await push(
          (target) => importThrough(target, { kind, files, options }, hooks, records, context),
          { onProgress: context.progress },
        );
        const waited = await waitedFor(served, context);
        const { landed, waiting, duplicates, dead_letters, error } = done;
        const counts = { landed, waiting, duplicates, dead_letters, error };
        log(counts, error === undefined ? 'imported' : 'an import was interrupted');
        return { ...done, ...waited };
      } catch (error) {
        log({ error: messageOf(error) }, 'an import was not done');
        await endRecord(id, error);
        throw error;
      }
    },
    'imports.list': async ({ limit }) => ({ imports: await records.list(limit) }),
  };
}

/** Returns how the files were read, and in `error` what would stop the import; writes nothing. */
async function dryRun(check: ImportCheckOptions, context: OperationContext) {
  const { reports } = await lookedAt(check, context);
  const files = reports.map(({ breaks, ...report }) => ({ ...report, warnings: breaks }));
  const error = files.flatMap(({ file, findings }) => findings.map(({ message }) => `${file}: ${message}`)).join('\n');
  return { dry_run: true as const, files, ...(error === '' ? {} : { error }) };
}

async function lookedAt(check: ImportCheckOptions, context: OperationContext) {
  const { checkFiles } = await import('../../ingest/files/checks/import-check.ts');
  const { recognized, reports } = await checkFiles(check, (label) => context.progress({ label, done: 0, total: 0 }));
  const shown = reports.map(({ first_rejected: first, ...report }) => ({
    ...report,
    ...(first ? { first_rejected: firstRejected(first) } : {}),
  }));
  return { recognized, reports: shown };
}

async function importThrough(
  target: ImportTarget,
  { kind, files, options }: { kind: EventSet; files: readonly string[]; options: object },
  { importId, recognized }: ImportHooks & { importId: string },
  records: ImportRecords,
  context: OperationContext,
): Promise<ImportAnswer> {
  const { importFiles } = await import('../../ingest/files/imports.ts');
  let first: FirstRejected | undefined;
  let lost: string | undefined;
  let soFar: ImportCounts = { landed: 0, duplicates: 0, dead_letters: {} };
  const answered = async (counts: ImportCounts, error?: string): Promise<ImportAnswer> => {
    const { landed, duplicates, dead_letters: deadLetters } = counts;
    const message = [error, first && rejectedText(first), lost].filter(Boolean).join('\n');
    const change = { state: error ? 'failed' : 'done', landed, duplicates, deadLetters, message } as const;
    // What was imported is durable by now: a store that is away for a moment makes no failure of it.
    await retryTransient(() => records.update(importId, change), DEFAULT_RETRY);
    return { import_id: importId, ...counts, ...(first && { first_rejected: first }), ...(error && { error }) };
  };
  try {
    const counts = await importFiles(kind, files, options, target, {
      importId,
      recognized,
      onProgress({ file, share, counts }) {
        soFar = counts;
        context.progress({ label: file, done: Math.floor(share * PERCENT), total: PERCENT });
      },
      onNotice: (notice) => context.notice(notice),
      onRejected: (row) => {
        first = firstRejected(row);
      },
      onLost(rows) {
        lost = lostText(rows);
        context.notice(lost);
      },
    });
    if (counts.waiting)
      context.notice(
        `${counts.waiting} rows have no direction and impact_score: they wait for their classification (see \`status\` and clients/classify)`,
      );
    return await answered(counts);
  } catch (error) {
    // Too much of it waits in the log to continue: it broke off.
    if (error instanceof BehindError) return answered(soFar, error.message);
    // What shows only after rows have landed is reported with them.
    if (error instanceof ImportError && error.counts && (error.fault !== 'usage' || anyOf(error.counts)))
      return answered(error.counts, error.message);
    throw error;
  }
}

function anyOf({ landed, duplicates, dead_letters: deadLetters }: ImportCounts): boolean {
  return landed + duplicates > 0 || Object.keys(deadLetters).length > 0;
}

/** The problem of the first rejected row, and how to fix it; `row` counts from 1, without the header. */
function firstRejected({ source, position, reason, message, payload }: RejectedEvent) {
  const field = fieldOf(message);
  let value: unknown = null;
  try {
    value = field === null ? null : (JSON.parse(payload)[field] ?? null);
  } catch {
    // A row that could not be split into cells: the message says what is wrong with it.
  }
  return { file: source, row: rowOf({ position }), reason, field, value, message };
}

function rejectedText({ file, row, reason, value, message }: FirstRejected): string {
  const given = value === null ? '' : ` (it is ${JSON.stringify(value)})`;
  return `${file}: row ${row} was rejected (${reason}): ${message}${given}`;
}

const lostText = (rows: number) =>
  `${rows} rows were not written, and count as duplicates: what is stored has a higher revision, and other values or a deletion. To write them, import them with higher revisions, or without one`;

/** Imports a file of a drop folder as if an operator had named it. Throws if the store or the log is away. */
export async function importDropped(
  operations: Readonly<Record<string, Operation>>,
  kind: EventSet,
  path: string,
  { defaults, ...reading }: Readonly<Record<string, unknown>>,
): Promise<{ failed: boolean; report: Record<string, unknown> }> {
  const notices: string[] = [];
  const context = { ...SILENT, notice: (text: string) => void notices.push(text) };
  try {
    const args = { kind, files: [path], ...reading, default: defaults };
    const answer = (await operations['import'](args, context)) as ImportAnswer;
    return { failed: answer.error !== undefined, report: { ...answer, notices } };
  } catch (error) {
    if (isAway(error) || classify(error) === 'transient') throw error;
    return { failed: true, report: { error: messageOf(error), notices } };
  }
}
