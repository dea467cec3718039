/**
 * Delivers recorded calls to their receivers, at least once: a call is in the store before its first attempt, and every
 * attempt is recorded there, so another process or another start continues where this one ended. A receiver that hangs
 * takes the places of its own account alone.
 */
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { backoffMs, inTurn, Loop } from '../../lib/async.ts';
import type { Clock, Timers } from '../../lib/clock.ts';
import { entries } from '../../lib/collections.ts';
import { dayOfMs, MS_PER_DAY } from '../../lib/days.ts';
import { counter, fromZero, gauge, histogram } from '../../lib/metrics.ts';
import type { Store } from '../../sql/connect.ts';
import { type Alert, type AlertCall, alertCallsTable, callsSince, type Standing, versionOf } from './store.ts';
import { signedHeaders, type Webhook } from './webhook.ts';

export interface DeliveryOptions {
  readonly store: Pick<Store, 'reader' | 'writer'>;
  readonly webhook: Webhook;
  /** Null: there is no such alert. */
  readonly alertOf: (alertId: string) => Promise<{ readonly alert: Alert; readonly standing: Standing } | null>;
  /** Whether this process is the one that calls; where there are several. */
  readonly isCaller: () => boolean;
  /** How often calls are looked for that others have recorded. */
  readonly lookMs: number;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
}

const GIVEN_UP_MS = MS_PER_DAY;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 3_600_000;
/** Sessions of calls that may be pending: they were recorded at most a day after the session's end, and kept for a day. */
const PENDING_DAYS = 5;
const PLACES = 200;
const PLACES_PER_ACCOUNT = 4;
/** While receivers fail, half of the places stay for calls that were not attempted yet. */
const PLACES_FOR_RETRIES = PLACES / 2;
const NOT_CALLER_MS = 500;
const STORE_AWAY_MS = 1_000;
const UNKNOWN_MS = 60_000;
const MAX_ERROR = 300;
/** How far a replica of the store may be behind. */
const ENDED_MS = 60_000;

const attemptsTotal = counter('alert_attempts_total', 'Attempts to call the receiver of an alert, by outcome', [
  'outcome',
]);
fromZero(attemptsTotal, { outcome: ['delivered', 'failed', 'given_up'] });
const pendingCalls = gauge(
  'alert_calls_pending',
  'Calls of alerts that are not delivered yet; of the process that calls',
);
const deliverySeconds = histogram(
  'alert_delivery_seconds',
  'From the record of a call until its receiver took it',
  [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 30, 300, 3600, 86400],
);

export class Delivery {
  readonly #o: DeliveryOptions;
  readonly #loop: Loop;
  /** By id; what is on its way stays here until the store has its outcome. */
  readonly #pending = new Map<string, AlertCall>();
  readonly #underWay = new Map<string, Promise<void>>();
  /** Ids of calls whose end is recorded: an answer of the store may be older. */
  readonly #ended = new LRUCache<string, true>({ ...entries(100_000), ttl: ENDED_MS });
  readonly #oneInsert = inTurn();
  /** Outcomes that the next insert records, and that insert. */
  #outcomes: AlertCall[] = [];
  #nextInsert: Promise<void> | null = null;
  /** Calls were recorded since the store was last asked. */
  #asked = false;
  #nextLookMs = 0;

  constructor(options: DeliveryOptions) {
    this.#o = options;
    this.#loop = new Loop(() => this.#step(), options.timers);
  }

  start(): void {
    this.#loop.start();
  }

  /** Calls were recorded: looks at once. */
  wake(): void {
    this.#asked = true;
    this.#loop.wake();
  }

