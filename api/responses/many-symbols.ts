/**
 * Lists over several symbols. Each symbol's own first rows are cached by its version, so that after a change of one
 * symbol only its rows are computed again.
 */
import { LRUCache } from 'lru-cache';
import {
  type Answers,
  BarsUsed,
  type SymbolInfo,
  type ViewAnswer,
  type ViewRequest,
} from '../../compute/answers/answers.ts';
import { firstDayAsked, servedByDailies } from '../../compute/answers/symbols.ts';
import { isEmptyRange, type ResolvedRange, resolveRange } from '../../compute/evaluation/range.ts';
import { dateOfBar, emptyDateWarning } from '../../compute/evaluation/warnings.ts';
import { DAY_FIELDS } from '../../compute/market/candles.ts';
import type { Field } from '../../compute/market/fields.ts';
import {
  concatTables,
  type OrderKey,
  type RecordTable,
  TableBuilder,
  texts,
  topRows,
  withColumns,
} from '../../compute/market/records.ts';
import { DEFAULT_SESSION } from '../../compute/market/sessions.ts';
import { about, distinctWarnings, type Warning } from '../../compute/market/warning.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { Turns } from '../../lib/async.ts';
import { getOrMake } from '../../lib/collections.ts';
import { isoDate } from '../../lib/days.ts';
import type { ManyRoute, StatisticRoute } from '../data-routes.ts';
import { unavailable } from '../errors.ts';
import { fitsFeed, ownParams, type PreparedStatistic, rangeRequest, unfitParameter } from '../query/prepare.ts';
import { type AnswerBody, listBody } from './body.ts';
import { ignoredWarnings, metadataOf, rangeShown } from './metadata.ts';
import { echoed, type Job, limitOf } from './one-symbol.ts';

interface Part {
  readonly rows: RecordTable;
  /** The symbol has sessions in the range. */
  readonly inside: boolean;
  readonly source: ViewAnswer['source'];
  readonly warnings: readonly Warning[];
}

/** Symbols computed concurrently; they share one statement per table. */
const AT_A_TIME = 32;
const ROWS_AT_A_TIME = 2_000;

export class ManySymbols {
  readonly #answers: Answers;
  readonly #parts: LRUCache<string, Part>;

  constructor(answers: Answers, partsBytes: number) {
    this.#answers = answers;
    this.#parts = new LRUCache({ maxSize: partsBytes, sizeCalculation: ({ rows }) => bytesOf(rows) });
  }

