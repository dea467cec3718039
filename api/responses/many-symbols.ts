/**
 * Lists over several symbols. Each symbol's own first rows are cached by its version, so that after a change of one
 * symbol only its rows are recreated.
 */
import { LRUCache } from 'lru-cache';
import type { Answers, SymbolInfo, ViewAnswer } from '../../compute/answers/answers.ts';
import { BarsUsed } from '../../compute/answers/on-demand.ts';
import { firstDayAsked, servedByDailies } from '../../compute/answers/symbols.ts';
import { resolveRange } from '../../compute/evaluation/range.ts';
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
import type { AnyValues } from '../../compute/statistics/params.ts';
import { Turns } from '../../lib/async.ts';
import { unavailable } from '../errors.ts';
import { fitsFeed } from '../query/adapt.ts';
import type { Format } from '../query/common.ts';
import { type PreparedStatistic, rangeRequest } from '../query/prepare.ts';
import type { ManyRoute } from '../routes.ts';
import { type AnswerBody, listBody } from './body.ts';
import { chosenWarnings, namedSymbols, outsideWarnings, tooCoarseWarnings } from './left-out.ts';
import { dateShown, ignoredWarnings, metadataOf } from './metadata.ts';
import { echoed, limitOf } from './one-symbol.ts';
import type { Target } from './target.ts';

interface Part {
  readonly rows: RecordTable;
  /** The symbol has sessions in the range. */
  readonly inside: boolean;
  readonly source: ViewAnswer['source'];
  readonly warnings: readonly string[];
}

/** Symbols looked at side by side: what they need of the store is read with one statement for all of them. */
const AT_A_TIME = 32;
const ROWS_AT_A_TIME = 2_000;

export class ManySymbols {
  readonly #answers: Answers;
  readonly #parts: LRUCache<string, Part>;

  constructor(answers: Answers, partsBytes: number) {
    this.#answers = answers;
    this.#parts = new LRUCache({ maxSize: partsBytes, sizeCalculation: ({ rows }) => bytesOf(rows) });
  }

  async answer(
    prepared: PreparedStatistic,
    target: Pick<Target, 'symbols' | 'values'>,
    earliest: number | undefined,
    format: Format,
    expired: () => boolean,
  ): Promise<AnswerBody> {
    const route = prepared.route as ManyRoute;
    const { endpoint } = route;
    const { values } = target;
    const symbols = target.symbols.filter(
      (symbol) => symbol.hasBars && (route.scope === 'symbols' || fitsFeed(route, values, symbol.intervalMin)),
    );
    const { statistic } = route;
    const session = prepared.session ?? DEFAULT_SESSION;
    const firstDays = symbols.map((symbol) => firstDayAsked({ statistic, symbol, session, values }));
    const asked = rangeRequest(prepared, firstDays, earliest);
    const barsUsed = new BarsUsed();
    const end = asked.date ?? asked.endDate ?? (await this.#latest(prepared, symbols, values, expired, barsUsed));
    const range = resolveRange(asked, end ?? Number.NaN);
    const parts =
      end === null
        ? []
        : await inTurns(symbols, expired, (symbol) =>
            this.#part(prepared, symbol, values, { ...asked, endDate: end }, barsUsed),
          );

    const inside = new Set(symbols.filter((_, i) => parts[i]?.inside).map(({ symbol }) => symbol));
    const outside = target.symbols.map(({ symbol }) => symbol).filter((name) => !inside.has(name));
    const order = endpoint.order(values);
    const rows = await ranked(endpoint.fields, parts, order, limitOf(values));
    const fields = endpoint.fieldsFor?.(values) ?? endpoint.fields;
    const metadata = metadataOf({
      adjustment: prepared.adjustment,
      symbols: route.scope === 'symbols' ? target.symbols : symbols,
      session: prepared.session,
      range,
      dailyUntil: (symbol) => servedByDailies({ statistic, symbol, session, values })?.until,
      warnings: [
        ...(route.scope === 'symbols'
          ? [...chosenWarnings(prepared, values), ...outsideWarnings(outside, range)]
          : tooCoarseWarnings(route, target.symbols, () => values)),
        ...together(new Set(texts(rows, 'symbol') as string[]), symbols, parts),
        ...ignoredWarnings(prepared.ignored, route.path),
      ],
    });
    const head = {
      time_window: range.timeWindow,
      start_date: dateShown(range.effectiveStart),
      end_date: dateShown(range.effectiveEnd),
      ...echoed(route, values),
    };
    return listBody({ format, source: sourceOf(parts), fields, rows, symbol: '', head, metadata });
  }

  /** The latest session date of any of the symbols; null without one. */
  async #latest(
    prepared: PreparedStatistic,
    symbols: readonly SymbolInfo[],
    values: AnyValues,
    expired: () => boolean,
    barsUsed: BarsUsed,
  ): Promise<number | null> {
    const { statistic } = prepared.route;
    const session = prepared.session ?? DEFAULT_SESSION;
    return latestOf(
      await inTurns(symbols, expired, (symbol) =>
        this.#answers.latest({ statistic, symbol, session, values, barsUsed, withDailies: true }),
      ),
    );
  }

