/** What is stored of symbols: the rows of their series in the store's small tables, and beside these what their days say. */
import { LRUCache } from 'lru-cache';
import { partsOfSeries } from '../../exchange/symbol.ts';
import { entries, getOrMake, grouped } from '../../lib/collections.ts';
import { dayOfMs } from '../../lib/days.ts';
import type { Reader } from '../../sql/reader.ts';
import { readBarEnds } from '../evaluation/bar-ends.ts';
import { type BarEnds, lastDayOf, readStates, type SymbolState, settledKey } from '../evaluation/state.ts';
import {
  baseOf,
  type CoverageRow,
  type Definitions,
  NOTHING_STORED,
  parseDefinitions,
  readSymbolRows,
  type SymbolRows,
  seriesOfSymbol,
} from '../evaluation/tables/coverage.ts';
import { readNewsSpan } from '../evaluation/tables/events.ts';
import { parseSplits } from '../market/bars.ts';
import type { SymbolInfo } from './answers.ts';

const NONE: ReadonlySet<string> = new Set();
export const MANY = entries(100_000);
/** So long a warning names that another series answers now. */
const BASE_IS_NEW_DAYS = 30;

const NOT_COMPUTED: Omit<CoverageRow, 'series' | 'symbol'> = {
  asset_class: 'equity',
  has_bars: false,
  first_min: 0,
  last_min: 0,
  sessions: 0,
  last_day: NOTHING_STORED,
  version: '0',
  inputs: '0',
  computed_ms: '0',
  rows: 0,
  definitions: '',
  splits: '',
};

/** What is stored of a series, as the class that is registered now. */
interface Row {
  readonly settled: SymbolInfo;
  readonly isSettled: boolean;
  /** Names what is read of a series that is not settled. */
  readonly key: string;
}

/** What was last read of a series beside its row, and for which `Row.key`: the same is not read again. */
interface Beside {
  readonly key: string;
  readonly info: SymbolInfo | null;
}

export class SymbolInfos {
  readonly #reader: Reader;
  readonly #definitions: Definitions;
  readonly #nowMs: () => number;
  readonly #beside = new LRUCache<string, Beside>(MANY);

  /** @param definitions those of this build: statistics of another one are `outdated` */
  constructor(reader: Reader, definitions: Definitions, nowMs: () => number) {
    this.#reader = reader;
    this.#definitions = definitions;
    this.#nowMs = nowMs;
  }

