/**
 * Classifies the news that waits, and hands it to landing. The order of its writes is what makes a kill harmless: the
 * answer is stored by its content, then the news is landed, then it is labelled. Broken off anywhere, the next start
 * finds the answer, lands the same event again (a duplicate), and labels it. Only an answer that was not stored yet is
 * paid for twice.
 *
 * A classified event has the version of the news it is of: whatever its source says later of that news wins, and another
 * classification of the same version follows by its later place.
 */

import { backoffMs, Loop } from '../../lib/async.ts';
import { type Clock, systemClock, systemTimers, type Timers } from '../../lib/clock.ts';
import { grouped } from '../../lib/collections.ts';
import { MS_PER_DAY } from '../../lib/days.ts';
import type { Logger } from '../../lib/logger.ts';
import { counter } from '../../lib/metrics.ts';
import type { ClassifierConfig } from '../../lib/variables.ts';
import type { Store } from '../../sql/connect.ts';
import { openCredentials } from '../collectors/credentials.ts';
import { Ownership } from '../collectors/ownership.ts';
import type { EventTopic } from '../contract/events.ts';
import type { ImportTarget } from '../files/imports.ts';
import type { PushedEvent, RejectedEvent } from '../landing/events.ts';
import {
  type Classification,
  type ClassifierEndpoint,
  ClassifierError,
  classifierEndpoint,
  classifyByRules,
  contentHash,
  PROMPT,
  PROMPT_TEXT,
  RULES,
} from './endpoint.ts';
import { type ClassificationRow, ClassificationState, type LabelRow, type PendingItem } from './store.ts';

const requestsTotal = counter('classifier_requests_total', 'Requests to the classifier by outcome', ['outcome']);
const tokensTotal = counter('classifier_tokens_total', 'Tokens of requests to the classifier');
const classifiedTotal = counter('news_classified_total', 'News that was classified and handed to landing', ['by']);

interface ClassifierWorkerOptions {
  readonly store: Pick<Store, 'reader' | 'writer'>;
  readonly target: Pick<ImportTarget, 'landEvents'>;
  /** Null: rules alone. */
  readonly endpoint: ClassifierEndpoint | null;
  readonly model: string;
  readonly tokensPerDay: number;
  readonly attempts: number;
  readonly rules: boolean;
  readonly logger: Logger;
  readonly clock?: Clock;
  readonly timers?: Timers;
  /** Whether this process is the one to classify; where there are several. */
  readonly owns?: () => Promise<boolean>;
}

const BATCH = 32;
const SIDE_BY_SIDE = 4;
const LOOK_MS = 5_000;
const ITEM_WAIT_MS = 15_000;
const BACKOFF = { firstMs: 2_000, maxMs: 300_000 } as const;
/** So many items refused in a row are no matter of the items: those that follow are not counted as their failures. */
const REFUSED_IN_ROW = 3;

/** The endpoint does not serve anybody now. */
class Paused extends Error {
  readonly retryAfterMs: number;
  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

export class ClassifierWorker {
  readonly #o: ClassifierWorkerOptions;
  readonly #state: ClassificationState;
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #loop: Loop;
  #failures = 0;
  #refusedInRow = 0;
  /** What the store was like when nothing was to be done. */
  #quiet = '';
  #quietUntilMs = 0;

