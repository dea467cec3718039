/** `/screen`: symbols ranked by one figure of their summaries. */
import { type Answers, BarsUsed, type SymbolInfo } from '../../compute/answers/answers.ts';
import type { ScreenRequest, ScreenRow, Screens } from '../../compute/answers/screens.ts';
import { asStored, endOfBars, firstDayAsked, servedByDailies } from '../../compute/answers/symbols.ts';
import { servedWarning } from '../../compute/evaluation/daily-history.ts';
import { isEmptyRange } from '../../compute/evaluation/range.ts';
import { isLonger } from '../../compute/evaluation/warnings.ts';
import { date, type Field, integer, number, oneOf, text, type Unit } from '../../compute/market/fields.ts';
import { wilson } from '../../compute/market/math.ts';
import { type RecordTable, withColumns } from '../../compute/market/records.ts';
import { numericLeaves, renderSummary } from '../../compute/market/render.ts';
import { type SessionSpec, storedSession } from '../../compute/market/sessions.ts';
import { about, type Warning } from '../../compute/market/warning.ts';
import { type AnyValues, defaultsOf } from '../../compute/statistics/params.ts';
import { ASSET_CLASSES, type AssetClass } from '../../exchange/symbol.ts';
import { MINUTES_PER_DAY, monthsBefore } from '../../lib/days.ts';
import type { ScreenRoute, SummaryRoute } from '../data-routes.ts';
import { adaptedValues, fitsFeed, type PreparedStatistic, plainValues } from '../query/prepare.ts';
import { type AnswerBody, listBody } from './body.ts';
import { inTurns, namedSymbols, tooCoarseWarnings } from './many-symbols.ts';
import { dateShown, ignoredWarnings, metadataOf } from './metadata.ts';
import { echoed, fieldsOf, type Job } from './one-symbol.ts';

export const screenFields = (unit: Unit): readonly Field[] => [
  integer('rank', 'count', 'Place in the order, from 1'),
  text('symbol', 'Canonical symbol'),
  oneOf('asset_class', ASSET_CLASSES, 'Asset class of the symbol'),
  number('value', unit, "The figure named by sort_by, as the symbol's summary shows it", { nullable: false }),
  integer('sample_size', 'count', 'The count that the rates of the summary rest on'),
  date('as_of', 'Latest session that the figure rests on: summaries follow ended days'),
  integer('n', 'count', 'Cases behind the figure; null where it is no rate', { nullable: true }),
  number('low', 'pct', 'Lower bound of its 95 % interval (Wilson); null where it is no rate', { nullable: true }),
  number('high', 'pct', 'Upper bound; null where it is no rate', { nullable: true }),
];

/** @param screens the stored summaries; undefined: those of the records are computed */
export async function answerScreen(answers: Answers, screens: Screens | undefined, job: Job): Promise<AnswerBody> {
  const { target, earliest, format } = job;
  const prepared = job.prepared as PreparedStatistic;
  const route = prepared.route as ScreenRoute;
  const { sent } = prepared;
  const session = prepared.session as SessionSpec;
  const assetClass = sent.get('asset_class') as AssetClass | undefined;
  const request: ScreenRequest = {
    statistic: route.statistic,
    session: storedSession(session) ?? 'default',
    values: Object.fromEntries(
      [...route.stored.keys()].filter((name) => sent.has(name)).map((name) => [name, sent.get(name)]),
    ),
    timeWindow: prepared.range.timeWindow,
    sortBy: (sent.get('sort_by') as string | undefined) ?? 'sample_size',
    order: sent.get('order') === 'asc' ? 'asc' : 'desc',
    minSampleSize: (sent.get('min_sample_size') as number | undefined) ?? 0,
    assetClass,
    limit: (sent.get('limit') as number | undefined) ?? 10,
  };
  const symbols = target.symbols.filter((one) => one.hasBars && (!assetClass || one.assetClass === assetClass));
  // The session in progress would move the range.
  const ranked = symbols.flatMap((one) => asStored(one) ?? []);
  // Stored summaries may rest on more than the plan's history.
  const stored = earliest === undefined && prepared.adjustment === 'splits' ? screens : undefined;
  const { rows, historyLimited } = stored
    ? { rows: await stored.screen(request), historyLimited: false }
    : await screenFromViews(answers, job, request, ranked);
  const tooCoarse = tooCoarseWarnings(summaryRouteOf(route), symbols, (intervalMin) => ({
    ...defaultsOf(route.statistic.params, intervalMin),
    ...request.values,
  }));
  const warnings = [
    ...tooCoarse,
    ...rangeWarnings(rows, ranked, prepared, request.values, earliest),
    ...ignoredWarnings(prepared),
  ];
  return listBody({
    format,
    source: 'materialized',
    fields: screenFields(fieldsOf(route.endpoint).find(request.sortBy)?.unit ?? 'none'),
    rows: screenTable(rows),
    symbol: '',
    head: {
      time_window: request.timeWindow,
      sort_by: request.sortBy,
      order: request.order,
      min_sample_size: request.minSampleSize,
      as_of: dateShown(rows.length === 0 ? undefined : Math.max(...rows.map(({ asOf }) => asOf))),
      ...echoed(route, plainValues(route, sent)),
    },
    metadata: { ...metadataOf(prepared, { symbols, range: null, warnings }), history_limited: historyLimited },
  });
}

