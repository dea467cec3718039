/**
 * Alerts in the process that computes: evaluates the conditions of alerts when bars of their symbols land, records a call
 * once for an alert, symbol and session, and has it delivered. A notice of what landed is a hint: what was missed, in a
 * restart too, the reconciliation finds by the versions of the symbols.
 */
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { atMost } from '../../lib/async.ts';
import type { Clock, Timers } from '../../lib/clock.ts';
import { entries, inGroups } from '../../lib/collections.ts';
import { isoDate } from '../../lib/days.ts';
import { histogram } from '../../lib/metrics.ts';
import type { Store } from '../../sql/connect.ts';
import { classify } from '../../sql/errors.ts';
import { type Answers, BarsUsed, Overloaded, type SymbolInfo } from '../answers/answers.ts';
import { endOfBars } from '../answers/symbols.ts';
import { isoTimestamp } from '../market/render.ts';
import type { Statistic } from '../statistics/statistic.ts';
import { Delivery } from './delivery.ts';
import { type Evaluation, Evaluator, type Group, type Match, NOT_EVALUATED } from './evaluate.ts';
import { KnownAlerts, type KnownAlertsOptions } from './known.ts';
import { type Alert, type AlertCall, alertCallsTable, callId, callsSince, versionOf } from './store.ts';
import type { Webhook } from './webhook.ts';

export interface AlertServiceOptions extends Pick<KnownAlertsOptions, 'accounts'> {
  readonly store: Pick<Store, 'reader' | 'writer'>;
  readonly answers: Answers;
  readonly statistics: readonly Statistic[];
  readonly webhook: Webhook;
  /**
   * Where other processes evaluate and call, too: which symbols are this one's, and whether it is the one that calls. Notices of
   * other symbols that alerts of its own look at go to others: `forget` has the answers ask the store for these again.
   */
  readonly shared?: {
    readonly owns: (symbol: string) => boolean;
    readonly isCaller: () => boolean;
    readonly forget: (symbols: Iterable<string>) => void;
  };
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
}

/** Bars of one moment are evaluated together. */
const TOGETHER_MS = 50;
/** Look-ups of so many symbols are one statement. */
const SIDE_BY_SIDE = 256;
/** Evaluations at a time: of more the last would wait for the threads beyond the deadline of an answer. */
const EVALUATIONS = 32;
/** Steps at a time of what one bar changes. They read together; of more, requests would wait while all of them go on at once. */
const STEPS = 128;
const SETTLED_POLL_MS = 5;
const RETRY_MS = 1_000;
/** How often changes of alerts and accounts are looked for. */
const REFRESH_MS = 2_000;
const RECONCILE_MS = 60_000;
const OWN_LOOK_MS = 30_000;
const SHARED_LOOK_MS = 500;

const evaluationSeconds = histogram(
  'alert_evaluation_seconds',
  'From the notice that bars landed until the conditions of the alerts of their symbol are evaluated and calls recorded',
  [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60],
);

/** A symbol as it was evaluated last. */
interface Evaluated {
  readonly symbol: SymbolInfo;
  readonly groups: readonly Group[];
  /** Of each group. */
  readonly found: readonly Evaluation[];
}

export class AlertService {
  readonly #o: AlertServiceOptions;
  readonly #evaluator: Evaluator;
  readonly #known: KnownAlerts;
  readonly #delivery: Delivery;
  readonly #inTurn = atMost(EVALUATIONS);
  readonly #stepInTurn = atMost(STEPS);
  /** Ids of calls that the store has. */
  readonly #recorded = new LRUCache<string, true>(entries(500_000));
  /** Symbols to evaluate, and since when (monotonic ms). */
  readonly #due = new Map<string, number>();
  /** What was evaluated last, by symbol. */
  readonly #versions = new Map<string, string>();
  readonly #evaluated = new LRUCache<string, Evaluated>(entries(100_000));
  #evaluating: Promise<void> | null = null;
  #refreshing: Promise<void> | null = null;
  #reconciledAtMs = Number.NEGATIVE_INFINITY;
  #cancelDue: (() => void) | null = null;
  #cancelRefresh: (() => void) | null = null;
  #stopped = false;

