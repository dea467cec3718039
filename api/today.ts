/** `/today` and `/today/stream`: where symbols are in their latest session, once or as it changes. */
import { LRUCache } from 'lru-cache';
import { BarsUsed, type SymbolInfo } from '../compute/answers/answers.ts';
import { staleSymbols } from '../compute/answers/stale.ts';
import { HISTORY, type Today, todayOf, unknownToday } from '../compute/answers/today.ts';
import { EXCHANGE_SESSION } from '../compute/market/sessions.ts';
import { intParam, type ParamSet } from '../compute/statistics/params.ts';
import { earliestDay, restricted, type SymbolAnswers } from './authenticator.ts';
import type { Entry } from './cache.ts';
import type { ComputingDeps } from './data.ts';
import { symbolNotFound } from './errors.ts';
import type { Who } from './guard.ts';
import type { ResponseWriter } from './http.ts';
import type { AccountLists } from './me.ts';
import { MAX_SYMBOLS, symbolsParam } from './query/params.ts';
import { readQuery } from './query/prepare.ts';
import { type AnswerBody, CONTENT_TYPES } from './responses/body.ts';
import { inTurns, sourceOf } from './responses/many-symbols.ts';
import { metadataOf } from './responses/one-symbol.ts';
import { EventStreams } from './streams.ts';

export const TODAY_PARAMS: ParamSet = {
  ...symbolsParam('the watchlist, without one the first ten symbols'),
  orb_minutes: intParam({
    description:
      'Minutes of the opening range; where it is no whole multiple of the base interval, the default of /stats/orb',
    minimum: 1,
    maximum: 240,
    fallback: 5,
    affects: 'records',
  }),
};

interface Requested {
  /** Null: none are named. */
  readonly names: readonly string[] | null;
  readonly orbMinutes: number;
}

/** @throws 422 */
function requestedOf(search: string): Requested {
  const sent = readQuery(search, TODAY_PARAMS);
  const names = (sent.get('symbols') as readonly string[] | undefined) ?? null;
  return { names, orbMinutes: (sent.get('orb_minutes') as number | undefined) ?? 5 };
}

const DEFAULT_SYMBOLS = 10;
const CACHED_ROWS = 5_000;
const EVENT_EVERY_MS = 2_000;

interface Deps extends ComputingDeps {
  readonly lists: AccountLists | undefined;
}

export class TodayEndpoint {
  readonly #deps: Deps;
  readonly #rows = new LRUCache<string, Today>({ max: CACHED_ROWS });
  readonly #streams: EventStreams;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#streams = new EventStreams(deps);
  }

  async answer(response: ResponseWriter, search: string): Promise<void> {
    const { guard } = this.#deps;
    const who = await guard.pass(response);
    const { entry, hit } = await this.#entry(who, requestedOf(search));
    return response.entry(entry, hit ? 'hit' : 'miss');
  }

  /** Sends the body at once and after changes. */
  stream(response: ResponseWriter, search: string): Promise<void> {
    const { changes, config } = this.#deps;
    return this.#streams.open(response, async (opener) => {
      const requested = requestedOf(search);
      const { entry: first } = await this.#entry(opener, requested);
      let sent = first.etag;
      let seen = changes.any.count;
      let [sentAtMs, lookedAtMs] = [performance.now(), performance.now()];
      const event = ({ encoded }: Entry) => `event: today\ndata: ${encoded.identity.body.toString()}\n\n`;
      const next = async (who: Who) => {
        const nowMs = performance.now();
        const changed = changes.any.count !== seen || nowMs - lookedAtMs >= config.revalidateAfterMs;
        if (!changed || nowMs - sentAtMs < EVENT_EVERY_MS) return '';
        lookedAtMs = nowMs;
        seen = changes.any.count;
        const { entry } = await this.#entry(who, requested);
        if (entry.etag === sent) return '';
        sent = entry.etag;
        sentAtMs = performance.now();
        return event(entry);
      };
      return { first: event(first), next };
    });
  }

  drain(): void {
    this.#streams.drain();
  }

  async #entry(who: Who, { names: requested, orbMinutes }: Requested): Promise<{ entry: Entry; hit: boolean }> {
    const { answers, lists, cache, changes, clock, work, lookups } = this.#deps;
    const { id, figures } = who.account;
    const { symbolPrefix } = figures;
    const earliest = earliestDay(figures, clock);
    const seen = restricted(answers, symbolPrefix);
    const { count } = changes.any;
    const { names, cut, found, stale } = await lookups.run(id, async () => {
      const wanted = requested ? { names: requested, cut: 0 } : await this.#defaults(id, lists, seen);
      const found = await Promise.all(wanted.names.map((name) => seen.symbol(name)));
      const withBars = found.flatMap((one) => one ?? []);
      return { ...wanted, found, stale: staleSymbols(withBars, await seen.newestBars(), EXCHANGE_SESSION) };
    });
    const unknown = names.find((_, i) => found[i] === null);
    if (requested && unknown !== undefined) throw symbolNotFound(unknown);
    const version = [...names.map((name, i) => `${name}@${found[i]?.version ?? ''}`), ...stale].join(' ');
    // In the order asked for; the account's own list is part of the key by its names.
    const key = JSON.stringify(['/today', names, cut, earliest, symbolPrefix, orbMinutes]);
    return cache.get({ key, counter: changes.any, count, version }, () =>
      work.run(id, (expired) => this.#body({ names, found, stale, cut, earliest, orbMinutes }, expired)),
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
    const withBars = (await seen.listed()).filter(({ hasBars }) => hasBars);
    return { names: withBars.slice(0, DEFAULT_SYMBOLS).map(({ symbol }) => symbol), cut: 0 };
  }

  async #body(
    asked: {
      names: readonly string[];
      found: readonly (SymbolInfo | null)[];
      stale: ReadonlySet<string>;
      cut: number;
      earliest: number | undefined;
      orbMinutes: number;
    },
    expired: () => boolean,
  ): Promise<AnswerBody> {
    const { answers, statistics } = this.#deps;
    const { names, found, stale, cut, earliest, orbMinutes } = asked;
    const barsUsed = new BarsUsed();
    const rows = await inTurns(names, expired, async (name): Promise<Today> => {
      const symbol = found[names.indexOf(name)];
      if (!symbol) return { row: unknownToday(name), historyLimited: false, source: 'materialized', warnings: [] };
      const isStale = stale.has(symbol.symbol);
      const key = `${symbol.symbol}@${symbol.version} ${isStale} ${earliest} ${orbMinutes}`;
      const cached = this.#rows.get(key);
      if (cached) return cached;
      const today = await todayOf(answers, { statistics, symbol, earliest, barsUsed, isStale, orbMinutes });
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