/** Warns of symbols whose stored data are shorter than the window, or are daily bars. */
function rangeWarnings(
  rows: readonly ScreenRow[],
  symbols: readonly SymbolInfo[],
  { route: { statistic }, session, range: { months, timeWindow } }: PreparedStatistic,
  variant: AnyValues,
  earliest: number | undefined,
): Warning[] {
  const known = new Map(symbols.map((symbol) => [symbol.symbol, symbol]));
  const shorter: string[] = [];
  const served = new Map<number, string[]>();
  for (const row of rows) {
    const symbol = known.get(row.symbol);
    if (!symbol) continue;
    const values = { ...defaultsOf(statistic.params, symbol.intervalMin), ...variant };
    const asked = { statistic, symbol, session: session as SessionSpec, values };
    const lastDay = Math.floor((endOfBars(symbol) - 1) / MINUTES_PER_DAY);
    const from = Math.max(earliest ?? Number.NEGATIVE_INFINITY, monthsBefore(lastDay, months));
    if (isLonger(from, firstDayAsked(asked) ?? 0, symbol.assetClass)) shorter.push(row.symbol);
    const until = servedByDailies(asked)?.until;
    if (until !== undefined && from < until) served.set(until, [...(served.get(until) ?? []), row.symbol]);
  }
  return [
    ...(shorter.length === 0
      ? []
      : about(namedSymbols(shorter), [{ code: 'coverage_shorter', text: `coverage is shorter than ${timeWindow}` }])),
    ...[...served].flatMap(([until, names]) => about(namedSymbols(names), [servedWarning(until)])),
  ];
}

/** Ranks by the records, with the ranges cut to the plan's history. */
async function screenFromViews(
  answers: Answers,
  { prepared, earliest, expired }: Job,
  request: ScreenRequest,
  symbols: readonly SymbolInfo[],
): Promise<{ rows: ScreenRow[]; historyLimited: boolean }> {
  const route = prepared.route as ScreenRoute;
  const { statistic, endpoint } = route;
  const summaryRoute = summaryRouteOf(route);
  const variant = new Map(Object.entries(request.values));
  const barsUsed = new BarsUsed();
  const session = prepared.session as SessionSpec;
  const { timeWindow, months } = prepared.range;
  const range = { timeWindow, months, earliest };
  const ranked = await inTurns(symbols, expired, async (symbol) => {
    const { values, problems } = adaptedValues(summaryRoute, variant, [symbol.intervalMin]);
    if (problems.length > 0 || !fitsFeed(summaryRoute, values, symbol.intervalMin)) return null;
    const asked = { statistic, symbol, session, values, range, barsUsed, withDailies: true };
    const answer = await answers.summary(asked, endpoint);
    const leaves = numericLeaves(renderSummary(fieldsOf(endpoint), answer.summary));
    const value = leaves[request.sortBy];
    const n = leaves[`confidence.${request.sortBy.replace(/^summary\./, '')}.n`] ?? Number.NaN;
    const sampleSize = leaves['sample_size'] ?? 0;
    const { historyLimited, effectiveEnd: asOf, wanted } = answer.range;
    // Summaries of no session are not stored either.
    const isOfNone = isEmptyRange(wanted) || (sampleSize === 0 && (await answers.latest(asked)) === null);
    if (value === undefined || sampleSize < request.minSampleSize || isOfNone) return { row: null, historyLimited };
    return {
      row: { symbol: symbol.symbol, assetClass: symbol.assetClass, value, n, sampleSize, asOf },
      historyLimited,
    };
  });
  const sign = request.order === 'asc' ? 1 : -1;
  const rows = ranked
    .flatMap((one) => one?.row ?? [])
    .sort((a, b) => (a.value - b.value) * sign || (a.symbol < b.symbol ? -1 : 1))
    .slice(0, request.limit);
  return { rows, historyLimited: ranked.some((one) => one?.historyLimited) };
}

/** Returns the summary's route; the summary's own parameters stay at their defaults. */
const summaryRouteOf = (route: ScreenRoute): SummaryRoute => ({ ...route, kind: 'summary', scope: 'symbol' });

function screenTable(rows: readonly ScreenRow[]): RecordTable {
  // Four decimals give the hits of up to half a million cases.
  const intervals = rows.map(({ value, n }) => wilson(Math.round((value * n) / 100), n));
  const column = (of: (row: ScreenRow, index: number) => number) => Float64Array.from(rows, of);
  return withColumns(
    { length: rows.length, columns: {} },
    {
      rank: column((_, index) => index + 1),
      symbol: rows.map((row) => row.symbol),
      asset_class: column((row) => ASSET_CLASSES.indexOf(row.assetClass)),
      value: column((row) => row.value),
      sample_size: column((row) => row.sampleSize),
      as_of: column((row) => row.asOf),
      n: column((row) => row.n),
      low: column((_, index) => intervals[index].low),
      high: column((_, index) => intervals[index].high),
    },
  );
}
