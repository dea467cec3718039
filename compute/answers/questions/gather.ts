/** Fetches what a question needs of a symbol: the sessions of its range and enough before it, and the records named. */

import { formatInterval } from '../../../exchange/symbol.ts';
import { getOrMake } from '../../../lib/collections.ts';
import { isoMonday, MINUTES_PER_DAY } from '../../../lib/days.ts';
import { isEmptyRange, type RangeRequest, type ResolvedRange, resolveRange } from '../../evaluation/range.ts';
import { lowerBound } from '../../market/bars.ts';
import { DAY_FIELDS } from '../../market/candles.ts';
import { numbers, type RecordTable, TableBuilder } from '../../market/records.ts';
import type { SessionSpec } from '../../market/sessions.ts';
import { about, distinctWarnings, type Warning } from '../../market/warning.ts';
import { type AnyValues, defaultsOf } from '../../statistics/params.ts';
import type { Statistic } from '../../statistics/statistic.ts';
import { type Answers, BarsUsed, type SymbolInfo, type ViewAnswer } from '../answers.ts';
import { firstDayOf } from '../symbols.ts';
import type { Place } from './look-ahead.ts';
import type { Reference } from './question.ts';
import type { Loaded, Material } from './source-columns.ts';

export interface GatherRequest {
  readonly statistics: readonly Statistic[];
  readonly symbol: SymbolInfo;
  readonly session: SessionSpec;
  readonly range: RangeRequest;
  readonly references: readonly Reference[];
  /** Other symbols that the references name, by their names there. */
  readonly others: ReadonlyMap<string, SymbolInfo>;
  /** Of a request over several symbols: what they have used of its bound together. */
  readonly barsUsed?: BarsUsed;
  /** Of a request over several symbols: the other symbols' material, which they look at alike. */
  readonly shared?: SharedOthers;
}

interface Needed {
  readonly statistic: Statistic;
  readonly values: AnyValues;
}

export interface Gathered {
  readonly range: ResolvedRange;
  /** Date of the symbol's latest session; null without one. */
  readonly latest: number | null;
  readonly material: Material;
  /** Rows of `material.days` that are in the range: `[from, to)`. */
  readonly from: number;
  readonly to: number;
  readonly source: ViewAnswer['source'];
  readonly warnings: readonly Warning[];
  /** Rows read: records and sessions. */
  readonly records: number;
}

/** A parameter of the question that the feed of the symbol does not take. */
export class DoesNotFit extends Error {
  override readonly name = 'DoesNotFit';
}

/** Calendar days that hold so many sessions where no week misses more than a day, and some to spare. */
const daysFor = (sessions: number) => Math.ceil((sessions * 7) / 4) + 12;
/** The next session is at most so many days after the latest: another symbol may have had it already. */
const NEXT_SESSION_DAYS = 14;
/** A week's sessions at most: what a week's record needs before the range. */
const SESSIONS_A_WEEK = 7;
/** Four symbols, each over the range and over its latest sessions, with as much again to spare. */
const MAX_SHARED = 16;
/** News is looked for since the previous session, which is at most 7 days back, and until the next one. */
const NEWS_DAYS_AROUND = 9;

/** Date of the symbol's latest session under the window; null without one. */
export function latestSession(
  answers: Pick<Answers, 'latest'>,
  request: Pick<GatherRequest, 'statistics' | 'symbol' | 'session' | 'barsUsed'>,
): Promise<number | null> {
  const { statistics, symbol, session, barsUsed } = request;
  return answers.latest({ symbol, session, barsUsed, ...baseOf([], statistics, symbol.intervalMin) });
}

/** Values of all parameters that change records. @throws DoesNotFit */
export function valuesOf(reference: Reference, intervalMin: number): AnyValues {
  const { source, params } = reference;
  const { statistic } = source;
  if (!statistic) return {};
  if (statistic.needsIntraday && intervalMin >= MINUTES_PER_DAY) {
    throw new DoesNotFit(`${source.name} needs intraday bars: the feed is 1d`);
  }
  const values: Record<string, unknown> = {};
  for (const [name, param] of Object.entries(statistic.params)) {
    const sent = params.has(name);
    values[name] = sent ? params.get(name) : param.fit ? param.fit(intervalMin) : param.fallback;
    const fits = sent ? (param.fits?.(values[name], intervalMin) ?? true) : values[name] !== null;
    if (fits) continue;
    const interval = formatInterval(intervalMin);
    throw new DoesNotFit(`${name} of ${source.name} should be a whole multiple of the base interval, ${interval}`);
  }
  return values;
}

/** The material of other symbols within one request, each read once; bounded, for it holds their records. */
export class SharedOthers {
  readonly #made = new Map<string, Promise<Gathered>>();

