/** Server-sent events of an account: how many streams it may have, what they cost, when they end. */
import type { Clock } from '../lib/clock.ts';
import { HttpError, tooManyStreams, unavailable } from './errors.ts';
import type { Guard, Who } from './guard.ts';
import type { ResponseWriter } from './http.ts';

export const MAX_STREAMS_PER_ACCOUNT = 4;
const MAX_STREAMS = 500;
const LOOK_MS = 1_000;
const HEARTBEAT_MS = 15_000;
/** An open stream costs a request for each of these begun. */
export const CHARGED_EVERY_MS = 15 * 60_000;
/** A client that does not read is let go before its events fill the memory. */
const MAX_UNREAD_BYTES = 1_000_000;

export interface Events {
  /** Sent when it opens; may be empty. */
  readonly first: string;
  /** What is to be sent now; empty where nothing is. What it throws is tried again with the next look. */
  next(who: Who): Promise<string>;
}

export class EventStreams {
  readonly #guard: Guard;
  readonly #clock: Clock;
  readonly #lookMs: number;
  readonly #streams = new Map<ResponseWriter, { accountId: string; end: () => void }>();

  constructor({ guard, clock }: { guard: Guard; clock: Clock }, lookMs = LOOK_MS) {
    [this.#guard, this.#clock, this.#lookMs] = [guard, clock, lookMs];
  }

  /**
   * Sends events until the client goes, its session ends, or the service stops. Charged once for each 15 minutes begun,
   * whatever is sent.
   *
   * @param begin called once the account may have another stream
   */
  async open(response: ResponseWriter, begin: (who: Who) => Promise<Events>): Promise<void> {
    const guard = this.#guard;
    const who = await guard.who(response);
    await guard.direct(response, who);
    await guard.check(response, who);
    const { id } = who.account;
    const own = [...this.#streams.values()].filter(({ accountId }) => accountId === id).length;
    if (own >= MAX_STREAMS_PER_ACCOUNT) throw tooManyStreams(MAX_STREAMS_PER_ACCOUNT);
    if (this.#streams.size >= MAX_STREAMS) throw unavailable('Too many streams are open at the moment', 5);
    // Counted from here on, so that streams opened at one moment cannot all take the last place.
    this.#streams.set(response, { accountId: id, end: () => {} });
    try {
      await guard.charge(response, who);
      const paidUntilMs = this.#clock.nowMs() + CHARGED_EVERY_MS;
      const events = await begin(who);
      if (response.res.destroyed) throw new Error('the client has gone');
      this.#follow(response, events, paidUntilMs);
    } catch (error) {
      this.#streams.delete(response);
      throw error;
    }
  }

  /** Ends every stream: the service is about to stop. */
  drain(): void {
    for (const { end } of [...this.#streams.values()]) end();
  }

  #follow(response: ResponseWriter, { first, next }: Events, untilMs: number): void {
    let paidUntilMs = untilMs;
    const { res } = response;
    response.open([
      'Content-Type',
      'text/event-stream; charset=utf-8',
      'Cache-Control',
      'no-store',
      'X-Accel-Buffering',
      'no',
    ]);
    if (response.req.method === 'HEAD') {
      this.#streams.delete(response);
      res.end();
      return;
    }
    let wroteAtMs = 0;
    let notBeforeMs = 0;
    let looking = false;
    const write = (text: string) => {
      if (text === '') return;
      wroteAtMs = performance.now();
      res.write(text);
      if (res.writableLength > MAX_UNREAD_BYTES) end();
    };
    const look = async () => {
      const nowMs = performance.now();
      if (nowMs - wroteAtMs >= HEARTBEAT_MS) write(': still here\n\n');
      const who = await this.#stillHere(response);
      if (who === null) return end();
      if (this.#clock.nowMs() >= paidUntilMs) {
        if (nowMs < notBeforeMs) return;
        const retryAfterS = await this.#charged(response, who);
        if (retryAfterS !== null) {
          notBeforeMs = nowMs + retryAfterS * 1_000;
          return write(`event: limited\ndata: ${JSON.stringify({ retry_after: retryAfterS })}\n\n`);
        }
        paidUntilMs = this.#clock.nowMs() + CHARGED_EVERY_MS;
      }
      write(await next(who));
    };
    const timer = setInterval(() => {
      if (looking) return;
      looking = true;
      // What fails now is tried again: the client sees the last state meanwhile.
      look()
        .catch(() => {})
        .finally(() => {
          looking = false;
        });
    }, this.#lookMs);
    const end = () => {
      clearInterval(timer);
      this.#streams.delete(response);
      res.end();
    };
    this.#streams.set(response, { accountId: response.accountId ?? '', end });
    res.once('close', end);
    // Headers reach the client at once.
    write(first === '' ? ': open\n\n' : first);
  }

  /** Null once the token, its session or its direct access is over. */
  async #stillHere(response: ResponseWriter): Promise<Who | null> {
    try {
      const who = await this.#guard.who(response);
      return who.session || who.account.figures.directApi ? who : null;
    } catch (error) {
      if (error instanceof HttpError && error.status === 401) return null;
      throw error;
    }
  }

  /** Null where the stream may go on; else in how many seconds. */
  async #charged(response: ResponseWriter, who: Who): Promise<number | null> {
    try {
      await this.#guard.charge(response, who);
      return null;
    } catch (error) {
      if (error instanceof HttpError && error.status === 429) return Number(error.headers['Retry-After']);
      throw error;
    }
  }
}
