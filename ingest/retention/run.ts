/**
 * Removes what the policies do not keep, by hand or on schedule. Rows of bars and news go by mutations, which no materialised
 * view sees: so the days that lose rows are written down first, and marked as changed in `day_log` afterwards; the projector
 * then computes them, and what depends on them, as it does after deletions. A run that was killed at any point is
 * repeated from its record: rows that are there still are recorded once more, the deletions find what is left, and a day that is
 * marked twice is computed twice. Marks before the deletion would not do: a day computed in between would count as done.
 */
import { randomBytes } from 'node:crypto';
import { inTurn, Loop } from '../../lib/async.ts';
import type { Clock, Timers } from '../../lib/clock.ts';
import { MS_PER_DAY } from '../../lib/days.ts';
import { type Logger, silentLogger } from '../../lib/logger.ts';
import { counter, gauge } from '../../lib/metrics.ts';
import type { Store } from '../../sql/connect.ts';
import { defineTable, type RowOf } from '../../sql/table.ts';
import { deleteRows } from '../../sql/writer.ts';
import { type Policies, readPolicies } from '../landing/policies.ts';
import { runId } from '../landing/tables.ts';
import { deletionOf, MARKED, type MarkedStep, planSteps, type Step } from './steps.ts';

const removedRows = counter(
  'retention_removed_rows_total',
  'Rows that retention removed, of bars and news without superseded versions',
  ['kind'],
);
const runsTotal = counter('retention_runs_total', 'Runs of retention by this process', ['outcome']);
// From zero on: what an alert counts is the increase.
for (const outcome of ['ok', 'error']) runsTotal.inc({ outcome }, 0);
const failing = gauge('retention_failing', 'How many looks of retention have failed in a row; 0 once one has ended');
const lastRunSeconds = gauge(
  'retention_last_run_timestamp_seconds',
  'When the last run of retention began, seconds since 1970; 0: never',
);

export const retentionRunsTable = defineTable('market.retention_runs', (c) => ({
  id: c.text('id'),
  startedBy: c.oneOf<'operator' | 'schedule'>('started_by'),
  state: c.oneOf<'running' | 'done'>('state'),
  startedAtMs: c.millis('started_at'),
  endedAtMs: c.millisOrNull('ended_at'),
  /** What is still to be marked of it. */
  steps: c.json<readonly MarkedStep[]>('steps'),
  removed: c.json<Readonly<Record<string, number>>>('removed'),
  version: c.number('version'),
}));
type RetentionRun = RowOf<typeof retentionRunsTable>;

interface RetentionOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger?: Logger;
  /** Bars and news of symbols that begin so stay whatever the policies say. */
  readonly exceptPrefix: string;
  /** Bars or news of these symbols went: their days are to be computed. */
  readonly onChanged: (symbols: readonly string[]) => void;
}

const WEEK_MS = 7 * MS_PER_DAY;
/** 1970-01-04 was a Sunday. */
const FIRST_DUE_MS = Date.parse('1970-01-04T03:30:00Z');

