/** `/symbols`: what is stored within the plan's history, searched and in pages. */
import { z } from 'zod';
import type { SymbolInfo } from '../../compute/answers/answers.ts';
import { seriesOfInfo } from '../../compute/answers/series.ts';
import { count, date, text, textOrNull, timeOrNull } from '../../compute/answers/shapes.ts';
import type { ListedSymbol } from '../../compute/evaluation/tables/coverage.ts';
import { isoTimestamp } from '../../compute/market/render.ts';
import { intParam, textParam, wordParam } from '../../compute/statistics/params.ts';
import { ASSET_CLASSES, formatInterval, searchedText, searchRank } from '../../exchange/symbol.ts';
import type { Context } from '../context.ts';
import { versionOf } from '../data.ts';
import { invalid, queryProblem } from '../errors.ts';
import { earliestDay, restricted } from '../plans.ts';
import { MAX_ROWS, paging } from '../query/params.ts';
import { readQuery } from '../query/request.ts';
import { type AnswerBody, CONTENT_TYPES, objectsCsv } from '../responses/body.ts';
import { dateShown } from '../responses/metadata.ts';
import { decodeCursor, encodeCursor, NO_CURSOR, queryMark } from '../responses/pages.ts';
import type { Route, Services } from '../route.ts';
import { acceptedFormat, sendFinished } from '../send.ts';

const StoredSymbol = z.object({
  symbol: text,
  asset_class: z.enum(ASSET_CLASSES),
  base_interval: textOrNull.describe('Null for a symbol known from news alone'),
  first_bar: timeOrNull.describe("Start of the first bar that the plan's history allows; null without one"),
  last_bar: timeOrNull.describe('Start of the last stored bar'),
  sessions: count.describe("Sessions under the default window, from the plan's first day on"),
  base_since: date.describe('UTC date since which base_interval is the base; null: it always was'),
  series: z
    .array(z.object({ interval: text, first_bar: timeOrNull, last_bar: timeOrNull }))
    .describe('Every interval that bars are stored at; interval= names one'),
});

const Symbols = z
  .object({
    count,
    data: z.array(StoredSymbol),
    metadata: z.object({
      total: count.describe('Symbols that match, of all pages'),
      next_cursor: textOrNull.describe('Where the page ends, if more follow'),
    }),
  })
  .meta({ id: 'Symbols' });

const PARAMS = {
  search: textParam({
    description:
      'Part of the symbol, in any case, of a crypto pair with or without its slash: first the symbol itself, then what begins ' +
      'with it, then what holds it',
    maximumLength: 32,
  }),
  asset_class: wordParam(ASSET_CLASSES, { description: 'Only symbols of this class' }),
  limit: intParam({ description: 'Rows of one answer; without it all', minimum: 1, maximum: MAX_ROWS }),
  cursor: paging(undefined)['cursor'],
  format: wordParam(['json', 'csv'], { description: 'json, or csv (also by Accept: text/csv)', fallback: 'json' }),
};

export const symbolsRoute: Route = {
  method: 'GET',
  path: '/symbols',
  access: 'free',
  work: 'reads',
  summary: 'What is stored: every symbol with its first and last bar',
  description:
    'Symbols with bars or news, and how far they reach within the plan; by search the best match first. 120 requests a minute.',
  params: PARAMS,
  response: Symbols,
  otherFormats: ['csv'],
  statuses: { 304: 'NotModified' },
  handler: (services) => (ctx) => answerSymbols(ctx, services),
};

const minuteShown = (minute: number | null) => (minute === null ? null : isoTimestamp(minute * 60_000));

const shown = (symbol: SymbolInfo) => ({
  symbol: symbol.symbol,
  asset_class: symbol.assetClass,
  base_interval: symbol.hasBars ? formatInterval(symbol.intervalMin) : null,
  first_bar: minuteShown(symbol.firstBar),
  last_bar: minuteShown(symbol.lastBar),
  sessions: symbol.sessions,
  base_since: dateShown(symbol.baseSince),
  series: seriesOfInfo(symbol).map((one) => ({
    interval: formatInterval(one.intervalMin),
    first_bar: minuteShown(one.firstBar),
    last_bar: minuteShown(one.lastBar),
  })),
});

