/** `/symbols`: what is stored within the plan's history, searched and in pages. */
import { z } from 'zod';
import type { SymbolInfo } from '../compute/answers/answers.ts';
import { count, date, text, textOrNull, timeOrNull } from '../compute/answers/shapes.ts';
import type { ListedSymbol } from '../compute/evaluation/tables/coverage.ts';
import { isoTimestamp } from '../compute/market/render.ts';
import { ASSET_CLASSES, formatInterval, searchedText, searchRank } from '../exchange/symbol.ts';
import { earliestDay, restricted, type SymbolAnswers } from './authenticator.ts';
import type { Context } from './context.ts';
import { type ComputingDeps, versionOf } from './data.ts';
import { invalid, queryProblem } from './errors.ts';
import { SYMBOLS_PARAMS } from './query/params.ts';
import { readQuery } from './query/prepare.ts';
import { type AnswerBody, CONTENT_TYPES, objectsCsv } from './responses/body.ts';
import { dateShown } from './responses/metadata.ts';
import { decodeCursor, encodeCursor, NO_CURSOR, queryMark } from './responses/pages.ts';
import { acceptedFormat, sendEntry } from './send.ts';

const StoredSymbol = z.object({
  symbol: text,
  asset_class: z.enum(ASSET_CLASSES),
  base_interval: textOrNull.describe('Null for a symbol known from news alone'),
  first_bar: timeOrNull.describe("Start of the first bar that the plan's history allows; null without one"),
  last_bar: timeOrNull.describe('Start of the last stored bar'),
  sessions: count.describe("Sessions under the default window, from the plan's first day on"),
  daily_from: date.describe('First date that 1d bars serve, before first_bar; null without such'),
});

export const Symbols = z
  .object({
    count,
    data: z.array(StoredSymbol),
    metadata: z.object({
      total: count.describe('Symbols that match, of all pages'),
      next_cursor: textOrNull.describe('Where the page ends, if more follow'),
    }),
  })
  .meta({ id: 'Symbols' });

const minuteShown = (minute: number | null) => (minute === null ? null : isoTimestamp(minute * 60_000));

const shown = (symbol: SymbolInfo) => ({
  symbol: symbol.symbol,
  asset_class: symbol.assetClass,
  base_interval: symbol.hasBars ? formatInterval(symbol.intervalMin) : null,
  first_bar: minuteShown(symbol.firstBar),
  last_bar: minuteShown(symbol.lastBar),
  sessions: symbol.sessions,
  daily_from: dateShown(symbol.daily?.first),
});

const COLUMNS = ['symbol', 'asset_class', 'base_interval', 'first_bar', 'last_bar', 'sessions', 'daily_from'];

/** The requested part of the list. */
interface Page {
  /** Upper case, without the slash of a pair; empty: every symbol. */
  readonly search: string;
  readonly assetClass: string | undefined;
  readonly limit: number;
  /** Rank and symbol of the end of the page before. */
  readonly after: readonly [number, string] | null;
  readonly mark: string;
}

function pageOf(sent: ReadonlyMap<string, unknown>): Page {
  const search = searchedText((sent.get('search') as string | undefined) ?? '');
  const assetClass = sent.get('asset_class') as string | undefined;
  const mark = queryMark(JSON.stringify(['/symbols', search, assetClass ?? null]));
  const cursor = sent.get('cursor') as string | undefined;
  const place = cursor === undefined ? undefined : decodeCursor(cursor, mark);
  const [rank, symbol] = place?.values ?? [];
  if (place !== undefined && (typeof rank !== 'number' || typeof symbol !== 'string')) {
    throw invalid([queryProblem('cursor', 'value_error', NO_CURSOR)]);
  }
  const after = place ? ([rank as number, symbol as string] as const) : null;
  return {
    search,
    assetClass,
    limit: (sent.get('limit') as number | undefined) ?? Number.POSITIVE_INFINITY,
    after,
    mark,
  };
}

/** Returns the names of the page in order, how many symbols match, and the cursor of the next page. */
function selected(symbols: readonly ListedSymbol[], { search, assetClass, limit, after, mark }: Page) {
  const ranked = symbols
    .filter((one) => assetClass === undefined || one.assetClass === assetClass)
    .map(({ symbol }) => ({ symbol, rank: searchRank(symbol, search) }))
    .filter(({ rank }) => rank >= 0)
    // The list is in order of the symbols, and sorting keeps it within a rank.
    .sort((a, b) => a.rank - b.rank);
  const start =
    after === null
      ? 0
      : ranked.findIndex(({ symbol, rank }) => rank > after[0] || (rank === after[0] && symbol > after[1]));
  const page = start < 0 ? [] : ranked.slice(start, start + limit);
  const last = page.at(-1);
  const more = last !== undefined && last !== ranked.at(-1);
  const nextCursor = more ? encodeCursor(mark, { values: [last.rank, last.symbol], seen: 1 }) : null;
  return { names: page.map(({ symbol }) => symbol), total: ranked.length, nextCursor };
}

type Selected = ReturnType<typeof selected>;

/** Look-ups of a page whose names may be gone since they were listed. */
const LOOKS = 2;

/** Reads the names, which change seldom, then what is stored about those of the page. */
async function lookedUp(seen: SymbolAnswers, page: Page) {
  for (let look = 1; ; look++) {
    const found = selected(await seen.listed(), page);
    const infos = await seen.symbols(found.names);
    if (look === LOOKS || infos.length === found.names.length) return { ...found, infos };
  }
}

function listed(
  symbols: readonly SymbolInfo[],
  { names, total, nextCursor }: Selected,
  format: 'json' | 'csv',
): AnswerBody {
  const infos = new Map(symbols.map((info) => [info.symbol, info]));
  const data = names.flatMap((name) => infos.get(name) ?? []).map(shown);
  const metadata = { total, next_cursor: nextCursor };
  const body =
    format === 'csv' ? objectsCsv(COLUMNS, data) : Buffer.from(JSON.stringify({ count: data.length, data, metadata }));
  return { body, contentType: CONTENT_TYPES[format], source: null, historyLimited: false, nextCursor };
}

type Deps = Pick<ComputingDeps, 'answers' | 'cache' | 'changes' | 'clock'>;

export async function answerSymbols(ctx: Context, { answers, cache, changes, clock }: Deps): Promise<void> {
  const { figures } = ctx.state.who.account;
  const sent = readQuery(ctx.querystring, SYMBOLS_PARAMS);
  const format = (sent.get('format') ?? acceptedFormat(ctx)) === 'csv' ? 'csv' : 'json';
  const page = pageOf(sent);
  const earliest = earliestDay(figures, clock);
  const { symbolPrefix } = figures;
  const key = JSON.stringify(['/symbols', format, earliest, symbolPrefix, page]);
  const known = cache.current(key);
  if (known) return sendEntry(ctx, known, 'hit');
  const seen = restricted(answers, symbolPrefix);
  const { count } = changes.any;
  const found = await lookedUp(seen, page);
  const { names, infos, total, nextCursor } = found;
  const cacheKey = { key, counter: changes.any, count, version: `${versionOf(infos)} ${total} ${nextCursor}` };
  const { entry, cache: state } = await cache.get(cacheKey, async () =>
    listed(earliest === undefined ? infos : await seen.symbols(names, earliest), found, format),
  );
  return sendEntry(ctx, entry, state);
}