  async answer(job: Job): Promise<AnswerBody> {
    const { target, earliest, format, expired } = job;
    const prepared = job.prepared as PreparedStatistic;
    const route = prepared.route as ManyRoute;
    const { endpoint, statistic } = route;
    const { values } = target;
    const symbols = target.symbols.filter(
      (symbol) => symbol.hasBars && (route.scope === 'symbols' || fitsFeed(route, values, symbol.intervalMin)),
    );
    const session = prepared.session ?? DEFAULT_SESSION;
    const barsUsed = new BarsUsed();
    const asked = (symbol: SymbolInfo) => ({ statistic, symbol, session, values, barsUsed, withDailies: true });
    const latest = async () =>
      latestOf(await inTurns(symbols, expired, (symbol) => this.#answers.latest(asked(symbol))));
    const firstDays = symbols.map((symbol) => firstDayAsked(asked(symbol)));
    const requested = rangeRequest(prepared, firstDays, earliest);
    const end = requested.date ?? requested.endDate ?? (await latest());
    const range = resolveRange(requested, end ?? Number.NaN);
    // Omitted parameters adapt to the feeds of all symbols, so the values belong to the key.
    const query = `${prepared.key} ${JSON.stringify(values)}`;
    const part = (symbol: SymbolInfo) =>
      this.#part(query, route, { ...asked(symbol), range: { ...requested, endDate: end ?? undefined } });
    const parts = end === null ? [] : await inTurns(symbols, expired, part);

    const inside = new Set(symbols.filter((_, i) => parts[i]?.inside).map(({ symbol }) => symbol));
    const outside = target.symbols.map(({ symbol }) => symbol).filter((name) => !inside.has(name));
    const rows = await ranked(endpoint.fields, parts, endpoint.order(values), limitOf(values));
    const metadata = metadataOf(prepared, {
      symbols: route.scope === 'symbols' ? target.symbols : symbols,
      range,
      dailyUntil: (symbol) => servedByDailies(asked(symbol))?.until,
      warnings: [
        ...(route.scope === 'symbols'
          ? [...chosenWarnings(prepared, values), ...outsideWarnings(outside, range)]
          : tooCoarseWarnings(route, target.symbols, () => values)),
        ...emptyDateWarnings(statistic, symbols, range, inside.size > 0),
        ...together(new Set(texts(rows, 'symbol') as string[]), symbols, parts),
        ...ignoredWarnings(prepared),
      ],
    });
    return listBody({
      format,
      source: sourceOf(parts),
      fields: endpoint.fieldsFor?.(values) ?? endpoint.fields,
      rows,
      symbol: '',
      head: { ...rangeShown(range), ...echoed(route, values) },
      metadata,
    });
  }

  /** The symbol's rows that can be in the answer. */
  async #part(query: string, { endpoint }: ManyRoute, request: ViewRequest): Promise<Part> {
    const { symbol, range, values } = request;
    const key = `${query} ${symbol.symbol}@${symbol.version} ${range.endDate} ${range.earliest}`;
    const cached = this.#parts.get(key);
    if (cached) return cached;
    const { view, source, warnings } = await this.#answers.view(request);
    const rows = topRows(endpoint.fields, endpoint.rows(view), endpoint.order(values), limitOf(values));
    const named = withColumns(rows, { symbol: new Array(rows.length).fill(symbol.symbol) });
    const part = { rows: named, inside: view.days.length > 0, source, warnings };
    this.#parts.set(key, part);
    return part;
  }
}

export const sourceOf = (parts: readonly Pick<ViewAnswer, 'source'>[]): ViewAnswer['source'] =>
  parts.some(({ source }) => source === 'on_demand') ? 'on_demand' : 'materialized';

export const latestOf = (dates: readonly (number | null)[]): number | null =>
  dates.reduce<number | null>((a, b) => (b === null ? a : Math.max(a ?? b, b)), null);

/**
 * Returns results in the order of the items, a few at a time, and yields to other requests in between. Ends with the first
 * failure, and at the deadline.
 */
export async function inTurns<T, R>(
  items: readonly T[],
  expired: () => boolean,
  of: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  const turns = new Turns();
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      if (expired()) throw unavailable('The answer took too long');
      const index = next++;
      try {
        results[index] = await of(items[index]);
      } catch (error) {
        next = items.length;
        throw error;
      }
      await turns.next();
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_A_TIME, items.length) }, lane));
  return results;
}

/**
 * Returns the first rows of all parts, one batch at a time, and yields to other requests in between. Earlier rows come before
 * the next batch, so equal rows stay in the order of their symbols.
 */
async function ranked(
  fields: readonly Field[],
  parts: readonly Part[],
  order: readonly OrderKey[],
  limit: number,
): Promise<RecordTable> {
  const turns = new Turns();
  let found: RecordTable = withColumns(new TableBuilder(fields, 0).finish(0), { symbol: [] });
  let batch: RecordTable[] = [];
  let rows = 0;
  for (const [i, part] of parts.entries()) {
    batch.push(part.rows);
    rows += part.rows.length;
    // Without a limit there is nothing to drop on the way.
    if (i < parts.length - 1 && (rows < ROWS_AT_A_TIME || limit === Number.POSITIVE_INFINITY)) continue;
    found = topRows(fields, concatTables([found, ...batch]), order, limit);
    batch = [];
    rows = 0;
    await turns.next();
  }
  return found;
}

