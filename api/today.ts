/** `/today`: the latest session of symbols. */
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { BarsUsed, type SymbolInfo } from '../compute/answers/answers.ts';
import { count, TodayRow, text, timeOrNull } from '../compute/answers/shapes.ts';
import { staleSymbols } from '../compute/answers/stale.ts';
import { HISTORY, type Today, todayOf } from '../compute/answers/today.ts';
import { EXCHANGE_SESSION } from '../compute/market/sessions.ts';
import { about, distinctWarnings } from '../compute/market/warning.ts';
import { intParam, type ParamSet } from '../compute/statistics/params.ts';
import { earliestDay, restricted, type SymbolAnswers } from './authenticator.ts';
import type { Context } from './context.ts';
import type { ComputingDeps } from './data.ts';
import { symbolNotFound } from './errors.ts';
import { symbolsParam } from './query/params.ts';
import { readQuery } from './query/prepare.ts';
import { type AnswerBody, CONTENT_TYPES } from './responses/body.ts';
import { inTurns, sourceOf } from './responses/many-symbols.ts';
import { Metadata, metadataOf } from './responses/metadata.ts';
import { sendEntry } from './send.ts';

export const TODAY_PARAMS: ParamSet = {
  ...symbolsParam('the first ten symbols'),
  orb_minutes: intParam({
    description:
      'Minutes of the opening range; where it is no whole multiple of the base interval, the default of /stats/orb',
    minimum: 1,
    maximum: 240,
    fallback: 5,
    affects: 'records',
  }),
};

export const TodayBody = z
  .object({
    as_of: timeOrNull.describe('End of the last stored bar of any of the symbols'),
    count,
    data: z.array(TodayRow),
    metadata: Metadata.extend({
      history_window: text.describe('Window of the history figures, ending the session before'),
    }).meta({ id: 'TodayMetadata' }),
  })
  .meta({ id: 'Today' });

interface Requested {
  /** Null if the request names none. */
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

export class TodayEndpoint {
  readonly #deps: ComputingDeps;
  readonly #rows = new LRUCache<string, Today>({ max: CACHED_ROWS });

  constructor(deps: ComputingDeps) {
    this.#deps = deps;
  }

  /** @throws 404 for a named symbol that is unknown, 422 */
  async answer(ctx: Context): Promise<void> {
    const { names: requested, orbMinutes } = requestedOf(ctx.querystring);
    const { answers, cache, changes, clock, work, lookups } = this.#deps;
    const { id, figures } = ctx.state.who.account;
    const { symbolPrefix } = figures;
    const earliest = earliestDay(figures, clock);
    const seen = restricted(answers, symbolPrefix);
    const { count } = changes.any;
    const { names, found, stale } = await lookups.run(id, async () => {
      const names = requested ?? (await defaultNames(seen));
      const symbols = await Promise.all(names.map((name) => seen.symbol(name)));
      const found = symbols.map((symbol, i) => {
        if (symbol === null) throw symbolNotFound(names[i]);
        return symbol;
      });
      return { names, found, stale: staleSymbols(found, await seen.newestBars(), EXCHANGE_SESSION) };
    });
    const version = [...names.map((name, i) => `${name}@${found[i].version}`), ...stale].join(' ');
    // The rows have the order of the names.
    const key = JSON.stringify(['/today', names, earliest, symbolPrefix, orbMinutes]);
    const { entry, cache: state } = await cache.get({ key, counter: changes.any, count, version }, () =>
      work.run(id, (expired) => this.#body({ names, found, stale, earliest, orbMinutes }, expired)),
    );
    return sendEntry(ctx, entry, state);
  }

  async #body(
    asked: {
      names: readonly string[];
      found: readonly SymbolInfo[];
      stale: ReadonlySet<string>;
      earliest: number | undefined;
      orbMinutes: number;
    },
    expired: () => boolean,
  ): Promise<AnswerBody> {
    const { answers, statistics } = this.#deps;
    const { names, found, stale, earliest, orbMinutes } = asked;
    const barsUsed = new BarsUsed();
    const rows = await inTurns(names, expired, async (name): Promise<Today> => {
      const symbol = found[names.indexOf(name)];
      const isStale = stale.has(symbol.symbol);
      const key = `${symbol.symbol}@${symbol.version} ${isStale} ${earliest} ${orbMinutes}`;
      const cached = this.#rows.get(key);
      if (cached) return cached;
      const today = await todayOf(answers, { statistics, symbol, earliest, barsUsed, isStale, orbMinutes });
      this.#rows.set(key, today);
      return today;
    });
    const historyLimited = rows.some((one) => one.historyLimited);
    const warnings = distinctWarnings(rows.flatMap(({ row, warnings }) => about(String(row['symbol']), warnings)));
    const metadata = {
      ...metadataOf({ session: EXCHANGE_SESSION, adjustment: 'splits' }, { symbols: found, range: null, warnings }),
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

/** Returns the names of the first symbols with bars. */
async function defaultNames(seen: SymbolAnswers): Promise<readonly string[]> {
  const withBars = (await seen.listed()).filter(({ hasBars }) => hasBars);
  return withBars.slice(0, DEFAULT_SYMBOLS).map(({ symbol }) => symbol);
}
