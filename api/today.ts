/** `/today` and `/today/stream`: where symbols are in their latest session, once or as it changes. */
import { LRUCache } from 'lru-cache';
import { BarsUsed, type SymbolInfo } from '../compute/answers/answers.ts';
import { HISTORY, type Today, todayOf, unknownToday } from '../compute/answers/today.ts';
import { EXCHANGE_SESSION } from '../compute/market/sessions.ts';
import { earliestDay, restricted, type SymbolAnswers } from './authenticator.ts';
import type { Entry } from './cache.ts';
import type { ComputingDeps } from './data.ts';
import { HttpError, symbolNotFound, tooManyStreams, unavailable } from './errors.ts';
import type { Who } from './guard.ts';
import type { ResponseWriter } from './http.ts';
import type { AccountLists } from './me.ts';
import { MAX_SYMBOLS, symbolsParam } from './query/params.ts';
import { readQuery } from './query/prepare.ts';
import { type AnswerBody, CONTENT_TYPES } from './responses/body.ts';
import { inTurns, sourceOf } from './responses/many-symbols.ts';
import { metadataOf } from './responses/one-symbol.ts';

export const TODAY_PARAMS = symbolsParam('the watchlist, without one the first ten symbols');

const DEFAULT_SYMBOLS = 10;
const CACHED_ROWS = 5_000;
export const MAX_STREAMS_PER_ACCOUNT = 4;
const MAX_STREAMS = 500;
const LOOK_MS = 1_000;
const EVENT_EVERY_MS = 2_000;
const HEARTBEAT_MS = 15_000;
/** An open stream costs a request for each of these begun. */
export const CHARGED_EVERY_MS = 15 * 60_000;
/** A client that does not read is let go before its events fill the memory. */
const MAX_UNREAD_BYTES = 1_000_000;

interface Deps extends ComputingDeps {
  readonly lists: AccountLists | undefined;
}