  constructor(options: ClassifierWorkerOptions) {
    this.#o = options;
    this.#state = new ClassificationState(options.store);
    this.#clock = options.clock ?? systemClock;
    this.#timers = options.timers ?? systemTimers;
    this.#loop = new Loop((signal) => this.#step(signal), this.#timers);
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Answers after how many ms to look again. */
  async #step(signal: AbortSignal): Promise<number> {
    try {
      const mine = (await this.#o.owns?.()) ?? true;
      const dealtWith = mine ? await this.#look(signal) : 0;
      this.#failures = 0;
      return dealtWith > 0 ? 0 : LOOK_MS;
    } catch (error) {
      if (signal.aborted) return 0;
      this.#failures++;
      const ownMs = backoffMs(this.#failures, BACKOFF.firstMs, BACKOFF.maxMs, this.#timers.random);
      const waitMs = Math.max(ownMs, error instanceof Paused ? error.retryAfterMs : 0);
      this.#o.logger.warn({ err: error, waitMs }, 'news could not be classified; it waits');
      return waitMs;
    }
  }

  /** Where nothing was to be done, what waits is looked at again once something changed. */
  async #look(signal: AbortSignal): Promise<number> {
    const now = await this.#state.fingerprint();
    const nowMs = this.#clock.nowMs();
    if (now === this.#quiet && nowMs < this.#quietUntilMs) return 0;
    const done = await this.classifyBatch(signal);
    this.#quiet = done === 0 ? now : '';
    // What was tried without success comes round by itself.
    this.#quietUntilMs = (await this.#state.status()).waiting === 0 ? Number.POSITIVE_INFINITY : nowMs + ITEM_WAIT_MS;
    return done;
  }

  /** Of a batch at most; answers how many landed or failed. @throws where endpoint, store or log is away */
  async classifyBatch(signal: AbortSignal): Promise<number> {
    const { endpoint, model, attempts } = this.#o;
    const nowMs = this.#clock.nowMs();
    await this.#state.recordPrompt(PROMPT, PROMPT_TEXT, nowMs);
    const by = endpoint ? { model, prompt: PROMPT } : { model: RULES, prompt: RULES };
    const items = await this.#state.pending({ ...by, attempts, nowMs, firstWaitMs: ITEM_WAIT_MS, limit: BATCH });
    if (items.length === 0) return 0;
    const groups = grouped(items, (item) => `${item.model} ${contentHash(item)}`);
    const known = new Map<string, ClassificationRow>();
    for (const name of new Set(items.map((item) => item.model))) {
      const hashes = items.filter((item) => item.model === name).map(contentHash);
      const prompt = name === RULES ? RULES : PROMPT;
      for (const [hash, row] of await this.#state.known(hashes, name, prompt)) known.set(`${name} ${hash}`, row);
    }

    const answered: { item: PendingItem; row: ClassificationRow }[] = [];
    const waiting = [...groups.entries()];
    let pause: unknown;
    const work = async () => {
      for (let next = waiting.shift(); next && !pause; next = waiting.shift()) {
        const [key, alike] = next;
        try {
          const row = known.get(key) ?? (await this.#answerOf(alike[0], signal));
          if (row) answered.push(...alike.map((item) => ({ item, row })));
        } catch (error) {
          pause ??= error;
        }
      }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
    await this.#land(answered, signal);
    if (pause) throw pause;
    return items.length;
  }

  /** The classification of an item, stored; `null` where this try failed and others may follow, or none will. */
  async #answerOf(item: PendingItem, signal: AbortSignal): Promise<ClassificationRow | null> {
    const { endpoint, attempts, rules, tokensPerDay } = this.#o;
    if (!endpoint || item.model === RULES) return this.#byRules(item);
    if (item.failures >= attempts) {
      if (rules) return this.#byRules(item);
      await this.#record(item, 'gave_up', 0, 0, `after ${item.failures} tries`);
      return null;
    }
    const nowMs = this.#clock.nowMs();
    const spent = await this.#state.tokensOfDay(nowMs);
    if (spent >= tokensPerDay) {
      const message = `${spent} tokens were used today, of ${tokensPerDay} (CLASSIFIER_TOKENS_PER_DAY)`;
      await this.#record(item, 'limited', 0, 0, message);
      throw new Paused(message, MS_PER_DAY - (nowMs % MS_PER_DAY));
    }
    const began = this.#timers.monotonicMs();
    const took = () => Math.round(this.#timers.monotonicMs() - began);
    try {
      const { classification, tokens } = await endpoint(item.model, item, signal);
      this.#refusedInRow = 0;
      const row = await this.#keep(item, item.model, PROMPT, classification, tokens);
      await this.#record(item, 'ok', tokens, took(), '');
      return row;
    } catch (error) {
      if (!(error instanceof ClassifierError)) throw error;
      this.#refusedInRow = error.outcome === 'refused' ? this.#refusedInRow + 1 : 0;
      const ofItem = error.ofItem && this.#refusedInRow < REFUSED_IN_ROW;
      await this.#record(item, error.ofItem && !ofItem ? 'denied' : error.outcome, error.tokens, took(), error.message);
      if (ofItem) return null;
      throw new Paused(error.message, error.retryAfterMs ?? 0);
    }
  }

  #byRules(item: PendingItem): Promise<ClassificationRow> {
    return this.#keep(item, RULES, RULES, classifyByRules(item), 0);
  }

  async #keep(item: PendingItem, model: string, prompt: string, classification: Classification, tokens: number) {
    const classifiedMs = this.#clock.nowMs();
    const times = { classifiedMs, version: classifiedMs };
    const row = { contentHash: contentHash(item), model, prompt, ...classification, tokens, ...times };
    await this.#state.keep(row);
    return row;
  }

  async #record(
    item: PendingItem,
    outcome: string,
    tokens: number,
    durationMs: number,
    message: string,
  ): Promise<void> {
    requestsTotal.inc({ outcome });
    tokensTotal.inc(tokens);
    const request = { ...keyOf(item), model: item.model, prompt: PROMPT, outcome, tokens, durationMs, message };
    await this.#state.recordRequest({ atMs: this.#clock.nowMs(), ...request });
  }

  async #land(all: readonly { item: PendingItem; row: ClassificationRow }[], signal: AbortSignal): Promise<void> {
    if (all.length === 0) return;
    // An answer takes seconds: what the source has said of its news meanwhile is not overwritten.
    const still = await this.#state.still(all.map(({ item }) => item));
    const answered = all.filter(({ item }) => still.has(JSON.stringify(Object.values(keyOf(item)))));
    if (answered.length === 0) return;
    const rejected: RejectedEvent[] = [];
    const events = answered.map(({ item, row }, i) => eventOf(item, row, i));
    await this.#o.target.landEvents('events.sentiment', [events], {
      signal,
      onBatch: (result) => void rejected.push(...(result.rejected ?? [])),
    });
    const bad = new Set(rejected.map(({ position }) => position));
    const nowMs = this.#clock.nowMs();
    await this.#state.label(
      answered.map(({ item, row }, i): LabelRow => {
        const { contentHash: hash, model, prompt } = row;
        return {
          ...keyOf(item),
          contentHash: hash,
          model,
          prompt,
          state: bad.has(positionOf(i)) ? 'rejected' : 'landed',
          // Above the one before it, whatever the clock says.
          wantedModel: '',
          labelledMs: nowMs,
          version: Math.max(nowMs, item.labelVersion + 1),
        };
      }),
    );
    for (const { row } of answered) classifiedTotal.inc({ by: row.model });
  }
}

