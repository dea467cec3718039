/** What is stored of symbols: their rows in the store's small tables, and beside these what their days and daily bars say. */
import { LRUCache } from 'lru-cache';
import { entries, getOrMake } from '../../lib/collections.ts';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Reader } from '../../sql/reader.ts';
import { readBarEnds } from '../evaluation/bar-ends.ts';
import { type DailyEnds, dailySpan, readDailyEnds } from '../evaluation/daily-history.ts';
import { type BarEnds, lastDayOf, readStates, type SymbolState, settledKey } from '../evaluation/state.ts';
import {
  type CoverageRow,
  type Definitions,
  NOTHING_STORED,
  parseDefinitions,
  readSymbolRows,
  type SymbolRows,
} from '../evaluation/tables/coverage.ts';
import { readNewsSpan } from '../evaluation/tables/events.ts';
import { parseSplits } from '../market/bars.ts';
import type { SymbolInfo } from './answers.ts';

const NONE: ReadonlySet<string> = new Set();
export const MANY = entries(100_000);

const NOT_COMPUTED: Omit<CoverageRow, 'symbol'> = {
  asset_class: 'equity',
  interval_min: 0,
  has_bars: false,
  first_min: 0,
  last_min: 0,
  sessions: 0,
  last_day: NOTHING_STORED,
  version: '0',
  inputs: '0',
  computed_ms: '0',
  generation: 0,
  rows: 0,
  definitions: '',
  splits: '',
};

/** What is stored of a symbol, as the class and with the interval that are registered now. */
interface Row {
  readonly settled: SymbolInfo;
  readonly isSettled: boolean;
  readonly isRegistered: boolean;
  /** Rows ever landed of daily bars beside shorter ones, and the name of their state. */
  readonly dailies: number;
  readonly dailiesKey: string;
  /** Names what is read of a symbol that is not settled. */
  readonly key: string;
}

/** What was last read of a symbol beside its row, and for which `Row.key` and `Row.dailiesKey`: the same is not read again. */
interface Beside {
  readonly key?: string;
  readonly info?: SymbolInfo | null;
  readonly dailiesKey?: string;
  readonly ends?: DailyEnds | undefined;
}

export class SymbolInfos {
  readonly #reader: Reader;
  readonly #definitions: Definitions;
  readonly #beside = new LRUCache<string, Beside>(MANY);

  /** @param definitions those of this build: statistics of another one are `outdated` */
  constructor(reader: Reader, definitions: Definitions) {
    this.#reader = reader;
    this.#definitions = definitions;
  }