  /** Those that are there already count as no records read. */
  async get(key: string, make: () => Promise<Gathered>): Promise<Gathered> {
    const known = this.#made.get(key);
    if (known) return { ...(await known), records: 0 };
    const made = make();
    if (this.#made.size < MAX_SHARED) this.#made.set(key, made);
    return made;
  }
}

/** Equal for references to the same records. */
export function recordsKey({ source, params }: Reference): string {
  return JSON.stringify([source.name, [...params].sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** @throws DoesNotFit; what `Answers.view` throws */
export async function gather(answers: Answers, asked: GatherRequest): Promise<Gathered> {
  const request = { ...asked, barsUsed: asked.barsUsed ?? new BarsUsed() };
  const { statistics, symbol, session, references, barsUsed } = request;
  const own = references.filter((reference) => otherOf(reference, request) === null);
  const needed = neededFor(own, symbol);
  const base = baseOf([...needed.values()], statistics, symbol.intervalMin);
  const common = { symbol, session, barsUsed };
  // What the others need is read beside it.
  const beside = [...needed.values()].map((one) => answers.latest({ ...common, ...one }));
  const [latest] = await Promise.all([answers.latest({ ...common, ...base }), ...beside]);
  const range = resolveRange(request.range, latest ?? symbol.lastDay);
  const { from, to } = range.wanted;
  if (isEmptyRange(range.wanted) || symbol.firstBar === null) {
    const loaded = [...needed].map(
      ([key, { statistic, values }]) => [key, { records: none(statistic), values }] as const,
    );
    const material = { days: none({ fields: DAY_FIELDS }), closeBefore: Number.NaN, news: null, others: new Map() };
    const nothing = { from: 0, to: 0, source: 'materialized', warnings: [], records: 0 } as const;
    return { range, latest, material: materialOf(request, new Map(loaded), material), ...nothing };
  }

  const view = (one: Needed, startDate: number) =>
    answers.view({ ...common, ...one, range: { ...request.range, date: undefined, startDate, endDate: to } });
  const exact = answers.view({
    ...common,
    ...base,
    // Resolved already: an end that follows the data must not move in between.
    range: { ...request.range, endDate: request.range.date === undefined ? to : undefined },
  });
  const sessionsBefore =
    Math.max(...references.map(({ previous }) => previous), 0) +
    (own.some(({ source }) => source.kind === 'week') || looksBackOverWeekends(own, symbol) ? SESSIONS_A_WEEK : 0);
  const first = Math.max(firstDayOf(symbol)!, request.range.earliest ?? Number.NEGATIVE_INFINITY);
  let start = from;
  let wide = await exact;
  for (let back = sessionsBefore; back > 0; back *= 2) {
    start = isoMonday(from - daysFor(back));
    wide = await view(base, start);
    if (start <= first || lowerBound(numbers(wide.view.days, 'date'), from) >= sessionsBefore) break;
  }
  const { days, allDays } = wide.view;
  const views = await Promise.all([...needed.values()].map((one) => (isSame(one, base) ? wide : view(one, start))));
  const loaded = new Map([...needed].map(([key, { values }], i) => [key, { records: views[i].view.records, values }]));
  const others = await gatherOthers(answers, request, start, to);
  const news = own.some(({ source }) => source.kind === 'news')
    ? await newsOf(answers, request, start - NEWS_DAYS_AROUND, to + NEWS_DAYS_AROUND)
    : null;

  const dates = numbers(days, 'date');
  const before = days.length === 0 ? -1 : lowerBound(numbers(allDays, 'date'), dates[0]) - 1;
  const { warnings } = await exact;
  // The rest is said of the sessions already.
  const ofSessions = new Set(wide.warnings.map(({ text }) => text));
  const ofStatistics = views.flatMap((one) => one.warnings.filter(({ text }) => !ofSessions.has(text)));
  const ofOthers = [...others].flatMap(([name, other]) => about(name, other.warnings));
  const sources = [await exact, wide, ...views, ...others.values()].map(({ source }) => source);
  const read = [days, ...(news ? [news] : []), ...[...loaded.values()].map(({ records }) => records)];
  return {
    range,
    latest,
    material: materialOf(request, loaded, {
      days,
      closeBefore: before < 0 ? Number.NaN : numbers(allDays, 'close')[before],
      news,
      others: new Map([...others].map(([name, { material }]) => [name, material])),
    }),
    from: lowerBound(dates, from),
    to: lowerBound(dates, to + 1),
    source: sources.includes('on_demand') ? 'on_demand' : 'materialized',
    warnings: distinctWarnings([...warnings, ...ofStatistics, ...ofOthers]),
    records:
      read.reduce((sum, { length }) => sum + length, 0) +
      [...others.values()].reduce((sum, { records }) => sum + records, 0),
  };
}

/** The records that the references of a symbol look at, by `recordsKey`. @throws DoesNotFit */
function neededFor(references: readonly Reference[], { intervalMin }: SymbolInfo): Map<string, Needed> {
  const needed = new Map<string, Needed>();
  for (const reference of references) {
    const { statistic } = reference.source;
    if (statistic) needed.set(recordsKey(reference), { statistic, values: valuesOf(reference, intervalMin) });
  }
  return needed;
}

const none = ({ fields }: Pick<Statistic, 'fields'>): RecordTable => new TableBuilder(fields, 0).finish(0);

const materialOf = (
  { symbol, session }: Pick<GatherRequest, 'symbol' | 'session'>,
  loaded: ReadonlyMap<string, Loaded>,
  found: Pick<Material, 'days' | 'closeBefore' | 'news' | 'others'>,
): Material => ({
  ...found,
  meta: symbol,
  session,
  lastBarEnd: symbol.lastBar === null ? Number.NaN : symbol.lastBar + symbol.intervalMin,
  loaded: (reference) => loaded.get(recordsKey(reference))!,
});

/** Where a question is asked, as the feeds' own parameters have it. @throws DoesNotFit by what it gives */
export function placeIn(request: Pick<GatherRequest, 'others' | 'symbol' | 'session'>): Place {
  const { symbol: meta, session } = request;
  const intervalOf = (reference: Reference) => (otherOf(reference, request) ?? meta).intervalMin;
  return {
    meta,
    session,
    valuesOf: (reference) => valuesOf(reference, intervalOf(reference)),
    isDaily: (reference) => intervalOf(reference) >= MINUTES_PER_DAY,
  };
}

/** The symbol that the reference looks at, where it is not the one that is asked about. */
function otherOf(
  { symbol: name }: Reference,
  { others, symbol }: Pick<GatherRequest, 'others' | 'symbol'>,
): SymbolInfo | null {
  const other = name === null ? undefined : others.get(name);
  return other === undefined || other.symbol === symbol.symbol ? null : other;
}

/** The same sessions of the other symbols that are looked at, and the next one, should they have come to it. */
async function gatherOthers(
  answers: Answers,
  request: GatherRequest,
  from: number,
  to: number,
): Promise<ReadonlyMap<string, Gathered>> {
  const asked = new Map<string, { symbol: SymbolInfo; references: Reference[] }>();
  for (const reference of request.references) {
    const symbol = otherOf(reference, request);
    if (!symbol) continue;
    const known = getOrMake(asked, reference.symbol!, () => ({ symbol, references: [] }));
    known.references.push({ ...reference, previous: 0, symbol: null });
  }
  const { earliest } = request.range;
  const endDate = to + NEXT_SESSION_DAYS;
  const range: RangeRequest = { months: 1, timeWindow: 'custom', startDate: from, endDate, earliest };
  const shared = request.shared ?? new SharedOthers();
  const found = [...asked].map(async ([name, { symbol, references }]) => {
    const key = JSON.stringify([name, from, to, [...new Set(references.map(recordsKey))]]);
    const make = () => gather(answers, { ...request, symbol, references, range, others: new Map() });
    return [name, await shared.get(key, make)] as const;
  });
  return new Map(await Promise.all(found));
}

/** Whether a pair has a record on Monday depends on Friday's session. */
const looksBackOverWeekends = (references: readonly Reference[], { assetClass }: SymbolInfo) =>
  assetClass === 'crypto' &&
  references.some(({ of, source: { statistic } }) => of === 'record' && statistic?.weekdaysOnly === true);

const isSame = (a: Needed, b: Needed) =>
  a.statistic === b.statistic && JSON.stringify(a.values) === JSON.stringify(b.values);

/** The records that the sessions come with: some that are asked for, if they know weekends too. */
function baseOf(needed: readonly Needed[], statistics: readonly Statistic[], intervalMin: number): Needed {
  const asked = needed.find(({ statistic }) => statistic.recordOf === 'session' && !statistic.weekdaysOnly);
  if (asked) return asked;
  const statistic = statistics.find(
    ({ recordOf, weekdaysOnly, needsIntraday }) => recordOf === 'session' && !weekdaysOnly && !needsIntraday,
  );
  if (!statistic) throw new Error('no statistic has a record of every session');
  return { statistic, values: defaultsOf(statistic.params, intervalMin) };
}

/** News of the kind that the symbol's asset class has; what came before the plan's history counts for its first session. */
async function newsOf(answers: Answers, { statistics, symbol, session }: GatherRequest, from: number, to: number) {
  const statistic = statistics.find(({ events }) => events);
  if (!statistic) return null;
  const values = { event_source: symbol.assetClass === 'crypto' ? 'sentiment_crypto' : 'sentiment' };
  const range: RangeRequest = { months: 1, timeWindow: 'custom', startDate: from, endDate: to };
  return (await answers.view({ statistic, symbol, session, values, range })).view.records;
}