/** What requests and labels name an item by. */
const keyOf = ({ source, symbol, id, itemVersion }: PendingItem) => ({ source, symbol, id, itemVersion });

const positionOf = (index: number) => `classified ${index + 1}`;

function eventOf(
  item: PendingItem,
  { direction, impactScore, model, prompt }: ClassificationRow,
  i: number,
): PushedEvent {
  const { source, id, symbol, assetClass, eventMs, title, summary, provider, url, version: revision, sentBy } = item;
  const topic: EventTopic = assetClass === 'crypto' ? 'events.sentiment_crypto' : 'events.sentiment';
  const event = {
    // Ids of two vendors may be the same. What came by itself keeps its own, so that its source may say more of it.
    id: source === '' ? id : `${source}:${id}`,
    symbol,
    asset_class: assetClass,
    event_timestamp: eventMs,
    title,
    direction,
    impact_score: impactScore,
    classifier: model,
    prompt,
    revision,
    ...(sentBy === '' ? {} : { source: sentBy }),
    ...(source === '' && summary !== '' ? { headline: summary } : {}),
    ...(provider === '' ? {} : { provider }),
    ...(url === '' ? {} : { url }),
  };
  return { topic, key: symbol, value: JSON.stringify(event), source: 'classifier', position: positionOf(i) };
}

interface OpenClassifierOptions {
  readonly config: ClassifierConfig;
  readonly store: Store;
  readonly target: Pick<ImportTarget, 'landEvents'>;
  readonly environment: NodeJS.ProcessEnv;
  readonly logger: Logger;
  /** Names this process where others may classify the news of the same store; null where it is alone. */
  readonly owner: string | null;
  readonly ownerGoneMs?: number;
}

/** Where it is kept who classifies: no collector can have this name. */
const OWNED = '(classifier)';

/** @throws {CollectorError} where the credentials file cannot be used */
export function openClassifier(options: OpenClassifierOptions): Pick<ClassifierWorker, 'start' | 'stop'> {
  const { config, store, target, environment, logger, owner, ownerGoneMs: goneMs } = options;
  const [clock, timers] = [systemClock, systemTimers];
  const leaving = new AbortController();
  const ownership = new Ownership({ store, owner, clock, timers, goneMs, signal: leaving.signal });
  const { endpoint, tokensPerDay, attempts, rules } = config;
  const key = endpoint?.credentials
    ? openCredentials(environment, endpoint.credentials).required('CLASSIFIER_API_KEY')
    : endpoint?.key;
  const worker = new ClassifierWorker({
    store,
    target,
    tokensPerDay,
    attempts,
    rules,
    clock,
    timers,
    model: endpoint?.model ?? RULES,
    endpoint: endpoint && classifierEndpoint({ ...endpoint, key, clock, timers }),
    logger: logger.child({ classifier: endpoint?.model ?? RULES }),
    owns: () => ownership.owns(OWNED),
  });
  return {
    start: () => worker.start(),
    async stop() {
      leaving.abort(new Error('the classifier is stopping'));
      await worker.stop();
    },
  };
}
