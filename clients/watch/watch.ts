/**
 * Asks the API which symbols match now, and posts each match once per question, symbol and session. A match is written to
 * the state file before it is posted, and removed when the receiver has answered 2xx: after a crash it is posted again
 * under the same `webhook-id`, never lost.
 */
import { hash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

export interface WatchOptions {
  readonly api: string;
  readonly token: string;
  /** Receiver of the matches, and the secret (`whsec_...`) that signs them. */
  readonly url: string;
  readonly secret: string;
  /** Parameters of `/query` (with `symbol`) or `/query/scan` (without), by name. */
  readonly questions: Readonly<Record<string, string>>;
  readonly stateFile: string;
  readonly signal: AbortSignal;
  readonly log: (message: string) => void;
  readonly nowMs?: () => number;
  readonly postTimeoutMs?: number;
}

interface Pending {
  readonly id: string;
  readonly body: string;
  readonly foundAtMs: number;
  readonly attempts: number;
  readonly nextAtMs: number;
}

interface State {
  pending: Pending[];
  /** Date on which each match was posted or given up, by its id. */
  posted: Record<string, string>;
}

interface Question {
  readonly now: { date: string | null; as_of: string | null; matches: boolean | 'pending'; conditions: unknown[] };
}

interface Scan {
  readonly data: readonly { symbol: string; matches: string | boolean }[];
  readonly metadata: { data_through: string | null };
}

const TIMEOUT_MS = { ask: 30_000, post: 10_000 } as const;
const ASK_ATTEMPTS = 5;
const CONCURRENCY = 4;
const RETRY_MS = { first: 5_000, longest: 3_600_000 } as const;
const DAY_MS = 86_400_000;
const MAX_PENDING = 10_000;

export class Watch {
  readonly #o: WatchOptions;
  readonly #state: State;
  readonly #nowMs: () => number;
  readonly #webhook: Webhook;
  /** End of the data (`data_through`) per question when all its matches had been found. */
  readonly #through = new Map<string, string | null>();

  constructor(options: WatchOptions) {
    this.#o = options;
    this.#nowMs = options.nowMs ?? Date.now;
    this.#webhook = new Webhook(options.secret);
    this.#state = readState(options.stateFile);
  }

  /** Asks every question once and stores new matches. A question that fails is logged and parameters again. */
  async poll(): Promise<void> {
    for (const [name, text] of Object.entries(this.#o.questions)) {
      try {
        await this.#ask(name, new URLSearchParams(text.slice(text.indexOf('?') + 1)));
      } catch (error) {
        if (this.#o.signal.aborted) return;
        this.#o.log(`${name}: ${(error as Error).message}`);
      }
    }
  }

  /** Posts the matches that are due and waits for each outcome. */
  async deliver(): Promise<void> {
    const due = this.#state.pending.filter(({ nextAtMs }) => nextAtMs <= this.#nowMs());
    await inParallel(due, (match) => this.#post(match));
  }

  async #ask(name: string, question: URLSearchParams): Promise<void> {
    const symbol = question.get('symbol');
    if (symbol !== null) return this.#note(name, question, symbol);
    const parameters = { min_cases: '1', ...Object.fromEntries(question), limit: '1000', matching: 'now' };
    const { data, metadata } = await this.#get<Scan>(`/query/scan?${new URLSearchParams(parameters)}`);
    // New matches need new bars.
    if (metadata.data_through !== null && this.#through.get(name) === metadata.data_through) return;
    for (const only of ['symbols', 'asset_class', 'min_cases', 'sort_by', 'order', 'matching']) question.delete(only);
    await inParallel(data, async ({ symbol, matches }) => {
      if (String(matches) === 'true') await this.#note(name, question, symbol);
    });
    this.#through.set(name, metadata.data_through);
  }

  /** Stores the match of one symbol if there is one and it is new. */
  async #note(name: string, question: URLSearchParams, symbol: string): Promise<void> {
    const parameters = new URLSearchParams({ ...Object.fromEntries(question), symbol, limit: '1' });
    const { now } = await this.#get<Question>(`/query?${parameters}`);
    if (now.matches !== true || now.date === null) return;
    const id = `match_${hash('sha256', JSON.stringify([name, symbol, now.date]))}`;
    const { posted, pending } = this.#state;
    if (id in posted || pending.some((one) => one.id === id)) return;
    if (pending.length >= MAX_PENDING) throw new Error(`${MAX_PENDING} matches wait for the receiver`);
    const foundAtMs = this.#nowMs();
    const { date: session_date, as_of, conditions } = now;
    const data = { name, symbol, session_date, as_of, question: String(question), conditions };
    const body = JSON.stringify({ type: 'question.matched', timestamp: new Date(foundAtMs).toISOString(), data });
    pending.push({ id, body, foundAtMs, attempts: 0, nextAtMs: 0 });
    this.#save();
  }

  /** Returns the body of an answer. @throws Error with the API's own message */
  async #get<T>(path: string): Promise<T> {
    const headers = { authorization: `Bearer ${this.#o.token}` };
    for (let attempt = 1; ; attempt++) {
      const signal = AbortSignal.any([this.#o.signal, AbortSignal.timeout(TIMEOUT_MS.ask)]);
      const response = await fetch(this.#o.api + path, { headers, signal, redirect: 'error' });
      const body: unknown = await response.json();
      if (response.ok) return body as T;
      const isLater = [429, 503].includes(response.status);
      if (!isLater || attempt === ASK_ATTEMPTS)
        throw new Error(`the API answered ${response.status}: ${JSON.stringify(body)}`);
      await pause(Number(response.headers.get('retry-after') ?? attempt) * 1_000, this.#o.signal);
    }
  }

  async #post(match: Pending): Promise<void> {
    const { id, body } = match;
    const at = new Date(this.#nowMs());
    let problem: string;
    try {
      const response = await fetch(this.#o.url, {
        method: 'POST',
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#o.signal, AbortSignal.timeout(this.#o.postTimeoutMs ?? TIMEOUT_MS.post)]),
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
          'webhook-signature': this.#webhook.sign(id, at, body),
        },
      });
      // Only the status counts.
      await response.body?.cancel();
      if (response.ok) return this.#done(match);
      problem = `the receiver answered ${response.status}`;
    } catch (error) {
      if (this.#o.signal.aborted) return;
      problem = `the receiver did not answer: ${(error as Error).message}`;
    }
    const isOver = at.getTime() - match.foundAtMs >= DAY_MS;
    this.#o.log(`${id}: ${problem}${isOver ? '; given up after a day' : ''}`);
    if (isOver) return this.#done(match);
    const waitMs = Math.min(RETRY_MS.longest, RETRY_MS.first * 2 ** match.attempts);
    const next = { ...match, attempts: match.attempts + 1, nextAtMs: at.getTime() + waitMs };
    this.#state.pending = this.#state.pending.map((one) => (one.id === id ? next : one));
    this.#save();
  }

  #done({ id }: Pending): void {
    const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const oldest = dateOf(this.#nowMs() - 30 * DAY_MS);
    const recent = Object.entries(this.#state.posted).filter(([, date]) => date >= oldest);
    this.#state.posted = { ...Object.fromEntries(recent), [id]: dateOf(this.#nowMs()) };
    this.#state.pending = this.#state.pending.filter((one) => one.id !== id);
    this.#save();
  }

  /** Saves the state atomically: a reader finds the new state or the one before. */
  #save(): void {
    const aside = `${this.#o.stateFile}.${process.pid}`;
    writeFileSync(aside, JSON.stringify(this.#state), { mode: 0o600, flush: true });
    renameSync(aside, this.#o.stateFile);
  }
}

/** Reads the state. @throws Error if the file is unreadable, because a fresh state would post everything again */
function readState(file: string): State {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { posted: {}, pending: [] };
    throw error;
  }
  return JSON.parse(text) as State;
}

async function inParallel<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

/** Waits; resolves early if the signal aborts. */
export const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {});
