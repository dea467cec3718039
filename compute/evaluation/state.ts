/** What the store says about a symbol's inputs and how far its records follow them. */

import { partsOfSeries } from '../../exchange/symbol.ts';
import { getOrMake } from '../../lib/collections.ts';
import { dayOfMs, MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Reader } from '../../sql/reader.ts';
import { QUICK_PLAN } from '../../sql/session.ts';
import { type Factors, factorsOf, type Split, type SymbolMeta, splitsText } from '../market/bars.ts';
import {
  type Definitions,
  parseDefinitions,
  readSymbolRows,
  type SymbolRows,
  seriesOfSymbol,
} from './tables/coverage.ts';
import { readSplits, splitsAfter } from './tables/events.ts';

/** `actions`: corporate ones, on the day before their date. Days of other kinds than `bars` are those of every series of the symbol. */
export type Kind = 'bars' | 'sentiment' | 'sentiment_crypto' | 'actions';

/** Days whose stored records may follow from what has landed there: no record is dated by an action. */
export const isOfRecords = ({ kind }: { readonly kind: Kind }): boolean => kind !== 'actions';

/** Day of kind `actions` that the registry marks as changed when an operator sets the class or `adjusted_through` of a symbol. */
const SETTINGS_DAY = 0;
const isSetting = ({ kind, day }: Pick<LoggedDay, 'kind' | 'day'>) => kind === 'actions' && day === SETTINGS_DAY;

export interface LoggedDay {
  readonly kind: Kind;
  /** UTC date, days since the epoch. */
  readonly day: number;
  readonly rows: number;
  readonly fingerprint: bigint;
  readonly dirty: boolean;
  /** Its records were computed, from these rows or from earlier ones. */
  readonly marked: boolean;
}

/** Start of the first and last current bar, UTC minutes. */
export interface BarEnds {
  readonly first: number;
  readonly last: number;
}

/** Of a series. */
export interface SymbolState {
  /** Key of the series, see `seriesName`. */
  readonly series: string;
  readonly symbol: string;
  /** The registry's word on its bars; null: the symbol is known from news alone. */
  readonly registered: SymbolMeta | null;
  /** Those that its bars have to be adjusted for. */
  readonly splits: readonly Split[];
  /** Ascending by kind and day. */
  readonly days: readonly LoggedDay[];
  readonly landed: number;
  /** Sum of the fingerprints of its days. */
  readonly inputs: bigint;
  /**
   * State that the stored records were computed from; null if nothing stored can be relied on: never computed, computed for
   * another class or other splits, an operator's setting is not followed yet, or the marks of the days name another state.
   */
  readonly settled: { readonly key: string; readonly landed: number; readonly ends: BarEnds | null } | null;
  /** Definition number by statistic, of the records that are stored. */
  readonly definitions: Definitions;
  /** First UTC date that is left out here; undefined where none is. */
  readonly liveFrom?: number;
}

/** Names a state of a symbol's inputs: which one records and bars in memory belong to. */
export function settledKey({
  landed,
  inputs,
}: Pick<SymbolState, 'landed'> & { readonly inputs: bigint | string }): string {
  return `${landed} ${inputs}`;
}

/** Latest UTC date of its last bar, or with news. Of bars that were taken back the log still has the day. */
export function lastDayOf(days: readonly LoggedDay[], { last }: BarEnds): number {
  const ofNews = days.filter((one) => isOfRecords(one) && one.kind !== 'bars');
  return ofNews.reduce((latest, { day }) => Math.max(latest, day), Math.floor(last / MINUTES_PER_DAY));
}

export function barDaysOf({ days }: SymbolState): number[] {
  return days.filter(({ kind }) => kind === 'bars').map(({ day }) => day);
}

/** Those whose bars have changed since its records were stored. */
export function changedBarDays({ days }: SymbolState): LoggedDay[] {
  return days.filter(({ kind, dirty }) => kind === 'bars' && dirty);
}

/** What its bars are adjusted by; those of a symbol that nobody has registered are not looked at. */
export function factorsOfState({ registered, splits }: SymbolState): Factors | null {
  return registered && splits.length > 0 ? factorsOf(splits, registered) : null;
}

/**
 * First UTC date whose records are not stored but computed when somebody asks: today, unless records of a later day
 * are stored already (a process whose clock is ahead has been there).
 */
export function liveFrom({ days }: Pick<SymbolState, 'days'>, nowMs: number): number {
  return days.reduce(
    (from, one) => (one.marked && isOfRecords(one) ? Math.max(from, one.day + 1) : from),
    dayOfMs(nowMs),
  );
}

/**
 * What the stored records are to follow: the state without its live days. The rows counted are those of ended days, so
 * that the version rises when a day ends.
 */
export function endedPart(state: SymbolState, nowMs: number): SymbolState {
  const live = liveFrom(state, nowMs);
  // An action changes the days before it, which have ended.
  const ended = state.days.filter((one) => !isOfRecords(one) || one.day < live);
  if (ended.length === state.days.length) return state;
  return { ...state, ...totals(ended), liveFrom: live };
}

function totals(days: readonly LoggedDay[]): Pick<SymbolState, 'days' | 'landed' | 'inputs'> {
  return {
    days,
    landed: days.reduce((sum, { rows }) => sum + rows, 0),
    inputs: uint64(days.reduce((sum, { fingerprint }) => sum + fingerprint, 0n)),
  };
}

/**
 * Of every series of the symbols, in their order.
 *
 * @param known what the tables said a moment ago, for answers: a symbol that is registered otherwise meanwhile has
 *   another version then
 */