const COLUMNS = ['symbol', 'asset_class', 'base_interval', 'first_bar', 'last_bar', 'sessions', 'base_since'];

/** The requested part of the list. */
type Page = ReturnType<typeof pageOf>;

function pageOf(sent: ReadonlyMap<string, unknown>) {
  const search = searchedText((sent.get('search') as string | undefined) ?? '');
  const assetClass = sent.get('asset_class') as string | undefined;
  const mark = queryMark(JSON.stringify(['/symbols', search, assetClass ?? null]));
  const cursor = sent.get('cursor') as string | undefined;
  const place = cursor === undefined ? undefined : decodeCursor(cursor, mark);
  const [rank, symbol] = place?.values ?? [];
  if (place !== undefined && (typeof rank !== 'number' || typeof symbol !== 'string')) {
    throw invalid([queryProblem('cursor', 'value_error', NO_CURSOR)]);
  }
  return {
    /** Upper case, without the slash of a pair; empty: every symbol. */
    search,
    assetClass,
    limit: sent.get('limit') as number | undefined,
    /** Rank and symbol of the end of the page before. */
    after: place ? ([rank as number, symbol as string] as const) : null,
    mark,
  };
}

/** Returns the names of the page in order, how many symbols match, and the cursor of the next page. */
function select(symbols: readonly ListedSymbol[], { search, assetClass, limit = Infinity, after, mark }: Page) {
  const ranked = symbols
    .filter((one) => assetClass === undefined || one.assetClass === assetClass)
    .map(({ symbol }) => ({ symbol, rank: searchRank(symbol, search) }))
    .filter(({ rank }) => rank >= 0)
    // The list is in order of the symbols, and sorting keeps it within a rank.
    .sort((a, b) => a.rank - b.rank);
  const rest =
    after === null
      ? ranked
      : ranked.filter(({ symbol, rank }) => rank > after[0] || (rank === after[0] && symbol > after[1]));
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const more = last !== undefined && page.length < rest.length;
  const nextCursor = more ? encodeCursor(mark, { values: [last.rank, last.symbol], seen: 1 }) : null;
  return { names: page.map(({ symbol }) => symbol), total: ranked.length, nextCursor };
}

async function answerSymbols(ctx: Context, { answers, cache, changes, clock }: Services): Promise<void> {
  const { figures } = ctx.state.who.account;
  const sent = readQuery(ctx.querystring, PARAMS);
  const format = (sent.get('format') ?? acceptedFormat(ctx)) === 'csv' ? 'csv' : 'json';
  const page = pageOf(sent);
  const earliest = earliestDay(figures, clock);
  const { symbolPrefix } = figures;
  const key = JSON.stringify(['/symbols', format, earliest, symbolPrefix, page]);
  const current = cache.current(key);
  if (current) return sendFinished(ctx, current, 'hit');
  const seen = restricted(answers, symbolPrefix);
  const { count } = changes.any;
  const { names, nextCursor, ...selected } = select(await seen.listed(), page);
  const whole = await seen.symbols(names);
  // A name may be gone since the names were listed.
  const total = selected.total - (names.length - whole.length);
  const version = `${versionOf(whole)} ${total} ${nextCursor}`;
  const { answer, state } = await cache.get({ key, counter: changes.any, count, version }, async () => {
    const allowed = earliest === undefined ? whole : await seen.symbols(names, earliest);
    const infos = new Map(allowed.map((info) => [info.symbol, info]));
    const data = names.flatMap((name) => infos.get(name) ?? []).map(shown);
    const metadata = { total, next_cursor: nextCursor };
    const json = () => Buffer.from(JSON.stringify({ count: data.length, data, metadata }));
    return {
      body: format === 'csv' ? objectsCsv(COLUMNS, data) : json(),
      contentType: CONTENT_TYPES[format],
      nextCursor,
    } satisfies AnswerBody;
  });
  return sendFinished(ctx, answer, state);
}
