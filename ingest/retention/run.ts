/**
 * Removes what the policies do not keep, by hand or on schedule. Rows of bars and news go by mutations, which no materialised
 * view sees: so the days that lose rows are written down first, and marked as changed in `day_log` afterwards; the projector
 * then computes them, and what depends on them, as it does after deletions. A run that was killed at any point is
 * repeated from its record: rows that are there still are noted once more, the deletions find what is left, and a day that is
 * marked twice is computed twice. Marks before the deletion would not do: a day computed in between would count as done.
 */
import { randomBytes } from 'node:crypto';
import { inTurn } from '../../lib/async.ts';
import type { Clock } from '../../lib/clock.ts';
import { MS_PER_DAY } from '../../lib/days.ts';
import { type Logger, silentLogger } from '../../lib/logger.ts';
import type { Store } from '../../sql/connect.ts';
import { deleteRows } from '../../sql/symbols.ts';
import { ImportRecords, runId } from '../files/import-records.ts';
import { removedRows, runsTotal } from './metrics.ts';
import { type Policies, readPolicies } from './policies.ts';
import { deletionOf, MARKED, type MarkedStep, planSteps, type Step } from './steps.ts';
import { type RetentionRunRow, retentionRunsTable } from './tables.ts';

export interface RetentionOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger?: Logger;
  /** Bars and news of symbols that begin so stay whatever the policies say. */
  readonly exceptPrefix: string;
  /** Bars or news of these symbols went: their days are to be computed. */
  readonly onChanged: (symbols: readonly string[]) => void;
}

/** Times in epoch ms. */
export interface RetentionRun extends Omit<RetentionRunRow, 'steps'> {
  readonly steps: readonly MarkedStep[];
}

export interface RetentionDone {
  readonly id: string;
  readonly steps: readonly Step[];
  readonly symbols: readonly string[];
}

const WEEK_MS = 7 * MS_PER_DAY;
/** 1970-01-04 was a Sunday. */
const FIRST_DUE_MS = Date.parse('1970-01-04T03:30:00Z');

/** The last Sunday, 03:30 UTC. */
export function lastDueMs(nowMs: number): number {
  return FIRST_DUE_MS + Math.floor((nowMs - FIRST_DUE_MS) / WEEK_MS) * WEEK_MS;
}

/** When the schedule runs next, epoch ms: now where it has been missed; null without a policy. */
export function nextRunMs({ list }: Policies, last: RetentionRun | null, nowMs: number): number | null {
  if (list.length === 0) return null;
  const due = lastDueMs(nowMs);
  const missed = (last?.startedAtMs ?? 0) < due && list.some(({ setAtMs }) => setAtMs < due);
  return missed ? nowMs : due + WEEK_MS;
}

export class Retention {
  readonly #options: RetentionOptions;
  readonly #logger: Logger;
  readonly #inTurn = inTurn();

  constructor(options: RetentionOptions) {
    this.#options = options;
    this.#logger = options.logger ?? silentLogger;
  }

  /** What a run would remove now. */
  async plan(): Promise<Step[]> {
    const { store, clock, exceptPrefix } = this.#options;
    return planSteps({ store, clock, exceptPrefix, policies: await readPolicies(store.reader) });
  }