  /** The symbol's rows that can be in the answer. */
  async #part(
    prepared: PreparedStatistic,
    symbol: SymbolInfo,
    values: AnyValues,
    range: ReturnType<typeof rangeRequest>,
    barsUsed: BarsUsed,
  ): Promise<Part> {
    const { statistic, endpoint } = prepared.route as ManyRoute;
    const key = `${prepared.key} ${symbol.symbol}@${symbol.version} ${range.endDate} ${range.earliest}`;
    const cached = this.#parts.get(key);
    if (cached) return cached;
    const session = prepared.session ?? DEFAULT_SESSION;
    const answer = await this.#answers.view({
      ...{ statistic, symbol, session, values, range, barsUsed },
      withDailies: true,
    });
    const rows = topRows(endpoint.fields, endpoint.rows(answer.view), endpoint.order(values), limitOf(values));
    const named = withColumns(rows, { symbol: new Array(rows.length).fill(symbol.symbol) });
    const part = { rows: named, inside: answer.view.days.length > 0, source: answer.source, warnings: answer.warnings };
    this.#parts.set(key, part);
    return part;
  }
}

/** Of an answer of several parts. */
export const sourceOf = (parts: readonly Pick<ViewAnswer, 'source'>[]): ViewAnswer['source'] =>
  parts.some(({ source }) => source === 'on_demand') ? 'on_demand' : 'materialized';

/** The latest of the dates; null without one. */
export const latestOf = (dates: readonly (number | null)[]): number | null =>
  dates.reduce<number | null>((a, b) => (b === null ? a : Math.max(a ?? b, b)), null);

/**
 * Results in the order of the items, a few at a time, with turns for others in between. Ends with the first failure,
 * and where nobody waits any more.
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
 * The first rows of all parts, a batch of them at a time with turns for others in between. What was found comes
 * before the next batch, so equal rows stay in the order of their symbols.
 */
async function ranked(
  fields: readonly Field[],
  parts: readonly Part[],
  order: readonly OrderKey[],
  limit: number,
): Promise<RecordTable> {
  const turns = new Turns();
  let found = noRows(fields);
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

/** Warnings of the symbols that have rows in the answer, each text once. */
export function together(
  shown: ReadonlySet<string>,
  symbols: readonly SymbolInfo[],
  parts: readonly Pick<Part, 'warnings'>[],
): string[] {
  const byText = new Map<string, string[]>();
  parts.forEach(({ warnings }, i) => {
    const { symbol } = symbols[i];
    if (!shown.has(symbol)) return;
    for (const text of warnings) byText.set(text, [...(byText.get(text) ?? []), symbol]);
  });
  return [...byText].map(([text, names]) => `${namedSymbols(names)}: ${text}`);
}

function noRows(fields: readonly Field[]): RecordTable {
  return withColumns(new TableBuilder(fields, 0).finish(0), { symbol: [] });
}

function bytesOf(table: RecordTable): number {
  return 500 + Object.keys(table.columns).length * (100 + 16 * table.length);
}
