/** What the store says about a symbol's inputs and how far its records follow them. */

import { getOrMake } from '../../lib/collections.ts';
import { dayOfMs, MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Reader } from '../../sql/reader.ts';
import { QUICK_PLAN } from '../../sql/session.ts';
import { type Factors, factorsOf, type Split, type SymbolMeta, splitsText } from '../market/bars.ts';
import { type Definitions, parseDefinitions, readSymbolRows, type SymbolRows } from './tables/coverage.ts';
import { readSplits, splitsAfter } from './tables/events.ts';

/**
 * `actions`: corporate ones, on the day before their date. `bars_daily`: daily bars beside shorter ones; no stored record
 * follows from them (see daily-history.ts).
 */
export type Kind = 'bars' | 'bars_daily' | 'sentiment' | 'sentiment_crypto' | 'actions';

/** Kinds that no record is dated by. */
export const UNDATED: ReadonlySet<Kind> = new Set(['actions', 'bars_daily']);

/** Days whose stored records may follow from what has landed there; of others only the marks and summaries do. */
export const isOfRecords = ({ kind }: { readonly kind: Kind }): boolean => !UNDATED.has(kind);

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

/** Start of the first and last current bar that serves, UTC minutes: beside daily bars those from the cutover on (see bar-ends.ts). */
export interface BarEnds {
  readonly first: number;
  readonly last: number;
}

export interface SymbolState {
  readonly symbol: string;
  /** The registry's word on its bars; null where none of them is registered. */
  readonly registered: SymbolMeta | null;
  /** Those that its bars have to be adjusted for. */
  readonly splits: readonly Split[];
  /** What its versions begin with. */
  readonly generation: number;
  /** Ascending by kind and day. */
  readonly days: readonly LoggedDay[];
  readonly landed: number;
  /** Sum of the fingerprints of its days. */
  readonly inputs: bigint;
  /**
   * What the records that are stored were computed from; null: never computed, or in another generation, of another
   * class or interval, adjusted for other splits, without regard to the cutover, or the marks of the days tell of another
   * state than the records' own. Then nothing that is stored is relied on.
   */
  readonly settled: { readonly key: string; readonly landed: number; readonly ends: BarEnds | null } | null;
  /** Definition number by statistic, of the records that are stored. */
  readonly definitions: Definitions;
  /** First UTC date that is left out here; undefined where none is. */
  readonly liveFrom?: number;
}

/** Names a state of a symbol's inputs: which one records and bars in memory belong to. */
export function settledKey({
  generation,
  landed,
  inputs,
}: Pick<SymbolState, 'generation' | 'landed'> & { readonly inputs: bigint | string }): string {
  return `${generation} ${landed} ${inputs}`;
}

/** Latest UTC date of its last bar, or with news. Of bars that were taken back the log still has the day. */
export function lastDayOf(days: readonly LoggedDay[], { last }: BarEnds): number {
  const ofNews = days.filter((one) => isOfRecords(one) && one.kind !== 'bars');
  return ofNews.reduce((latest, { day }) => Math.max(latest, day), Math.floor(last / MINUTES_PER_DAY));
}

export function barDaysOf({ days }: SymbolState): number[] {
  return days.filter(({ kind }) => kind === 'bars').map(({ day }) => day);
}