  /** Finishes a run that was killed, and removes what the policies do not keep. */
  run(startedBy: RetentionRunRow['startedBy']): Promise<RetentionDone> {
    return this.#inTurn(async () => {
      const finished = await this.#finish();
      const steps = await this.plan();
      const startedAtMs = this.#options.clock.nowMs();
      const removed: Record<string, number> = {};
      for (const { policy, rows } of steps) removed[policy.kind] = (removed[policy.kind] ?? 0) + rows;
      const run: RetentionRun = {
        ...{ id: runId(startedAtMs), startedBy, state: 'running', startedAtMs, endedAtMs: null, removed },
        ...{ steps: steps.flatMap(({ marked }) => marked ?? []), version: 1 },
      };
      await this.#write(run);
      // Before the first deletion: some take rows along whose days would be unknown then.
      for (const step of run.steps) await this.#noteDays(run.id, step);
      for (const { deletions, imports } of steps) {
        for (const id of imports ?? []) await this.#records.note(id, { state: 'final' });
        for (const { table, condition, params } of deletions)
          await deleteRows(this.#options.store, [table], condition, params);
      }
      const symbols = await this.#finishRun(run);
      for (const [kind, rows] of Object.entries(removed)) removedRows.inc({ kind }, rows);
      this.#logger.info({ run: run.id, removed, symbols: symbols.length }, 'retention ran');
      return { id: run.id, steps, symbols: [...new Set([...finished, ...symbols])] };
    });
  }

  /** Finishes runs that were killed. @param begunBeforeMs those that began later may be under way in another process */
  finish(begunBeforeMs?: number): Promise<string[]> {
    return this.#inTurn(() => this.#finish(begunBeforeMs));
  }

  async #finish(begunBeforeMs = Number.MAX_SAFE_INTEGER): Promise<string[]> {
    const symbols = new Set<string>();
    for (const run of await readRuns(this.#options.store, "state = 'running'")) {
      if (run.startedAtMs >= begunBeforeMs) continue;
      this.#logger.warn({ run: run.id }, 'a run of retention was broken off: it is finished');
      for (const symbol of await this.#finishRun(run)) symbols.add(symbol);
    }
    return [...symbols];
  }

  /** Everything of bars and news, from whatever point. */
  async #finishRun(run: RetentionRun): Promise<string[]> {
    const { store, clock, onChanged } = this.#options;
    const { id } = run;
    for (const step of run.steps) await this.#noteDays(id, step);
    for (const step of run.steps) {
      const { table, condition, params } = deletionOf(step);
      await deleteRows(store, [table], condition, params);
    }
    await store.writer.command(
      `INSERT INTO market.day_log (kind, symbol, day, rows, fingerprint)
       SELECT DISTINCT kind, symbol, day, 1, cityHash64({attempt:String}, kind, symbol, day)
       FROM market.retention_days WHERE run = {id:String}`,
      // Marks of another attempt are others: none of them is taken for a repeated insert.
      { id, attempt: randomBytes(8).toString('hex') },
    );
    const rows = await store.writer.query<{ symbol: string }>(
      "SELECT DISTINCT CAST(symbol, 'String') AS symbol FROM market.retention_days WHERE run = {id:String} ORDER BY symbol",
      { id },
    );
    if (rows.length > 0) await deleteRows(store, ['retention_days'], 'run = {id:String}', { id });
    await this.#write({ ...run, state: 'done', endedAtMs: clock.nowMs(), version: run.version + 1 });
    runsTotal.inc({ outcome: 'ok' });
    const symbols = rows.map(({ symbol }) => symbol);
    if (symbols.length > 0) onChanged(symbols);
    return symbols;
  }

  async #noteDays(id: string, step: MarkedStep): Promise<void> {
    const { log, time } = MARKED[step.table];
    const { table, condition, params } = deletionOf(step);
    await this.#options.store.writer.command(
      `INSERT INTO market.retention_days (run, kind, symbol, day)
       SELECT DISTINCT {id:String}, {log:String}, symbol, toDate32(${time}) FROM market.${table} WHERE ${condition}`,
      { ...params, id, log },
    );
  }

  get #records(): ImportRecords {
    const { store, clock } = this.#options;
    return new ImportRecords(store, { clock });
  }

  async #write(run: RetentionRun): Promise<void> {
    await retentionRunsTable.insert(this.#options.store.writer, [run]);
  }
}

/** The newest first. */
async function readRuns({ reader }: Store, condition: string): Promise<RetentionRun[]> {
  const clauses = `FINAL WHERE ${condition} ORDER BY started_at DESC, id DESC LIMIT 100`;
  return (await retentionRunsTable.select(reader, clauses)) as RetentionRun[];
}

export const readLastRun = async (store: Store): Promise<RetentionRun | null> =>
  (await readRuns(store, '1'))[0] ?? null;