  /** Ascending by name, without those of which nothing is stored any more; null: all. */
  async read(names: readonly string[] | null): Promise<readonly SymbolInfo[]> {
    const reader = this.#reader;
    const tables = await readSymbolRows(reader, names);
    // Most symbols have the same.
    const outdated = new Map<string, ReadonlySet<string>>();
    const outdatedOf = (text: string) => getOrMake(outdated, text, () => outdatedBy(text, this.#definitions));
    const rows = coverageOf(tables).flatMap((row) => rowOf(row, tables, outdatedOf));
    const beside = new Map(rows.map(({ settled: { symbol } }) => [symbol, this.#beside.get(symbol) ?? {}]));
    const add = (symbol: string, more: Beside) => beside.set(symbol, { ...beside.get(symbol), ...more });
    const of = ({ settled }: Row) => beside.get(settled.symbol)!;
    const open = rows.filter((row) => !row.isSettled && of(row).key !== row.key);
    if (open.length > 0) {
      const states = await readStates(reader, symbolsOf(open), tables);
      const ends = await readBarEnds(reader, states);
      for (const [i, state] of states.entries()) {
        const barEnds = state.registered ? (ends.get(state.symbol) ?? null) : null;
        add(state.symbol, { key: open[i].key, info: await unsettled(reader, open[i], state, barEnds) });
      }
    }
    const unknown = rows.filter((row) => row.dailies > 0 && of(row).dailiesKey !== row.dailiesKey);
    const ends = await readDailyEnds(reader, symbolsOf(unknown));
    for (const { settled, dailiesKey } of unknown) add(settled.symbol, { dailiesKey, ends: ends.get(settled.symbol) });
    for (const row of new Set([...open, ...unknown])) this.#beside.set(row.settled.symbol, of(row));
    return rows.flatMap((row) => {
      const info = row.isSettled ? row.settled : of(row).info;
      const whole = info && withDailies(info, row, of(row).ends);
      return whole && (whole.hasBars || whole.lastDay !== NOTHING_STORED || row.dailies === 0) ? [whole] : [];
    });
  }
}

const symbolsOf = (rows: readonly Row[]) => rows.map(({ settled }) => settled.symbol);

/** Statistics of whose definitions the records are not. */
function outdatedBy(text: string, definitions: Definitions): ReadonlySet<string> {
  const computed = parseDefinitions(text);
  const outdated = [...definitions].filter(([name, number]) => computed.get(name) !== number);
  return outdated.length === 0 ? NONE : new Set(outdated.map(([name]) => name));
}

/** Ascending; of symbols that have landed and of which nothing is computed yet, or only what is no longer valid, an empty row. */
function coverageOf({ coverage, landed, generations }: SymbolRows): CoverageRow[] {
  const valid = new Map(coverage.map((row) => [row.symbol, row]));
  for (const { symbol, generation } of coverage)
    if (generation < (generations.get(symbol)?.epoch ?? 0)) valid.delete(symbol);
  for (const symbol of landed.keys()) if (!valid.has(symbol)) valid.set(symbol, { ...NOT_COMPUTED, symbol });
  return [...valid.values()].sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
}

function rowOf(row: CoverageRow, tables: SymbolRows, outdatedOf: (definitions: string) => ReadonlySet<string>): Row[] {
  const { symbol, has_bars: hasBars } = row;
  const { asset_class, interval_min } = tables.registry.get(symbol) ?? { ...row, interval_min: 0 };
  const generation = tables.generations.get(symbol)?.generation ?? 0;
  const landed = tables.landed.get(symbol) ?? 0;
  const dailies = tables.dailies.get(symbol) ?? 0;
  const isSettled = landed === row.rows;
  if (!hasBars && dailies === 0 && row.last_day === NOTHING_STORED && isSettled) return [];
  const isAsRegistered =
    row.generation === generation &&
    row.interval_min === interval_min &&
    (interval_min === 0 || row.asset_class === asset_class);
  const outdated = outdatedOf(isAsRegistered ? row.definitions : '');
  // The class and interval are those registered now: where the records are of others, answers are computed on demand until
  // the records follow.
  const assetClass = hasBars && interval_min > 0 ? asset_class : row.asset_class;
  const version = `${row.version}-${row.computed_ms}-${generation}-${assetClass}${interval_min}`;
  const settled: SymbolInfo = {
    symbol,
    assetClass,
    intervalMin: interval_min || 1,
    firstBar: hasBars ? row.first_min : null,
    lastBar: hasBars ? row.last_min : null,
    sessions: row.sessions,
    hasBars,
    lastDay: row.last_day,
    version,
    settledVersion: version,
    settledKey: settledKey({ generation: row.generation, landed: row.rows, inputs: row.inputs }),
    landed,
    generation: row.generation,
    splits: parseSplits(row.splits),
    outdated,
  };
  const key = `${symbol} ${version} ${landed} ${outdated.size}`;
  const dailiesKey = `${symbol} ${row.generation} ${dailies}`;
  return [{ settled, isSettled, isRegistered: interval_min > 0, dailies, dailiesKey, key }];
}

/** With what has landed since; null where nothing is stored of it. */
async function unsettled(
  reader: Reader,
  { settled, dailies }: Row,
  state: SymbolState,
  ends: BarEnds | null,
): Promise<SymbolInfo | null> {
  const news = ends ? null : await readNewsSpan(reader, state);
  if (!ends && !news && dailies === 0) return null;
  return {
    ...settled,
    assetClass: ends
      ? state.registered!.assetClass
      : (news?.assetClass ?? state.registered?.assetClass ?? settled.assetClass),
    intervalMin: state.registered?.intervalMin ?? settled.intervalMin,
    hasBars: ends !== null,
    firstBar: ends?.first ?? null,
    lastBar: ends?.last ?? null,
    lastDay: ends ? lastDayOf(state.days, ends) : (news?.lastDay ?? NOTHING_STORED),
    version: `${settled.version}+${state.landed}`,
    landed: state.landed,
    unsettled: state,
    splits: state.splits,
  };
}

function withDailies(info: SymbolInfo, { dailies, dailiesKey, isRegistered }: Row, ends: DailyEnds | undefined) {
  if (dailies === 0 || !isRegistered || info.intervalMin >= MINUTES_PER_DAY) return info;
  const span = dailySpan(ends, info.firstBar, info.assetClass);
  if (!span) return { ...info, hasDailies: true as const };
  const lastDay = span.isAlone ? Math.max(info.lastDay, span.until - 1) : info.lastDay;
  return { ...info, lastDay, hasDailies: true as const, hasBars: true, daily: { ...span, version: dailiesKey } };
}
