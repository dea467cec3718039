/**
 * Alerts in the process that computes: evaluates the conditions of alerts when bars of their symbols land, records a call
 * once for an alert, symbol and session, and has it delivered. A notice of what landed is a hint: what was missed, in a
 * restart too, the reconciliation finds by the versions of the symbols.
 */
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Clock, Timers } from '../../lib/clock.ts';
import { getOrMake, grouped, inGroups } from '../../lib/collections.ts';
import { isoDate, MS_PER_DAY } from '../../lib/days.ts';
import { gauge, histogram } from '../../lib/metrics.ts';
import type { Store } from '../../sql/connect.ts';
import { classify } from '../../sql/errors.ts';
import type { Answers } from '../answers/answers.ts';
import { isoTimestamp } from '../market/render.ts';
import type { Statistic } from '../statistics/statistic.ts';
import { Delivery } from './delivery.ts';
import { Evaluator, type Match } from './evaluate.ts';
import {
  type Alert,
  type AlertAccount,
  type AlertCall,
  alertCallsTable,
  allAlerts,
  callId,
  callsSince,
  type Standing,
  standings,
  versionOf,
} from './store.ts';
import type { Webhook } from './webhook.ts';

export interface AlertServiceOptions {
  readonly store: Pick<Store, 'reader' | 'writer'>;
  readonly answers: Answers;
  readonly statistics: readonly Statistic[];
  readonly webhook: Webhook;
  /** Of these accounts; those that are gone or without a valid token are left out. */
  readonly accounts: (ids: readonly string[]) => Promise<ReadonlyMap<string, AlertAccount>>;
  /** Where other processes evaluate and call, too: which symbols are this one's, and whether it is the one that calls. */
  readonly shared?: { readonly owns: (symbol: string) => boolean; readonly isCaller: () => boolean };
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
}

/** Bars of one moment are evaluated together. */
const TOGETHER_MS = 50;
/** Look-ups of so many symbols are one statement. */
const SIDE_BY_SIDE = 32;
const SETTLED_POLL_MS = 5;
const RETRY_MS = 1_000;
/** How often changes of alerts and accounts are looked for. */
const REFRESH_MS = 2_000;
const ACCOUNTS_MS = 15_000;
const RECONCILE_MS = 60_000;
const OWN_LOOK_MS = 30_000;
const SHARED_LOOK_MS = 500;
/** A session that ended longer ago is history: an import of it calls nobody. */
const LATE_MS = MS_PER_DAY;

const activeAlerts = gauge('alerts_active', 'Alerts that may call');
const evaluationSeconds = histogram(
  'alert_evaluation_seconds',
  'From the notice that bars landed until the conditions of the alerts of their symbol are evaluated and calls recorded',
  [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60],
);

interface Known {
  readonly alert: Alert;
  readonly standing: Standing;
  readonly account: AlertAccount | null;
}

export class AlertService {
  readonly #o: AlertServiceOptions;
  readonly #evaluator: Evaluator;
  readonly #delivery: Delivery;
  #alerts: ReadonlyMap<string, Known> = new Map();
  #bySymbol: ReadonlyMap<string, readonly Known[]> = new Map();
  /** By a symbol of alerts: itself, and the others that their conditions look at; and the other way round. */
  #looksAt: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  #lookedAt: ReadonlyMap<string, readonly string[]> = new Map();
  #fingerprint = '';
  #accountsAtMs = Number.NEGATIVE_INFINITY;
  /** Ids of calls that the store has. */
  readonly #recorded = new LRUCache<string, true>({ max: 500_000 });
  /** Symbols to evaluate, and since when (monotonic ms). */
  readonly #due = new Map<string, number>();
  /** What was evaluated last, by symbol. */
  readonly #versions = new Map<string, string>();
  #evaluating: Promise<void> | null = null;
  #refreshing: Promise<void> | null = null;
  #reconciledAtMs = Number.NEGATIVE_INFINITY;
  #cancelDue: (() => void) | null = null;
  #cancelRefresh: (() => void) | null = null;
  #stopped = false;

  constructor(options: AlertServiceOptions) {
    this.#o = options;
    this.#evaluator = new Evaluator(options.answers, options.statistics);
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
    for (const { symbol } of changes) for (const target of this.#lookedAt.get(symbol) ?? []) this.#add(target);
  }

  /** Alerts of an account were changed in this process. */
  changed(): void {
    this.#accountsAtMs = Number.NEGATIVE_INFINITY;
    this.#refresh().catch(() => {});
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
            if (classify(error) !== 'transient') {
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
        logger.warn({ err: failure }, 'alerts wait for the store');
        return RETRY_MS;
      }
    }
    return 0;
  }