/** When the schedule runs next, epoch ms: now where it has been missed; null without a policy. */
export function nextRunMs({ list }: Policies, last: RetentionRun | null, nowMs: number): number | null {
  if (list.length === 0) return null;
  // The last Sunday, 03:30 UTC.
  const due = FIRST_DUE_MS + Math.floor((nowMs - FIRST_DUE_MS) / WEEK_MS) * WEEK_MS;
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

  async plan(): Promise<Step[]> {
    const { store, clock, exceptPrefix } = this.#options;
    return planSteps({ store, clock, exceptPrefix, policies: await readPolicies(store.reader) });
  }

  /** Finishes a run that was killed, and removes what the policies do not keep. */
  run(startedBy: RetentionRun['startedBy']) {
    return this.#inTurn(async () => {
      const finished = await this.#finish();
      const steps = await this.plan();
      const startedAtMs = this.#options.clock.nowMs();
      const removed: Record<string, number> = {};
      for (const { policy, rows } of steps) removed[policy.kind] = (removed[policy.kind] ?? 0) + rows;
      const run: RetentionRun = {
        id: runId(startedAtMs),
        startedBy,
        state: 'running',
        startedAtMs,
        endedAtMs: null,
        removed,
        steps: steps.flatMap(({ marked }) => marked ?? []),
        version: 1,
      };
      const { store } = this.#options;
      await retentionRunsTable.insert(store.writer, [run]);
      // Before the first deletion: some take rows along whose days would be unknown then.
      for (const step of run.steps) await this.#recordDays(run.id, step);
      for (const { deletions } of steps) {
        for (const { table, condition, params } of deletions)
          await deleteRows(store.writer, `market.${table}`, condition, params);
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
      this.#logger.warn({ run: run.id }, 'a retention run was interrupted: completing it');
      for (const symbol of await this.#finishRun(run)) symbols.add(symbol);
    }
    return [...symbols];
  }

  /** Everything of bars and news, from whatever point. */
  async #finishRun(run: RetentionRun): Promise<string[]> {
    const { store, clock, onChanged } = this.#options;
    const { id } = run;
    for (const step of run.steps) await this.#recordDays(id, step);
    for (const step of run.steps) {
      const { table, condition, params } = deletionOf(step);
      await deleteRows(store.writer, `market.${table}`, condition, params);
    }
    await store.writer.command(
      `INSERT INTO market.day_log (kind, symbol, interval, day, rows, fingerprint)
       SELECT DISTINCT kind, symbol, interval, day, 1, cityHash64({attempt:String}, kind, symbol, interval, day)
       FROM market.retention_days WHERE run = {id:String}`,
      // Marks of another attempt are others: none of them is taken for a repeated insert.
      { id, attempt: randomBytes(8).toString('hex') },
    );
    const rows = await store.writer.query<{ symbol: string }>(
      "SELECT DISTINCT CAST(symbol, 'String') AS symbol FROM market.retention_days WHERE run = {id:String} ORDER BY symbol",
      { id },
    );
    if (rows.length > 0) await deleteRows(store.writer, 'market.retention_days', 'run = {id:String}', { id });
    const done: RetentionRun = { ...run, state: 'done', endedAtMs: clock.nowMs(), version: run.version + 1 };
    await retentionRunsTable.insert(store.writer, [done]);
    runsTotal.inc({ outcome: 'ok' });
    const symbols = rows.map(({ symbol }) => symbol);
    if (symbols.length > 0) onChanged(symbols);
    return symbols;
  }

  async #recordDays(id: string, step: MarkedStep): Promise<void> {
    const { log, time, interval } = MARKED[step.table];
    const { table, condition, params } = deletionOf(step);
    await this.#options.store.writer.command(
      `INSERT INTO market.retention_days (run, kind, symbol, interval, day)
       SELECT DISTINCT {id:String}, {log:String}, symbol, ${interval}, toDate32(${time}) FROM market.${table} WHERE ${condition}`,
      { ...params, id, log },
    );
    if (step.table === 'bars') return;
    // The projector finds the items whose records it has to remove by their deletions.
    await this.#options.store.writer.command(
      `INSERT INTO market.${table}
       SELECT * REPLACE ('' AS title, NULL AS headline, NULL AS url, 1 AS is_deleted)
       FROM (SELECT * FROM market.${table} FINAL WHERE ${condition})`,
      params,
    );
  }
}

/** The newest first. */
function readRuns({ reader }: Store, condition: string): Promise<RetentionRun[]> {
  const clauses = `FINAL WHERE ${condition} ORDER BY started_at DESC, id DESC LIMIT 100`;
  return retentionRunsTable.select(reader, clauses);
}

export const readLastRun = async (store: Store): Promise<RetentionRun | null> =>
  (await readRuns(store, '1'))[0] ?? null;

interface RetentionScheduleOptions {
  readonly retention: Retention;
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Runs that began less than so long ago may be another process's. 0: there is none. */
  readonly othersMs: number;
}

const LOOK_MS = 5 * 60_000;
/** One of several processes begins first, and the others see its record. */
const SPREAD_MS = 60_000;

/** Runs retention once a week, and finishes runs that were killed. Two processes that do so at once remove the same rows. */
export class RetentionSchedule {
  readonly #options: RetentionScheduleOptions;
  readonly #loop: Loop;

  constructor(options: RetentionScheduleOptions) {
    this.#options = options;
    this.#loop = new Loop(async () => {
      await this.look();
      return LOOK_MS;
    }, options.timers);
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** Runs what is due. Failures are counted and logged. */
  async look(): Promise<void> {
    try {
      await this.#look();
      failing.set(0);
    } catch (error) {
      failing.inc();
      runsTotal.inc({ outcome: 'error' });
      this.#options.logger.warn({ err: error }, 'retention failed: trying again');
    }
  }

  async #look(): Promise<void> {
    const { retention, clock, timers, othersMs } = this.#options;
    const { signal } = this.#loop;
    await retention.finish(othersMs === 0 ? undefined : clock.nowMs() - othersMs);
    if (!(await this.#isDue())) return;
    if (othersMs > 0) await timers.sleep(timers.random() * SPREAD_MS, signal).catch(() => {});
    if (signal.aborted || !(await this.#isDue())) return;
    await retention.run('schedule');
  }

  async #isDue(): Promise<boolean> {
    const { store, clock } = this.#options;
    const last = await readLastRun(store);
    lastRunSeconds.set((last?.startedAtMs ?? 0) / 1000);
    const nowMs = clock.nowMs();
    const next = nextRunMs(await readPolicies(store.reader), last, nowMs);
    return next !== null && next <= nowMs;
  }
}