/** Warns, once per asset class, if no symbol has a session on the requested date. */
function emptyDateWarnings(
  statistic: Statistic,
  symbols: readonly SymbolInfo[],
  { wanted }: ResolvedRange,
  hasSessions: boolean,
): Warning[] {
  if (hasSessions || isEmptyRange(wanted)) return [];
  const dates = symbols.map((symbol) => dateOfBar(symbol.lastBar, symbol) ?? Number.NEGATIVE_INFINITY);
  const last = dates.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const empty = { range: wanted, days: new TableBuilder(DAY_FIELDS, 0).finish(0) };
  const lastDate = Number.isFinite(last) ? last : null;
  return distinctWarnings(symbols.flatMap((symbol) => emptyDateWarning(statistic, symbol, empty, lastDate)));
}

/** Returns the warnings of the symbols that have rows in the answer, each text once. */
export function together(
  shown: ReadonlySet<string>,
  symbols: readonly SymbolInfo[],
  parts: readonly Pick<Part, 'warnings'>[],
): Warning[] {
  const byText = new Map<string, { warning: Warning; names: string[] }>();
  parts.forEach(({ warnings }, i) => {
    const { symbol } = symbols[i];
    if (!shown.has(symbol)) return;
    for (const warning of warnings) getOrMake(byText, warning.text, () => ({ warning, names: [] })).names.push(symbol);
  });
  return [...byText.values()].flatMap(({ warning, names }) => about(namedSymbols(names), [warning]));
}

function bytesOf(table: RecordTable): number {
  return 500 + Object.keys(table.columns).length * (100 + 16 * table.length);
}

/** Symbols that one warning names. */
const NAMED = 3;

/** Names the first few symbols and counts the others. */
export function namedSymbols(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `${names.slice(0, NAMED).join(', ')}${more}`;
}

/** @param valuesFor what the parameters are on a feed */
export function tooCoarseWarnings(
  route: StatisticRoute,
  symbols: readonly SymbolInfo[],
  valuesFor: (intervalMin: number) => Readonly<Record<string, unknown>>,
): Warning[] {
  const byParameter = new Map<string, string[]>();
  const byInterval = new Map<number, string | null>();
  const unfitOf = (intervalMin: number) => {
    const values = valuesFor(intervalMin);
    const name = unfitParameter(route, values, intervalMin);
    const value = name === null ? null : values[name];
    return value === undefined || value === null ? name : `${name}=${value}`;
  };
  for (const { symbol, intervalMin, hasBars } of symbols) {
    const said = hasBars ? getOrMake(byInterval, intervalMin, () => unfitOf(intervalMin)) : null;
    if (said === null) continue;
    getOrMake(byParameter, said, () => []).push(symbol);
  }
  return [...byParameter].map(
    ([said, names]): Warning => ({
      code: 'symbols_left_out',
      text: `${counted(names)} left out, whose bars are too coarse for ${said} or do not add up to it: ${namedSymbols(names)}`,
    }),
  );
}

/** Warns of requested symbols that have no session in the range. */
function outsideWarnings(names: readonly string[], { wanted }: ResolvedRange): Warning[] {
  if (names.length === 0 || isEmptyRange(wanted)) return [];
  const range = Number.isFinite(wanted.from) && Number.isFinite(wanted.to);
  const where = range ? ` from ${isoDate(wanted.from)} to ${isoDate(wanted.to)}` : '';
  const text = `${counted(names)} without a session${where}: ${namedSymbols(names)}`;
  return [{ code: 'symbols_without_session', text }];
}

/** Warns of omitted parameters whose default does not fit a feed. */
function chosenWarnings({ route, sent }: PreparedStatistic, values: Readonly<Record<string, unknown>>): Warning[] {
  return ownParams(route).flatMap(([name, { fit, fallback }]): Warning[] => {
    if (!fit || sent.has(name) || values[name] === fallback || values[name] === undefined) return [];
    const text = `${name}=${values[name]} was chosen: the default, ${fallback}, does not fit the bars of all symbols`;
    return [{ code: 'value_chosen', text }];
  });
}

const counted = (names: readonly string[]) => (names.length === 1 ? '1 symbol is' : `${names.length} symbols are`);
