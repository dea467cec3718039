/** What the store says about a symbol's inputs and how far its records follow them. */

import { dayOfMs, MINUTES_PER_DAY } from '../../lib/days.ts';
import { decodeNative } from '../../sql/formats/native.ts';
import type { Reader } from '../../sql/reader.ts';
import { QUICK_PLAN } from '../../sql/session.ts';
import { GENERATIONS_SQL } from '../../sql/symbols.ts';
import { type Factors, factorsOf, type Split, splitsText } from '../market/bars.ts';
import type { SymbolMeta } from '../market/sessions.ts';
import { ALL_DATES } from '../statistics/statistic.ts';
import { inShare, type SymbolShare, shareParams } from './behind.ts';
import {
  COMPUTED_AS_REGISTERED,
  COVERAGE_STATE,
  type CoverageRow,
  type Definitions,
  definitionParams,
  landedOf,
  OTHER_DEFINITIONS,
  parseDefinitions,
  readSymbolRows,
  type SymbolRows,
} from './tables/coverage.ts';
import { readSplits, splitsAfter } from './tables/events.ts';
import { SUMMARIES } from './tables/schema.ts';

/**
 * `actions`: corporate ones, on the day before their date. `bars_daily`: daily bars beside shorter ones; no stored record
 * follows from them (see daily-history.ts).
 */
export type Kind = 'bars' | 'bars_daily' | 'sentiment' | 'sentiment_crypto' | 'actions';

/** Kinds that no record is dated by. */
const UNDATED: ReadonlySet<Kind> = new Set(['actions', 'bars_daily']);

/** Days whose stored records may follow from what has landed there; of others only the marks and summaries do. */
export const isOfRecords = ({ kind }: { readonly kind: Kind }): boolean => !UNDATED.has(kind);

export interface LoggedDay {
  readonly kind: Kind;
  /** UTC date, days since the epoch. */
  readonly day: number;
  readonly rows: number;
  /** Sum of hashes. */
  readonly fingerprint: bigint;
  readonly dirty: boolean;
  /** Its records were computed, from these rows or from earlier ones. */
  readonly marked: boolean;
}

/** Start of the first and last current bar that serves, UTC minutes: beside daily bars those from the cutover on (see cutover.ts). */
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
  /** Rows ever landed for it. */
  readonly landed: number;
  /** Sum of the fingerprints of its days. */
  readonly inputs: bigint;
  /**
   * What the records that are stored were computed from; null: never computed, or in another generation, of another
   * class or interval, adjusted for other splits, without regard to the cutover, or the marks of the days tell of another
   * state than the records' own. Then nothing that is stored is relied on.
   */
  readonly settled: { readonly key: string; readonly ends: BarEnds | null } | null;
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

/** Latest UTC date with bars or news; there is one. */
export function lastDayOf(days: readonly LoggedDay[]): number {
  return days.reduce((last, one) => (isOfRecords(one) ? Math.max(last, one.day) : last), -Infinity);
}

/** UTC dates with bars, ascending. */
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
  return registered && splits.length > 0 ? factorsOf(splits, [], registered) : null;
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
  return symbols.map((symbol): SymbolState => {
    const { days: own, marked } = days.get(symbol) ?? { days: [], marked: 0n };
    const one = registry.get(symbol);
    const registered = one ? { symbol, assetClass: one.asset_class, intervalMin: one.interval_min } : null;
    const splits = splitsAfter(actions.get(symbol), one?.adjusted ?? 0);
    const { generation, epoch } = generations.get(symbol) ?? { generation: 0, epoch: 0 };
    const found = coverageOf.get(symbol);
    const counts = found !== undefined && found.generation >= epoch;
    const state = {
      symbol,
      registered,
      splits,
      generation,
      ...totals(own),
      definitions: parseDefinitions(counts ? found.definitions : ''),
    };
    const isSame =
      counts &&
      found.generation === generation &&
      found.interval_min === (registered?.intervalMin ?? 0) &&
      (registered === null || found.asset_class === registered.assetClass) &&
      found.splits === splitsText(splits) &&
      (found.cutover || own.every(({ kind }) => kind !== 'bars_daily')) &&
      BigInt(found.inputs) === marked;
    return { ...state, settled: isSame ? settledBy(found) : null };
  });
}

function settledBy({
  version,
  generation,
  inputs,
  has_bars,
  first_min,
  last_min,
}: CoverageRow): SymbolState['settled'] {
  const landed = Number(landedOf(BigInt(version)));
  return {
    key: settledKey({ generation, landed, inputs: BigInt(inputs) }),
    ends: has_bars ? { first: first_min, last: last_min } : null,
  };
}