export async function readStates(
  reader: Reader,
  symbols: readonly string[],
  known?: SymbolRows,
): Promise<SymbolState[]> {
  const { coverage } = known ?? (await readSymbolRows(reader, symbols, ['coverage']));
  const before = known ? symbols.flatMap((symbol) => seriesOfSymbol(symbol, known.registry)) : [];
  const { logged, marks: marksBefore } = await readDays(reader, symbols, before);
  // After what has landed: a series is registered, or set again, before the days that follow from it are logged. What
  // lands between these statements is dirty again, never lost.
  const { registry, classes } = known ?? (await readSymbolRows(reader, symbols, ['registry', 'classes']));
  const coverageOf = new Map(coverage.map((row) => [row.series, row]));
  const splitting = symbols.filter((symbol) => logged.get(symbol)?.some(({ kind }) => kind === 'actions'));
  const actions = splitting.length === 0 ? new Map<string, Split[]>() : await readSplits(reader, splitting);
  const series = symbols.flatMap((symbol) => seriesOfSymbol(symbol, registry));
  const marks = known ? marksBefore : (await readDays(reader, [], series)).marks;
  // Most series have the same.
  const definitions = new Map<string, Definitions>();
  return series.map((name): SymbolState => {
    const { symbol, intervalMin } = partsOfSeries(name);
    const own = registry.get(symbol)?.find((row) => row.series === name);
    const assetClass = classes.get(symbol);
    const registered = own && assetClass ? { symbol, assetClass, intervalMin } : null;
    const { days, marked } = markedDays(logged.get(symbol) ?? [], name, marks.get(name));
    const splits = splitsAfter(actions.get(symbol), own?.adjusted ?? 0);
    const found = coverageOf.get(name);
    const text = found?.definitions ?? '';
    const state = {
      series: name,
      symbol,
      registered,
      splits,
      ...totals(days),
      definitions: getOrMake(definitions, text, () => parseDefinitions(text)),
    };
    const isSame =
      found !== undefined &&
      (registered === null || found.asset_class === registered.assetClass) &&
      found.splits === splitsText(splits) &&
      BigInt(found.inputs) === marked &&
      !days.some((day) => day.dirty && isSetting(day));
    if (!isSame) return { ...state, settled: null };
    const ends = found.has_bars ? { first: found.first_min, last: found.last_min } : null;
    return { ...state, settled: { key: settledKey({ ...found, landed: found.rows }), landed: found.rows, ends } };
  });
}

const uint64 = (sum: bigint) => BigInt.asUintN(64, sum);

/** What was ever landed on a day; the interval is that of bars, else empty. */
interface LandedDay extends Pick<LoggedDay, 'kind' | 'day' | 'rows' | 'fingerprint'> {
  readonly interval: string;
}

/** The fingerprint that a day's records were computed from, by `kind day`. */
type Marks = ReadonlyMap<string, bigint>;

interface Days {
  /** By symbol, ascending by kind and day. */
  readonly logged: ReadonlyMap<string, readonly LandedDay[]>;
  /** By series. */
  readonly marks: ReadonlyMap<string, Marks>;
}

/** What has landed for symbols, and what the records of series were computed from. */
async function readDays(reader: Reader, symbols: readonly string[], series: readonly string[]): Promise<Days> {
  const { length, columns } = await reader.columns(
    `SELECT * FROM
     (
       SELECT CAST(symbol, 'String') AS name, CAST(l.interval, 'String') AS of, CAST(kind, 'String') AS kind,
         toInt32(day) AS day, sum(l.rows) AS rows, sum(l.fingerprint) AS fingerprint
       FROM market.day_log AS l WHERE symbol IN {symbols:Array(String)} GROUP BY name, of, kind, day
       UNION ALL
       SELECT CAST(series, 'String'), '', CAST(kind, 'String'), toInt32(day), toUInt64(0), fingerprint
       FROM market.computed_days FINAL WHERE series IN {series:Array(String)} AND rows != 0
     )
     ORDER BY kind, day
     SETTINGS ${QUICK_PLAN}`,
    { symbols, series },
  );
  const column = <T>(name: string) => columns[name] as T;
  const [names, intervals] = [column<string[]>('name'), column<string[]>('of')];
  const [kinds, days] = [column<Kind[]>('kind'), column<Int32Array>('day')];
  const [rows, fingerprints] = [column<BigUint64Array>('rows'), column<BigUint64Array>('fingerprint')];
  const isSeries = new Set(series);
  const logged = new Map<string, LandedDay[]>();
  const marks = new Map<string, Map<string, bigint>>();
  for (let i = 0; i < length; i++) {
    const [name, kind, day, fingerprint] = [names[i], kinds[i], days[i], fingerprints[i]];
    // The key of a series holds a blank, a symbol does not.
    if (isSeries.has(name)) getOrMake(marks, name, () => new Map<string, bigint>()).set(`${kind} ${day}`, fingerprint);
    else
      getOrMake(logged, name, (): LandedDay[] => []).push({
        interval: intervals[i],
        kind,
        day,
        rows: Number(rows[i]),
        fingerprint,
      });
  }
  return { logged, marks };
}

/** The days of a series; `marked`: sum of the fingerprints that their marks tell. */
function markedDays(
  logged: readonly LandedDay[],
  series: string,
  marks: Marks = new Map(),
): { days: LoggedDay[]; marked: bigint } {
  let marked = 0n;
  const days: LoggedDay[] = [];
  for (const { interval, ...day } of logged) {
    if (interval !== '' && !series.endsWith(` ${interval}`)) continue;
    const mark = marks.get(`${day.kind} ${day.day}`);
    marked += mark ?? 0n;
    days.push({ ...day, dirty: mark !== day.fingerprint, marked: mark !== undefined });
  }
  return { days, marked: uint64(marked) };
}
