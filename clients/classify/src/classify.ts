/**
 * Classifies waiting news, the newest first, one request at a time. An event is pushed right after its answer, with the
 * revision of its news, so that a later revision wins. A kill between answer and push costs that answer.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { classify, ModelError, type ModelOptions } from './model.ts';
import type { OpsPort, WaitingNews } from './ops-port.ts';

export interface ClassifierOptions {
  readonly ops: OpsPort;
  readonly model: ModelOptions;
  readonly requestsPerMinute: number;
  /** Most tokens per UTC day; the request that reaches the limit is the last. */
  readonly tokensPerDay: number;
  /** Attempts per news item, with doubling waits between them. */
  readonly attempts: number;
  /** File that keeps used tokens and failures over restarts. */
  readonly stateFile: string;
  readonly log: (message: string) => void;
}

interface Failure {
  readonly attempts: number;
  readonly atMs: number;
}
interface State {
  day: string;
  tokens: number;
  failures: Record<string, Failure>;
}

const LOOK_MS = 5_000;
const FIRST_ITEM_WAIT_MS = 15_000;
const FIRST_BACKOFF_MS = 2_000;
const MAX_BACKOFF_MS = 300_000;
/** Refused items in a row after which the endpoint is at fault, not the items. */
const REFUSED_IN_ROW = 3;

export class Classifier {
  readonly #options: ClassifierOptions;
  readonly #state: State;
  #nextRequestMs = 0;
  #refusedInRow = 0;

  constructor(options: ClassifierOptions) {
    this.#options = options;
    this.#state = readState(options.stateFile);
  }

  /** Runs until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      let waitMs = LOOK_MS;
      try {
        if ((await this.pass(signal)) > 0) waitMs = 0;
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        const retryAfterMs = error instanceof ModelError ? error.retryAfterMs : 0;
        waitMs = Math.max(Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** failures++), retryAfterMs);
        this.#options.log(`${(error as Error).message}; news waits, next attempt in ${Math.ceil(waitMs / 1000)} s`);
      }
      await sleep(waitMs, signal);
    }
  }

  /** Classifies the waiting news. Returns the number of pushed events. @throws if the model or the ops port is away */
  async pass(signal: AbortSignal): Promise<number> {
    const { attempts, ops } = this.#options;
    const { news, retried_at } = await ops.waiting();
    const { failures } = this.#state;
    const retriedMs = retried_at === null ? 0 : Date.parse(retried_at);
    const waiting = new Set(news.map(keyOf));
    for (const [key, { atMs }] of Object.entries(failures)) {
      if (!waiting.has(key) || atMs < retriedMs) delete failures[key];
    }
    let pushed = 0;
    for (const item of news) {
      const failure = failures[keyOf(item)];
      const dueMs = failure ? failure.atMs + FIRST_ITEM_WAIT_MS * 2 ** (failure.attempts - 1) : 0;
      if (failure && (failure.attempts >= attempts || dueMs > Date.now())) continue;
      if (await this.#classify(item, signal)) pushed++;
    }
    return pushed;
  }

  async #classify(item: WaitingNews, signal: AbortSignal): Promise<boolean> {
    const { ops, model, tokensPerDay, requestsPerMinute } = this.#options;
    const state = this.#state;
    const today = new Date().toISOString().slice(0, 10);
    if (state.day !== today) Object.assign(state, { day: today, tokens: 0 });
    if (state.tokens >= tokensPerDay) {
      const untilMidnightMs = Date.parse(today) + 86_400_000 - Date.now();
      throw new ModelError(`${state.tokens} of ${tokensPerDay} tokens were used today`, false, 0, untilMidnightMs);
    }
    await sleep(this.#nextRequestMs - Date.now(), signal);
    signal.throwIfAborted();
    this.#nextRequestMs = Date.now() + 60_000 / requestsPerMinute;
    try {
      const { direction, impact_score, tokens } = await classify(model, item, signal);
      this.#refusedInRow = 0;
      this.#spend(tokens);
      if (await ops.push(eventOf(item, { direction, impact_score, classifier: model.model }))) return true;
      this.#fail(item, 'the classified event was rejected: see dlq list');
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      this.#spend(error.tokens);
      this.#refusedInRow = error.isOfItem && error.tokens === 0 ? this.#refusedInRow + 1 : 0;
      if (!error.isOfItem || this.#refusedInRow >= REFUSED_IN_ROW) throw error;
      this.#fail(item, error.message);
    }
    return false;
  }

  #spend(tokens: number): void {
    this.#state.tokens += tokens;
    this.#save();
  }

  #fail(item: WaitingNews, message: string): void {
    const key = keyOf(item);
    const attempts = (this.#state.failures[key]?.attempts ?? 0) + 1;
    this.#state.failures[key] = { attempts, atMs: Date.now() };
    this.#save();
    this.#options.log(`${item.symbol} ${item.event_id}: ${message} (attempt ${attempts})`);
  }

  #save(): void {
    const { stateFile } = this.#options;
    writeFileSync(`${stateFile}.tmp`, JSON.stringify(this.#state), { mode: 0o600 });
    renameSync(`${stateFile}.tmp`, stateFile);
  }
}

const keyOf = ({ symbol, event_id, revision }: WaitingNews) => JSON.stringify([symbol, event_id, revision]);

function eventOf(
  { summary: _, source, event_id: id, headline, provider, url, ...item }: WaitingNews,
  classified: object,
): object {
  return {
    ...item,
    id,
    ...classified,
    ...(source === '' ? {} : { source }),
    ...(provider === '' ? {} : { provider }),
    ...(url === '' ? {} : { url }),
    ...(headline === '' ? {} : { headline }),
  };
}

function readState(file: string): State {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw new Error(`${file} cannot be read: delete it`);
    return { day: '', tokens: 0, failures: {} };
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(ms, 2 ** 31 - 1));
    signal.addEventListener('abort', end);
  });
}