  async #evaluate(symbol: string): Promise<void> {
    const version = await this.#version(symbol);
    const nowMs = this.#o.clock.nowMs();
    const active = (this.#bySymbol.get(symbol) ?? []).filter(({ standing }) => standing.state === 'active');
    // Alerts with the same conditions are evaluated once.
    const groups = grouped(active, ({ alert, account }) => JSON.stringify([alert.conditions, account]));
    const calls: AlertCall[] = [];
    for (const group of groups.values()) {
      const [{ alert, account }] = group;
      const matches = await this.#evaluator.matches(alert.conditions, symbol, account!, nowMs - LATE_MS);
      for (const match of matches) for (const known of group) calls.push(...this.#callOf(known.alert, symbol, match));
    }
    if (calls.length > 0) await this.#record(calls);
    this.#versions.set(symbol, version);
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

  async #alertOf(id: string): Promise<Known | null> {
    // Another process may have recorded the call of an alert that this one has not heard of.
    if (!this.#alerts.has(id)) {
      this.#fingerprint = '';
      await this.#refresh();
    }
    return this.#alerts.get(id) ?? null;
  }

  #refresh(): Promise<void> {
    this.#refreshing ??= this.#read().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #read(): Promise<void> {
    const { store, timers } = this.#o;
    const [row] = await store.reader.query<{ print: string }>(
      "SELECT concat(toString(count()), ' ', toString(max(version))) AS print FROM market_accounts.alerts",
    );
    const nowMs = timers.monotonicMs();
    const isOld = nowMs - this.#accountsAtMs >= ACCOUNTS_MS;
    const isChanged = row.print !== this.#fingerprint || (isOld && this.#alerts.size > 0);
    if (isChanged) {
      await this.#readAlerts();
      this.#fingerprint = row.print;
      this.#accountsAtMs = nowMs;
    }
    if (isChanged || nowMs - this.#reconciledAtMs >= RECONCILE_MS) {
      await this.#reconcile();
      this.#reconciledAtMs = nowMs;
    }
  }

  async #readAlerts(): Promise<void> {
    const { store, accounts, logger } = this.#o;
    const before = this.#alerts;
    const ofAccounts = grouped(await allAlerts(store.reader), ({ accountId }) => accountId);
    const found = ofAccounts.size > 0 ? await accounts([...ofAccounts.keys()]) : new Map<string, AlertAccount>();
    const alerts = new Map<string, Known>();
    for (const [accountId, own] of ofAccounts) {
      const account = found.get(accountId) ?? null;
      for (const [i, standing] of standings(own, account).entries()) {
        alerts.set(own[i].id, { alert: own[i], standing, account });
      }
    }
    this.#alerts = alerts;
    const active = [...alerts.values()].filter(({ standing }) => standing.state === 'active');
    activeAlerts.set(active.length);
    const bySymbol = new Map<string, Known[]>();
    const looksAt = new Map<string, Set<string>>();
    for (const known of active) {
      const { id, conditions, symbols } = known.alert;
      const others = await this.#evaluator.others(conditions).catch((error) => {
        logger.error({ err: error, alert: id }, 'an alert cannot be evaluated');
        return null;
      });
      if (others === null) continue;
      for (const symbol of symbols) {
        getOrMake(bySymbol, symbol, (): Known[] => []).push(known);
        const names = getOrMake(looksAt, symbol, () => new Set([symbol]));
        for (const other of others) names.add(other);
        // Evaluated at once: its conditions may hold already.
        if (before.get(id)?.standing.state !== 'active') this.#versions.delete(symbol);
      }
    }
    const lookedAt = new Map<string, string[]>();
    for (const [symbol, names] of looksAt)
      for (const name of names) getOrMake(lookedAt, name, (): string[] => []).push(symbol);
    [this.#bySymbol, this.#looksAt, this.#lookedAt] = [bySymbol, looksAt, lookedAt];
  }

  /** What landed without a notice, and what alerts have not been evaluated on. */
  async #reconcile(): Promise<void> {
    const own = [...this.#looksAt.keys()].filter((symbol) => this.#o.shared?.owns(symbol) ?? true);
    const versions = await Promise.all(own.map((symbol) => this.#version(symbol)));
    for (const [i, symbol] of own.entries()) if (versions[i] !== this.#versions.get(symbol)) this.#add(symbol);
  }

  #version(symbol: string): Promise<string> {
    return this.#evaluator.version(this.#looksAt.get(symbol) ?? [symbol]);
  }
}