const uint64 = (sum: bigint) => BigInt.asUintN(64, sum);

interface Days {
  readonly days: LoggedDay[];
  /** Sum of the fingerprints that the marks of these days tell. */
  marked: bigint;
}

/** What was ever landed for the symbols by kind and day, held against what their records were made from. */
async function readDays(reader: Reader, symbols: readonly string[]): Promise<Map<string, Days>> {
  const bytes = await reader.nativeBytes(
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
  // An answer without rows names no columns.
  if (bytes.length === 0) return new Map();
  const { length, columns } = decodeNative(bytes);
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

export interface Behind {
  readonly symbol: string;
  /** Ended days that are dirty; all its days where its records were computed otherwise than they would be now. */
  readonly days: number;
}

/**
 * Symbols whose records are not those that this build would compute of the days that have ended: these have changed, or the
 * generation, the class or the interval of the symbol, or a definition. No symbol here, and none that `findUnsummarized`
 * knows: tables and summaries are up to date.
 *
 * @param today first UTC date that has not ended; left out: none counts as live
 */
export async function findBehind(
  reader: Reader,
  definitions: Definitions,
  share: SymbolShare | null = null,
  today: number = ALL_DATES.to,
): Promise<Behind[]> {
  return reader.query<Behind>(
    `SELECT CAST(d.symbol, 'String') AS symbol,
       if(c.inputs = d.marked AND (c.cutover OR d.dailies = 0) AND ${COMPUTED_AS_REGISTERED} AND empty(${OTHER_DEFINITIONS}), d.dirty, d.all) AS days
     FROM
     (
       SELECT l.symbol AS symbol, count() AS all, countIf(l.kind = 'bars_daily') AS dailies,
         countIf((c.rows = 0 OR c.fingerprint != l.fingerprint) AND (l.day < toDate32({today:Int32}) OR l.kind IN (${[...UNDATED].map((kind) => `'${kind}'`).join(', ')}))) AS dirty,
         sum(c.fingerprint) AS marked
       FROM (SELECT symbol, kind, day, sum(fingerprint) AS fingerprint FROM market.day_log
             WHERE ${inShare(share)} GROUP BY symbol, kind, day) AS l
       LEFT JOIN (SELECT symbol, kind, day, rows, fingerprint FROM market.computed_days FINAL WHERE ${inShare(share)}) AS c
       ON c.symbol = l.symbol AND c.kind = l.kind AND c.day = l.day
       GROUP BY l.symbol
     ) AS d
     LEFT JOIN (SELECT * FROM market.symbol_coverage FINAL WHERE ${inShare(share)}) AS c ON c.symbol = d.symbol
     LEFT JOIN (SELECT symbol, asset_class, interval_min FROM market.symbols FINAL) AS s ON s.symbol = d.symbol
     LEFT JOIN ${GENERATIONS_SQL} AS g ON g.symbol = d.symbol
     WHERE days > 0
     ORDER BY symbol`,
    { ...definitionParams(definitions), ...shareParams(share), today: Math.min(today, ALL_DATES.to) },
  );
}

/** Symbols whose summaries were computed from another state than the one that their records are in. */
export async function findUnsummarized(
  reader: Reader,
  series: string,
  share: SymbolShare | null = null,
): Promise<string[]> {
  const rows = await reader.query<{ symbol: string }>(
    `SELECT CAST(c.symbol, 'String') AS symbol
     FROM (SELECT symbol, generation, ${COVERAGE_STATE} AS state FROM market.symbol_coverage AS c FINAL WHERE ${inShare(share)}) AS c
     LEFT JOIN (SELECT symbol, state FROM market.computed_units FINAL WHERE statistic = {series:String}) AS u
     ON u.symbol = c.symbol
     LEFT JOIN ${GENERATIONS_SQL} AS g ON g.symbol = c.symbol
     WHERE u.state != c.state AND c.generation >= g.epoch
     ORDER BY symbol`,
    { series, ...shareParams(share) },
  );
  return rows.map((row) => row.symbol);
}

/** Dirty days left; a symbol of which only the summaries are left counts as one. @param today days since the epoch */
export async function behindDays(reader: Reader, definitions: Definitions, today: number): Promise<number> {
  const behind = await findBehind(reader, definitions, null, today);
  const dirty = new Set(behind.map(({ symbol }) => symbol));
  // Asked after: records that are computed in between are then behind by their summaries.
  const unsummarized = (await findUnsummarized(reader, SUMMARIES, null)).filter((symbol) => !dirty.has(symbol));
  return behind.reduce((sum, { days }) => sum + days, unsummarized.length);
}