/** Daily bars have landed beside those of its shorter interval. */
export function hasDailies({ registered, days }: SymbolState): boolean {
  return (
    registered !== null && registered.intervalMin < MINUTES_PER_DAY && days.some(({ kind }) => kind === 'bars_daily')
  );
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
  // An action changes the days before it, which have ended, and so have those that daily bars serve.
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
 * Of each of the symbols, in their order.
 *
 * @param known what the tables said a moment ago, for answers: a symbol that is registered otherwise meanwhile has
 *   another version then
 */
export async function readStates(
  reader: Reader,
  symbols: readonly string[],
  known?: SymbolRows,
): Promise<SymbolState[]> {
  // The generation comes first: what is computed from days of an earlier one must not count in a later.
  const { generations, coverage } = known ?? (await readSymbolRows(reader, symbols, ['coverage', 'generations']));
  const days = await readDays(reader, symbols);
  // After what has landed: a symbol is registered, or set again, before the days that follow from it are logged. What
  // lands between these statements is dirty again, never lost.
  const { registry } = known ?? (await readSymbolRows(reader, symbols, ['registry']));
  const coverageOf = new Map(coverage.map((row) => [row.symbol, row]));
  const logged = symbols.filter((symbol) => days.get(symbol)?.days.some(({ kind }) => kind === 'actions'));
  const actions = logged.length === 0 ? new Map<string, Split[]>() : await readSplits(reader, logged);
  // Most symbols have the same.
  const definitions = new Map<string, Definitions>();
  return symbols.map((symbol): SymbolState => {
    const { days: own, marked } = days.get(symbol) ?? { days: [], marked: 0n };
    const one = registry.get(symbol);
    const registered = one ? { symbol, assetClass: one.asset_class, intervalMin: one.interval_min } : null;
    const splits = splitsAfter(actions.get(symbol), one?.adjusted ?? 0);
    const { generation, epoch } = generations.get(symbol) ?? { generation: 0, epoch: 0 };
    const found = coverageOf.get(symbol);
    const counts = found !== undefined && found.generation >= epoch;
    const text = counts ? found.definitions : '';
    const state = {
      symbol,
      registered,
      splits,
      generation,
      ...totals(own),
      definitions: getOrMake(definitions, text, () => parseDefinitions(text)),
    };
    const isSame =
      counts &&
      found.generation === generation &&
      found.interval_min === (registered?.intervalMin ?? 0) &&
      (registered === null || found.asset_class === registered.assetClass) &&
      found.splits === splitsText(splits) &&
      BigInt(found.inputs) === marked;
    if (!isSame) return { ...state, settled: null };
    const ends = found.has_bars ? { first: found.first_min, last: found.last_min } : null;
    return { ...state, settled: { key: settledKey({ ...found, landed: found.rows }), landed: found.rows, ends } };
  });
}

const uint64 = (sum: bigint) => BigInt.asUintN(64, sum);

interface Days {
  readonly days: LoggedDay[];
  /** Sum of the fingerprints that the marks of these days tell. */
  marked: bigint;
}

/** What was ever landed for the symbols by kind and day, compared with what their records were computed from. */
async function readDays(reader: Reader, symbols: readonly string[]): Promise<Map<string, Days>> {
  const { length, columns } = await reader.native(
    `SELECT CAST(l.symbol, 'String') AS symbol, CAST(l.kind, 'String') AS kind, toInt32(l.day) AS day, l.rows AS rows,
       l.fingerprint AS fingerprint, c.fingerprint AS mark, c.rows != 0 AS marked, c.rows = 0 OR c.fingerprint != l.fingerprint AS dirty
     FROM
     (
       SELECT symbol, kind, day, sum(rows) AS rows, sum(fingerprint) AS fingerprint
       FROM market.day_log WHERE symbol IN {symbols:Array(String)} GROUP BY symbol, kind, day
     ) AS l
     LEFT JOIN
     (
       SELECT symbol, kind, day, rows, fingerprint FROM market.computed_days FINAL WHERE symbol IN {symbols:Array(String)}
     ) AS c
     ON c.symbol = l.symbol AND c.kind = l.kind AND c.day = l.day
     ORDER BY kind, day
     SETTINGS ${QUICK_PLAN}`,
    { symbols },
  );
  const column = <T>(name: string) => columns[name] as T;
  const [names, kinds] = [column<string[]>('symbol'), column<Kind[]>('kind')];
  const [days, dirty] = [column<Int32Array>('day'), column<Uint8Array>('dirty')];
  const [rows, fingerprints] = [column<BigUint64Array>('rows'), column<BigUint64Array>('fingerprint')];
  const marks = column<BigUint64Array>('mark');
  const marked = column<Uint8Array>('marked');
  const bySymbol = new Map<string, Days>();
  for (let i = 0; i < length; i++) {
    const own = bySymbol.get(names[i]) ?? { days: [], marked: 0n };
    bySymbol.set(names[i], own);
    own.marked = uint64(own.marked + marks[i]);
    own.days.push({
      kind: kinds[i],
      day: days[i],
      rows: Number(rows[i]),
      fingerprint: fingerprints[i],
      dirty: dirty[i] === 1,
      marked: marked[i] === 1,
    });
  }
  return bySymbol;
}
