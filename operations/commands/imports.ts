/** Imports as the command line asks for them: each has an id and a record, and its result is an exit code. */

import { basename } from 'node:path';
import type { EventSet } from '../../ingest/contract/events.ts';
import type { ImportCheck } from '../../ingest/files/checks/import-check.ts';
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
import type { Handlers } from '../commands.ts';
import {
  BehindError,
  notDone,
  type Operation,
  type OperationContext,
  SILENT,
  usageError,
  type Waited,
} from '../operation.ts';
import type { Pushing } from './log.ts';

type FirstRejected = ReturnType<typeof firstRejected>;

/** `error` where a file broke off: what came before it has landed. */
type ImportAnswer = { import_id: string } & ImportCounts & Waited & { first_rejected?: FirstRejected; error?: string };

export interface ImportOperationsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger?: Logger;
  /** Lends a target; resolves once what was pushed is served. */
  readonly pushing: <T>(use: (target: ImportTarget) => Promise<T>, how?: Pushing) => Promise<T>;
}

const PERCENT = 100;

export function importOperations(options: ImportOperationsOptions): Handlers<'import' | 'imports'> {
  const records = new ImportRecords(options.store, { clock: options.clock });

  async function plausible(id: string, check: ImportCheck, force: boolean, context: OperationContext): Promise<void> {
    try {
      const files = await lookedAt(check, context);
      const { ImplausibleError } = await import('../../ingest/files/checks/import-check.ts');
      for (const { file, findings } of files) {
        const stopping = findings.filter(({ canForce }) => !(force && canForce));
        if (stopping.length > 0) throw new ImplausibleError(file, stopping);
      }
    } catch (error) {
      const message = messageOf(error);
      await records.update(id, { state: 'refused', message });
      throw isImplausible(error) ? notDone(message) : error;
    }
  }

  /** Of an import that failed before its rows were read, or after they were pushed: it does not stay `running`. */
  async function endRecord(id: string, message: string): Promise<void> {
    try {
      if ((await records.show(id))?.state === 'running') await records.update(id, { state: 'failed', message });
    } catch (err) {
      options.logger?.warn({ err, import: id }, 'the record of an import that failed could not be written');
    }
  }

  return {
    async import({ kind, files, dryRun: isDry, force, default: defaults, ...reading }, context) {
      const { ImportCheck } = await import('../../ingest/files/checks/import-check.ts');
      const { store, clock } = options;
      const wishes = { ...reading, ...(defaults && { defaults }) };
      const check = await ImportCheck.open({ kind, files, options: wishes, store, clock });
      if (isDry) return dryRun(check, context);
      const names = files.map((file) => basename(file));
      const id = await records.begin(kind, names, { ...wishes, ...(force && { force }) });
      const startedMs = clock.nowMs();
      const log = (what: object, message: string) =>
        options.logger?.info(
          { import: id, kind, files: names, seconds: (clock.nowMs() - startedMs) / 1000, ...what },
          message,
        );
      try {
        await plausible(id, check, force === true, context);
        const { recognized } = check;
        const behind: string[] = [];
        const imported = await options.pushing(
          (target) => importThrough(target, { kind, files, wishes }, { importId: id, recognized }, records, context),
          { onBehind: (why) => void behind.push(why), onProgress: context.progress },
        );
        for (const why of behind) context.notice(`import ${id} is done, and durable; ${why}`);
        const answer: ImportAnswer = behind.length > 0 ? { ...imported, waiting_for: behind[0] } : imported;
        const { landed, waiting, duplicates, dead_letters, error } = answer;
        const what = { landed, waiting, duplicates, dead_letters, error };
        log(what, error === undefined ? 'imported' : 'an import was interrupted');
        return answer;
      } catch (error) {
        const message = messageOf(error);
        log({ error: message }, 'an import was not done');
        await endRecord(id, message);
        throw error;
      }
    },
    'imports.list': async ({ limit }) => ({ imports: await records.list(limit) }),
  };
}

/** What was understood, and in `error` what would stop the import; nothing is written. */
async function dryRun(check: ImportCheck, context: OperationContext) {
  const looked = await lookedAt(check, context);
  const files = looked.map(({ breaks, ...report }) => ({ ...report, warnings: breaks }));
  const error = files.flatMap(({ file, findings }) => findings.map(({ message }) => `${file}: ${message}`)).join('\n');
  return { dry_run: true as const, files, ...(error === '' ? {} : { error }) };
}

async function lookedAt(check: ImportCheck, context: OperationContext) {
  try {
    const reports = await check.look((label) => context.progress({ label, done: 0, total: 0 }));
    return reports.map(({ first_rejected: first, ...report }) => ({
      ...report,
      ...(first ? { first_rejected: firstRejected(first) } : {}),
    }));
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw error.fault === 'usage' ? usageError(error.message) : notDone(error.message);
  }
}

const isImplausible = (error: unknown) => error instanceof ImportError && error.fault === 'implausible';

async function importThrough(
  target: ImportTarget,
  { kind, files, wishes }: { kind: EventSet; files: readonly string[]; wishes: object },
  { importId, recognized }: ImportHooks & { importId: string },
  records: ImportRecords,
  context: OperationContext,
): Promise<ImportAnswer> {
  // The readers of file formats are a fifth of all modules: nothing else waits for them.
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
    return {
      import_id: importId,
      ...counts,
      ...(first ? { first_rejected: first } : {}),
      ...(error === undefined ? {} : { error }),
    };
  };
  try {
    const counts = await importFiles(kind, files, wishes, target, {
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
    const message = messageOf(error);
    // Too much of it waits in the log to continue: it broke off.
    if (error instanceof BehindError) return answered(soFar, message);
    // What shows only after rows have landed is reported with them.
    if (error instanceof ImportError && error.counts && (error.fault !== 'usage' || anyOf(error.counts)))
      return answered(error.counts, message);
    await records.update(importId, { state: error instanceof ImportError ? 'refused' : 'failed', message });
    if (!(error instanceof ImportError)) throw error;
    throw error.fault === 'usage' ? usageError(message) : notDone(message);
  }
}

function anyOf({ landed, duplicates, dead_letters: deadLetters }: ImportCounts): boolean {
  return landed + duplicates > 0 || Object.keys(deadLetters).length > 0;
}

/** What is wrong with the first rejected row, and how to fix it; `row` from 1, without the header. */
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

/** A file of a drop folder, imported as if an operator had named it. Throws where the store or the log is away. */
export async function importDropped(
  operations: Readonly<Record<string, Operation>>,
  kind: EventSet,
  path: string,
  { defaults, ...reading }: Readonly<Record<string, unknown>>,
): Promise<{ failed: boolean; report: Record<string, unknown> }> {
  const notices: string[] = [];
  const context = { ...SILENT, notice: (text: string) => void notices.push(text) };
  try {
    const answer = (await operations['import'](
      { kind, files: [path], ...reading, default: defaults },
      context,
    )) as ImportAnswer;
    return { failed: answer.error !== undefined, report: { ...answer, notices } };
  } catch (error) {
    if (isAway(error) || classify(error) === 'transient') throw error;
    return { failed: true, report: { error: messageOf(error), notices } };
  }
}