  /** The base series of symbols, ascending by name, without those of which nothing is stored any more; null: of all. */
  async read(names: readonly string[] | null): Promise<readonly SymbolInfo[]> {
    const reader = this.#reader;
    const tables = await readSymbolRows(reader, names);
    // Most series have the same.
    const outdated = new Map<string, ReadonlySet<string>>();
    const outdatedOf = (text: string) => getOrMake(outdated, text, () => outdatedBy(text, this.#definitions));
    const rows = coverageOf(tables).flatMap((row) => rowOf(row, tables, outdatedOf));
    const known = new Map(rows.map(({ settled: { series } }) => [series, this.#beside.get(series)]));
    const open = new Map(
      rows.flatMap((row) =>
        row.isSettled || known.get(row.settled.series)?.key === row.key ? [] : [[row.settled.series, row]],
      ),
    );
    if (open.size > 0) {
      const symbols = [...new Set([...open.values()].map(({ settled }) => settled.symbol))];
      const states = (await readStates(reader, symbols, tables)).filter(({ series }) => open.has(series));
      const ends = await readBarEnds(reader, states);
      for (const state of states) {
        const { series, registered } = state;
        const row = open.get(series)!;
        const info = await unsettled(reader, row, state, registered ? (ends.get(series) ?? null) : null);
        known.set(series, { key: row.key, info });
        this.#beside.set(series, { key: row.key, info });
      }
    }
    const infos = rows.flatMap(({ isSettled, settled }) => {
      return isSettled ? settled : (known.get(settled.series)?.info ?? []);
    });
    return [...grouped(infos, ({ symbol }) => symbol)].flatMap(([symbol, own]) => this.#chosen(symbol, own, tables));
  }

  /** The base of several series of a symbol, with the others. */
  #chosen(symbol: string, own: readonly SymbolInfo[], tables: SymbolRows): SymbolInfo {
    const base = baseOf(symbol, tables);
    const withBars = own.filter(({ hasBars }) => hasBars);
    const isBase = ({ series }: SymbolInfo) => series === base;
    const chosen = withBars.find(isBase) ?? withBars[0] ?? own.find(isBase) ?? own[0];
    if (own.length === 1) return chosen;
    const { since = 0, previous = '' } = tables.bases.get(symbol) ?? {};
    const isNew = previous !== '' && dayOfMs(this.#nowMs()) - since <= BASE_IS_NEW_DAYS;
    // What is said of the others is part of the answers.
    const others = own.map(({ series, firstBar }) => `${series} ${firstBar}`).join();
    const all = own.map((one) => ({ ...one, version: `${one.version}|${others}`, all: own }));
    const whole = all[own.indexOf(chosen)];
    const version = `${whole.version}|${since}`;
    return {
      ...whole,
      all,
      ...(previous === '' ? {} : { version, baseSince: since }),
      ...(isNew ? { baseChange: { since, previous } } : {}),
    };
  }
}

/** Statistics of whose definitions the records are not. */
function outdatedBy(text: string, definitions: Definitions): ReadonlySet<string> {
  const computed = parseDefinitions(text);
  const outdated = [...definitions].filter(([name, number]) => computed.get(name) !== number);
  return outdated.length === 0 ? NONE : new Set(outdated.map(([name]) => name));
}

/** Ascending; an empty row for a series that has landed and is not computed yet. */
function coverageOf({ coverage, landed, registry }: SymbolRows): CoverageRow[] {
  const valid = new Map<string, CoverageRow>();
  for (const row of coverage) if (seriesOfSymbol(row.symbol, registry).includes(row.series)) valid.set(row.series, row);
  for (const series of landed.keys())
    if (!valid.has(series)) valid.set(series, { ...NOT_COMPUTED, series, symbol: partsOfSeries(series).symbol });
  return [...valid.values()].sort((a, b) => (a.series < b.series ? -1 : 1));
}

function rowOf(row: CoverageRow, tables: SymbolRows, outdatedOf: (definitions: string) => ReadonlySet<string>): Row[] {
  const { series, symbol, has_bars: hasBars } = row;
  const { intervalMin } = partsOfSeries(series);
  const registered = intervalMin > 0 ? tables.classes.get(symbol) : undefined;
  const landed = tables.landed.get(series) ?? 0;
  const isSettled = landed === row.rows;
  if (!hasBars && row.last_day === NOTHING_STORED && isSettled) return [];
  const isAsRegistered = registered === undefined || row.asset_class === registered;
  const outdated = outdatedOf(isAsRegistered ? row.definitions : '');
  // The class is the one registered now: where the records are of another, answers are computed on demand until the records
  // follow.
  const assetClass = (hasBars && registered) || row.asset_class;
  const version = `${row.version}-${row.computed_ms}-${assetClass}${intervalMin}`;
  const settled: SymbolInfo = {
    series,
    symbol,
    assetClass,
    intervalMin: intervalMin || 1,
    firstBar: hasBars ? row.first_min : null,
    lastBar: hasBars ? row.last_min : null,
    sessions: row.sessions,
    hasBars,
    lastDay: row.last_day,
    version,
    settledVersion: version,
    settledKey: settledKey({ landed: row.rows, inputs: row.inputs }),
    landed,
    splits: parseSplits(row.splits),
    outdated,
  };
  return [{ settled, isSettled, key: `${series} ${version} ${landed} ${outdated.size}` }];
}

/** With what has landed since; null where nothing is stored of it. */
async function unsettled(
  reader: Reader,
  { settled }: Row,
  state: SymbolState,
  ends: BarEnds | null,
): Promise<SymbolInfo | null> {
  const news = ends ? null : await readNewsSpan(reader, state);
  if (!ends && !news) return null;
  return {
    ...settled,
    assetClass: ends ? state.registered!.assetClass : news!.assetClass,
    hasBars: ends !== null,
    firstBar: ends?.first ?? null,
    lastBar: ends?.last ?? null,
    lastDay: ends ? lastDayOf(state.days, ends) : news!.lastDay,
    version: `${settled.version}+${state.landed}`,
    landed: state.landed,
    unsettled: state,
    splits: state.splits,
  };
}