  /** Waits for the attempts that are under way. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.all(this.#underWay.values());
  }

  async #step(): Promise<number> {
    const { isCaller, timers, clock, lookMs, logger } = this.#o;
    if (!isCaller()) {
      this.#pending.clear();
      pendingCalls.set(0);
      this.#nextLookMs = 0;
      return NOT_CALLER_MS;
    }
    if (this.#asked || timers.monotonicMs() >= this.#nextLookMs) {
      this.#asked = false;
      try {
        await this.#look();
      } catch (error) {
        this.#asked = true;
        logger.warn({ err: error }, 'calls of alerts wait for the store');
        return STORE_AWAY_MS;
      }
      this.#nextLookMs = timers.monotonicMs() + lookMs;
    }
    this.#begin();
    if (this.#asked) return 0;
    const nowMs = clock.nowMs();
    const due = [...this.#pending.values()]
      .filter(({ id }) => !this.#underWay.has(id))
      .map(({ nextAttemptAtMs }) => Math.max(FIRST_RETRY_MS / 5, (nextAttemptAtMs ?? nowMs) - nowMs));
    return Math.max(1, Math.min(lookMs, ...due, this.#nextLookMs - timers.monotonicMs()));
  }

  async #look(): Promise<void> {
    const { store, clock } = this.#o;
    const since = dayOfMs(clock.nowMs()) - PENDING_DAYS;
    const calls = await callsSince(store.reader, since, "AND state = 'pending'");
    const found = new Set(calls.map(({ id }) => id));
    for (const id of this.#pending.keys()) if (!found.has(id) && !this.#underWay.has(id)) this.#pending.delete(id);
    for (const call of calls) {
      // An answer that was asked for before an attempt was recorded must not undo it.
      const isOlder = (this.#pending.get(call.id)?.version ?? 0) > call.version;
      if (!isOlder && !this.#underWay.has(call.id) && !this.#ended.has(call.id)) this.#pending.set(call.id, call);
    }
    pendingCalls.set(this.#pending.size);
  }

  /** Begins what is due and has a place: calls without an attempt first, then by their age. */
  #begin(): void {
    const nowMs = this.#o.clock.nowMs();
    const waiting = [...this.#pending.values()]
      .filter(({ id, nextAttemptAtMs }) => !this.#underWay.has(id) && (nextAttemptAtMs ?? 0) <= nowMs)
      .sort((a, b) => Math.min(a.attempts, 1) - Math.min(b.attempts, 1) || a.recordedAtMs - b.recordedAtMs);
    const underWay = [...this.#underWay.keys()].flatMap((id) => this.#pending.get(id) ?? []);
    const ofAccount = new Map<string, number>();
    for (const { accountId } of underWay) ofAccount.set(accountId, (ofAccount.get(accountId) ?? 0) + 1);
    let retries = underWay.filter(({ attempts }) => attempts > 0).length;
    for (const call of waiting) {
      if (this.#underWay.size >= PLACES) return;
      const own = ofAccount.get(call.accountId) ?? 0;
      if (own >= PLACES_PER_ACCOUNT || (call.attempts > 0 && retries >= PLACES_FOR_RETRIES)) continue;
      if (call.attempts > 0) retries++;
      ofAccount.set(call.accountId, own + 1);
      const attempt = this.#attempt(call).finally(() => {
        this.#underWay.delete(call.id);
        this.#loop.wake();
      });
      this.#underWay.set(call.id, attempt);
    }
  }

  async #attempt(call: AlertCall): Promise<void> {
    const { logger, timers } = this.#o;
    let ended: AlertCall;
    try {
      const outcome = await this.#outcome(call);
      if (outcome === null) return;
      const changed = { ...call, ...outcome };
      ended = { ...changed, version: versionOf(changed) };
      await this.#record(ended);
    } catch (error) {
      // The call comes again, with its id: what was delivered may be delivered twice, and is not lost.
      logger.warn({ err: error, call: call.id }, 'the outcome of a call could not be recorded');
      await timers.sleep(STORE_AWAY_MS, this.#loop.signal).catch(() => {});
      return;
    }
    if (ended.state === 'pending') this.#pending.set(call.id, ended);
    else {
      this.#pending.delete(call.id);
      this.#ended.set(call.id, true);
    }
    pendingCalls.set(this.#pending.size);
  }

  /** What ends while an insert runs is recorded by the next one: when a session opens, thousands call at once. */
  #record(ended: AlertCall): Promise<void> {
    this.#outcomes.push(ended);
    this.#nextInsert ??= this.#oneInsert(() => {
      const outcomes = this.#outcomes;
      [this.#outcomes, this.#nextInsert] = [[], null];
      return alertCallsTable.insert(this.#o.store.writer, outcomes);
    });
    return this.#nextInsert;
  }

  /** Null: nothing changes; the alert does not call now. */
  async #outcome(
    call: AlertCall,
  ): Promise<Pick<AlertCall, 'state' | 'attempts' | 'error' | 'nextAttemptAtMs' | 'endedAtMs'> | null> {
    const { alertOf, webhook, clock, timers, logger } = this.#o;
    const about = { alert: call.alertId, account: call.accountId, call: call.id, symbol: call.symbol };
    const found = await alertOf(call.alertId);
    // One that was just made may not be readable everywhere yet.
    const isOver = clock.nowMs() - call.recordedAtMs >= (found ? GIVEN_UP_MS : UNKNOWN_MS);
    const ended = { nextAttemptAtMs: null, endedAtMs: clock.nowMs() };
    if (found?.standing.state !== 'active') {
      const error = found ? (found.standing.reason ?? 'the alert is paused') : 'the alert was deleted';
      if (!isOver) {
        this.#pending.set(call.id, { ...call, nextAttemptAtMs: clock.nowMs() + FIRST_RETRY_MS });
        return null;
      }
      logger.warn({ ...about, reason: error }, 'a call of an alert was given up');
      attemptsTotal.inc({ outcome: 'given_up' });
      return { state: 'given_up', attempts: call.attempts, error, ...ended };
    }
    const { alert } = found;
    const attempts = call.attempts + 1;
    try {
      await webhook.post(alert.webhookUrl, call.body, signedHeaders(alert, call.id, call.body, clock.nowMs()));
      attemptsTotal.inc({ outcome: 'delivered' });
      deliverySeconds.observe((clock.nowMs() - call.recordedAtMs) / 1000);
      logger.debug({ ...about, attempts }, 'an alert called');
      return { state: 'delivered', attempts, error: '', ...ended, endedAtMs: clock.nowMs() };
    } catch (error) {
      const message = (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR);
      const nowMs = clock.nowMs();
      const nextAttemptAtMs = nowMs + backoffMs(attempts, FIRST_RETRY_MS, LONGEST_RETRY_MS, timers.random);
      if (nextAttemptAtMs - call.recordedAtMs < GIVEN_UP_MS) {
        attemptsTotal.inc({ outcome: 'failed' });
        return { state: 'pending', attempts, error: message, nextAttemptAtMs, endedAtMs: null };
      }
      logger.warn({ ...about, attempts, reason: message }, 'a call of an alert was given up');
      attemptsTotal.inc({ outcome: 'given_up' });
      return { state: 'given_up', attempts, error: message, ...ended, endedAtMs: nowMs };
    }
  }
}