export class TodayEndpoint {
  readonly #deps: Deps;
  readonly #rows = new LRUCache<string, Today>({ max: CACHED_ROWS });
  readonly #streams = new Map<ResponseWriter, { accountId: string; end: () => void }>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async answer(response: ResponseWriter, search: string): Promise<void> {
    const { guard } = this.#deps;
    const who = await guard.pass(response);
    const { entry, hit } = await this.#entry(who, symbolsOf(search));
    return response.entry(entry, hit ? 'hit' : 'miss');
  }

  /**
   * Sends the body at once and after changes, until the client goes, its session ends, or the service stops. Charged once
   * for each 15 minutes begun, whatever is sent.
   */
  async stream(response: ResponseWriter, search: string): Promise<void> {
    const { guard } = this.#deps;
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
      const paidUntilMs = this.#deps.clock.nowMs() + CHARGED_EVERY_MS;
      const names = symbolsOf(search);
      const first = await this.#entry(who, names);
      if (response.res.destroyed) throw new Error('the client has gone');
      this.#follow(response, names, first.entry, paidUntilMs);
    } catch (error) {
      this.#streams.delete(response);
      throw error;
    }
  }

  /** Ends every stream: the service is about to stop. */
  drain(): void {
    for (const { end } of [...this.#streams.values()]) end();
  }

  #follow(response: ResponseWriter, names: readonly string[] | null, first: Entry, untilMs: number): void {
    const { changes, clock, config } = this.#deps;
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
    let sent = first.etag;
    let [sentAtMs, lookedAtMs, wroteAtMs] = [0, 0, 0];
    let seen = changes.any.count;
    let notBeforeMs = 0;
    let looking = false;
    const write = (text: string) => {
      wroteAtMs = performance.now();
      res.write(text);
      if (res.writableLength > MAX_UNREAD_BYTES) end();
    };
    const send = (entry: Entry) => {
      sent = entry.etag;
      sentAtMs = performance.now();
      write(`event: today\ndata: ${entry.encoded.identity.body.toString()}\n\n`);
    };
    const look = async () => {
      const nowMs = performance.now();
      if (nowMs - wroteAtMs >= HEARTBEAT_MS) write(': still here\n\n');
      const who = await this.#stillHere(response);
      if (who === null) return end();
      if (clock.nowMs() >= paidUntilMs) {
        if (nowMs < notBeforeMs) return;
        const retryAfterS = await this.#charged(response, who);
        if (retryAfterS !== null) {
          notBeforeMs = nowMs + retryAfterS * 1_000;
          return write(`event: limited\ndata: ${JSON.stringify({ retry_after: retryAfterS })}\n\n`);
        }
        paidUntilMs = clock.nowMs() + CHARGED_EVERY_MS;
      }
      const changed = changes.any.count !== seen || nowMs - lookedAtMs >= config.revalidateAfterMs;
      if (!changed || nowMs - sentAtMs < EVENT_EVERY_MS) return;
      lookedAtMs = nowMs;
      seen = changes.any.count;
      const { entry } = await this.#entry(who, names);
      if (entry.etag !== sent) send(entry);
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
    }, LOOK_MS);
    const end = () => {
      clearInterval(timer);
      this.#streams.delete(response);
      res.end();
    };
    this.#streams.set(response, { accountId: response.accountId ?? '', end });
    res.once('close', end);
    lookedAtMs = performance.now();
    send(first);
  }

  /** Null once the token, its session or its direct access is over. */
  async #stillHere(response: ResponseWriter): Promise<Who | null> {
    try {
      const who = await this.#deps.guard.who(response);
      return who.session || who.account.figures.directApi ? who : null;
    } catch (error) {
      if (error instanceof HttpError && error.status === 401) return null;
      throw error;
    }
  }

  /** Null where the stream may go on; else in how many seconds. */
  async #charged(response: ResponseWriter, who: Who): Promise<number | null> {
    try {
      await this.#deps.guard.charge(response, who);
      return null;
    } catch (error) {
      if (error instanceof HttpError && error.status === 429) return Number(error.headers['Retry-After']);
      throw error;
    }
  }

  async #entry(who: Who, requested: readonly string[] | null): Promise<{ entry: Entry; hit: boolean }> {
    const { answers, lists, cache, changes, clock, work, lookups } = this.#deps;
    const { id, figures } = who.account;
    const { symbolPrefix } = figures;
    const earliest = earliestDay(figures, clock);
    const seen = restricted(answers, symbolPrefix);
    const { count } = changes.any;
    const { names, cut, found } = await lookups.run(id, async () => {
      const wanted = requested ? { names: requested, cut: 0 } : await this.#defaults(id, lists, seen);
      return { ...wanted, found: await Promise.all(wanted.names.map((name) => seen.symbol(name))) };
    });
    const unknown = names.find((_, i) => found[i] === null);
    if (requested && unknown !== undefined) throw symbolNotFound(unknown);
    const version = names.map((name, i) => `${name}@${found[i]?.version ?? ''}`).join(' ');
    // In the order asked for; the account's own list is part of the key by its names.
    const key = JSON.stringify(['/today', names, cut, earliest, symbolPrefix]);
    return cache.get({ key, counter: changes.any, count, version }, () =>
      work.run(id, (expired) => this.#body({ names, found, cut, earliest }, expired)),
    );
  }

  async #defaults(
    accountId: string,
    lists: AccountLists | undefined,
    seen: SymbolAnswers,
  ): Promise<{ names: readonly string[]; cut: number }> {
    const watched = (await lists?.watchlist(accountId))?.symbols ?? [];
    if (watched.length > 0) {
      return { names: watched.slice(0, MAX_SYMBOLS), cut: Math.max(0, watched.length - MAX_SYMBOLS) };
    }
    const withBars = (await seen.symbols()).filter(({ hasBars }) => hasBars);
    return { names: withBars.slice(0, DEFAULT_SYMBOLS).map(({ symbol }) => symbol), cut: 0 };
  }

  async #body(
    asked: {
      names: readonly string[];
      found: readonly (SymbolInfo | null)[];
      cut: number;
      earliest: number | undefined;
    },
    expired: () => boolean,
  ): Promise<AnswerBody> {
    const { answers, statistics } = this.#deps;
    const { names, found, cut, earliest } = asked;
    const barsUsed = new BarsUsed();
    const rows = await inTurns(names, expired, async (name): Promise<Today> => {
      const symbol = found[names.indexOf(name)];
      if (!symbol) return { row: unknownToday(name), historyLimited: false, source: 'materialized', warnings: [] };
      const key = `${symbol.symbol}@${symbol.version} ${earliest}`;
      const cached = this.#rows.get(key);
      if (cached) return cached;
      const today = await todayOf(answers, { statistics, symbol, earliest, barsUsed });
      this.#rows.set(key, today);
      return today;
    });
    const symbols = found.flatMap((one) => one ?? []);
    const notStored = names.filter((_, i) => found[i] === null);
    const historyLimited = rows.some((one) => one.historyLimited);
    const warnings = [
      ...notStored.map((name) => `${name}: nothing is stored about it`),
      ...(cut > 0 ? [`${cut} more symbols of the watchlist are left out: an answer has at most ${MAX_SYMBOLS}`] : []),
      ...new Set(rows.flatMap(({ row, warnings }) => warnings.map((text) => `${row['symbol']}: ${text}`))),
    ];
    const metadata = {
      ...metadataOf({ session: EXCHANGE_SESSION, adjustment: 'splits' }, { symbols, range: null, warnings }),
      history_limited: historyLimited,
      history_window: HISTORY.timeWindow,
    };
    const body = { as_of: metadata.data_through, count: rows.length, data: rows.map(({ row }) => row), metadata };
    return {
      body: Buffer.from(JSON.stringify(body)),
      contentType: CONTENT_TYPES.json,
      source: sourceOf(rows),
      historyLimited,
      nextCursor: null,
    };
  }
}

/** Null: none are named. @throws 422 */
const symbolsOf = (search: string) =>
  (readQuery(search, TODAY_PARAMS).get('symbols') as readonly string[] | undefined) ?? null;