  constructor(options: AlertServiceOptions) {
    this.#o = options;
    this.#evaluator = new Evaluator(options.answers, options.statistics);
    this.#known = new KnownAlerts({ ...options, reader: options.store.reader, evaluator: this.#evaluator });
    this.#delivery = new Delivery({
      ...options,
      alertOf: (id) => this.#alertOf(id),
      isCaller: () => options.shared?.isCaller() ?? true,
      lookMs: options.shared ? SHARED_LOOK_MS : OWN_LOOK_MS,
    });
  }

  /** What the store does not answer is asked again: it never fails. */
  start(): void {
    const round = async () => {
      await this.#refresh().catch((error) => this.#o.logger.warn({ err: error }, 'alerts wait for the store'));
      if (!this.#stopped) this.#cancelRefresh = this.#o.timers.after(REFRESH_MS, () => void round());
    };
    void round();
    this.#delivery.start();
  }

  /** Something landed: the symbols that no alert looks at cost a look-up. */
  landed(changes: Iterable<{ readonly symbol: string }>): void {
    for (const { symbol } of changes) {
      for (const target of this.#known.lookedAtBy(symbol)) {
        this.#o.shared?.forget(this.#known.looksAt(target));
        this.#add(target);
      }
    }
  }

  /** Other symbols are its own now. */
  reassigned(): void {
    this.#reconciledAtMs = Number.NEGATIVE_INFINITY;
    this.#versions.clear();
  }

  /** Resolves once alerts are read and everything that is known to have landed is evaluated. */
  async settled(): Promise<void> {
    await this.#refresh();
    while (!this.#stopped && (this.#due.size > 0 || this.#evaluating)) await this.#o.timers.sleep(SETTLED_POLL_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelDue?.();
    this.#cancelRefresh?.();
    await this.#refreshing?.catch(() => {});
    await this.#evaluating;
    await this.#delivery.stop();
    this.#o.webhook.close();
  }

  #add(symbol: string): void {
    if (!this.#due.has(symbol)) this.#due.set(symbol, this.#o.timers.monotonicMs());
    this.#evaluateIn(TOGETHER_MS);
  }

  #evaluateIn(ms: number): void {
    if (this.#stopped || this.#evaluating || this.#cancelDue) return;
    this.#cancelDue = this.#o.timers.after(ms, () => {
      this.#cancelDue = null;
      this.#evaluating = this.#evaluateDue().then((nextMs) => {
        this.#evaluating = null;
        if (this.#due.size > 0) this.#evaluateIn(nextMs);
      });
    });
  }

  /** Answers after how many ms what is left is due. */
  async #evaluateDue(): Promise<number> {
    const { logger, timers } = this.#o;
    for (const group of inGroups([...this.#due], SIDE_BY_SIDE)) {
      if (this.#stopped) return 0;
      for (const [symbol] of group) this.#due.delete(symbol);
      const failures = await Promise.all(
        group.map(async ([symbol, sinceMs]) => {
          try {
            await this.#evaluate(symbol);
            evaluationSeconds.observe((timers.monotonicMs() - sinceMs) / 1000);
          } catch (error) {
            if (!isTransient(error)) {
              // Evaluated again when more of it lands: the other symbols continue.
              logger.error({ err: error, symbol }, 'alerts of a symbol cannot be evaluated');
              return null;
            }
            this.#due.set(symbol, sinceMs);
            return error;
          }
          return null;
        }),
      );
      const failure = failures.find((error) => error !== null);
      if (failure) {
        logger.warn({ err: failure }, 'alerts wait: they are evaluated again');
        return RETRY_MS;
      }
    }
    return 0;
  }

  async #evaluate(symbol: string): Promise<void> {
    const version = await this.#version(symbol);
    const [info, groups] = [await this.#o.answers.symbol(symbol), this.#known.groupsOf(symbol)];
    const last = this.#evaluated.get(symbol);
    const isBehind = info !== null && last?.groups === groups && isAppended(last.symbol, info);
    await this.#evaluateAll(symbol, info, groups, isBehind ? last.found : []);
    this.#versions.set(symbol, version);
  }

  /**
   * Each group alone: what is wrong with the conditions of one keeps no other from calling.
   *
   * @param before of each group, where a bar came behind those of then; else none
   */
  async #evaluateAll(
    symbol: string,
    info: SymbolInfo | null,
    groups: readonly Group[],
    before: readonly Evaluation[],
  ): Promise<void> {
    const { clock, logger } = this.#o;
    const nowMs = clock.nowMs();
    const barsUsed = new BarsUsed();
    let failure: unknown = null;
    const found = await Promise.all(
      groups.map(async (group, i): Promise<Evaluation> => {
        const known = before[i];
        if (known && endOfBars(info!) < known.openFrom) return { ...known, matches: [] };
        try {
          const step = () => this.#evaluator.advance(group, info!, known!, nowMs, barsUsed);
          const advanced = known && (await this.#stepInTurn(step));
          if (advanced) return advanced;
          return await this.#inTurn(async () =>
            // The next start evaluates it.
            this.#stopped ? NOT_EVALUATED : this.#evaluator.evaluate(group, symbol, nowMs, barsUsed),
          );
        } catch (error) {
          if (isTransient(error)) failure = error;
          // Evaluated again when more of the symbol lands.
          else logger.error({ err: error, symbol, alert: group.alerts[0].id }, 'an alert cannot be evaluated');
          return NOT_EVALUATED;
        }
      }),
    );
    const calls = groups.flatMap(({ alerts }, i) =>
      found[i].matches.flatMap((match) => alerts.flatMap((alert) => this.#callOf(alert, symbol, match))),
    );
    if (calls.length > 0) await this.#record(calls);
    if (info) this.#evaluated.set(symbol, { symbol: info, groups, found });
    else this.#evaluated.delete(symbol);
    // The others have called.
    if (failure !== null) throw failure;
  }

  /** Those that another process or an earlier start has recorded stay as they are. */
  async #record(calls: readonly AlertCall[]): Promise<void> {
    const { reader, writer } = this.#o.store;
    const first = Math.min(...calls.map(({ sessionDay }) => sessionDay));
    const ids = calls.map(({ id }) => id);
    const stored = new Set(
      (await callsSince(reader, first, 'AND id IN {ids:Array(String)}', { ids })).map(({ id }) => id),
    );
    const fresh = calls.filter(({ id }) => !stored.has(id));
    if (fresh.length > 0) await alertCallsTable.insert(writer, fresh);
    for (const id of ids) this.#recorded.set(id, true);
    if (fresh.length > 0) this.#delivery.wake();
  }

  /** None where it is recorded already, or where the session ended before the alert was made. */
  #callOf(alert: Alert, symbol: string, { sessionDay, endMs, asOf, conditions }: Match): AlertCall[] {
    const id = callId(alert.id, symbol, sessionDay);
    if (endMs <= alert.createdAtMs || this.#recorded.has(id)) return [];
    const recordedAtMs = this.#o.clock.nowMs();
    const data = {
      call_id: id,
      alert_id: alert.id,
      name: alert.name,
      symbol,
      session_date: isoDate(sessionDay),
      as_of: asOf,
      question: alert.question,
      conditions: conditions.map(({ condition, state, value }) => ({ condition, state, value })),
    };
    const call = {
      sessionDay,
      accountId: alert.accountId,
      alertId: alert.id,
      symbol,
      id,
      recordedAtMs,
      body: JSON.stringify({ type: 'alert.called', timestamp: isoTimestamp(recordedAtMs), data }),
      state: alert.webhookUrl === '' ? 'recorded' : 'pending',
      attempts: 0,
      nextAttemptAtMs: null,
      endedAtMs: null,
      error: '',
    } as const;
    return [{ ...call, version: versionOf(call) }];
  }

  async #alertOf(id: string) {
    // Another process may have recorded the call of an alert that this one has not heard of.
    if (!this.#known.alert(id)) await this.#refresh();
    return this.#known.alert(id) ?? null;
  }

  #refresh(): Promise<void> {
    this.#refreshing ??= this.#read().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #read(): Promise<void> {
    const { timers } = this.#o;
    // Evaluated at once: the conditions may hold already.
    const isChanged = await this.#known.read((symbol) => this.#versions.delete(symbol));
    const nowMs = timers.monotonicMs();
    if (!isChanged && nowMs - this.#reconciledAtMs < RECONCILE_MS) return;
    await this.#reconcile();
    this.#reconciledAtMs = nowMs;
  }

  /** What landed without a notice, and what alerts have not been evaluated on. */
  async #reconcile(): Promise<void> {
    const own = [...this.#known.symbols()].filter((symbol) => this.#o.shared?.owns(symbol) ?? true);
    const versions = await Promise.all(own.map((symbol) => this.#version(symbol)));
    for (const [i, symbol] of own.entries()) if (versions[i] !== this.#versions.get(symbol)) this.#add(symbol);
  }

  #version(symbol: string): Promise<string> {
    return this.#evaluator.version(this.#known.looksAt(symbol));
  }
}

/** Another try may succeed: the store is back then, or the threads are free. */
const isTransient = (error: unknown) => classify(error) === 'transient' || error instanceof Overloaded;

/** Of the symbol nothing has changed but that one bar came behind the others. */
function isAppended(before: SymbolInfo, now: SymbolInfo): boolean {
  const isSame = (['generation', 'firstBar', 'intervalMin', 'assetClass'] as const).every(
    (name) => before[name] === now[name],
  );
  return isSame && now.landed === before.landed! + 1 && (now.lastBar ?? 0) > (before.lastBar ?? Infinity);
}
