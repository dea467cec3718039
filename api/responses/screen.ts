/** `/screen`: symbols ranked by one figure of their summaries. */
import type { Answers, SymbolInfo } from '../../compute/answers/answers.ts';
import { BarsUsed } from '../../compute/answers/on-demand.ts';
import type { ScreenRequest, ScreenRow, Screens } from '../../compute/answers/screens.ts';
import { endOfBars, firstDayAsked, servedByDailies } from '../../compute/answers/symbols.ts';
import { servedWarning } from '../../compute/evaluation/daily-history.ts';
import { isLonger } from '../../compute/evaluation/range.ts';
import { date, type Field, integer, number, oneOf, text, type Unit } from '../../compute/market/fields.ts';
import { type RecordTable, withColumns } from '../../compute/market/records.ts';
import { numericLeaves, renderSummary } from '../../compute/market/render.ts';
import { type SessionSpec, storedSession } from '../../compute/market/sessions.ts';
import { type AnyValues, defaultsOf } from '../../compute/statistics/params.ts';
import { ASSET_CLASSES, type AssetClass } from '../../exchange/symbol.ts';
import { MINUTES_PER_DAY, monthsBefore } from '../../lib/days.ts';
import { adaptedValues, fitsFeed, plainValues } from '../query/adapt.ts';
import type { Format } from '../query/common.ts';
import { type PreparedStatistic, rangeRequest } from '../query/prepare.ts';
import type { ScreenRoute, SummaryRoute } from '../routes.ts';
import { type AnswerBody, listBody } from './body.ts';
import { namedSymbols, tooCoarseWarnings } from './left-out.ts';
import { inTurns } from './many-symbols.ts';
import { dateShown, ignoredWarnings, metadataOf } from './metadata.ts';
import { echoed, fieldsOf } from './one-symbol.ts';

export const screenFields = (unit: Unit): readonly Field[] => [
  integer('rank', 'count', 'Place in the order, from 1'),
  text('symbol', 'Canonical symbol'),
  oneOf('asset_class', ASSET_CLASSES, 'Asset class of the symbol'),
  number('value', unit, "The figure named by sort_by, as the symbol's summary shows it", { nullable: false }),
  integer('sample_size', 'count', 'The count that the rates of the summary rest on'),
  date('as_of', 'Latest session that the figure rests on: summaries follow ended days'),
];

/** @param earliest first day of the plan's history: stored summaries may rest on more; undefined: all history */
export async function answerScreen(
  deps: { answers: Answers; screens: Screens | undefined },
  prepared: PreparedStatistic,
  symbols: readonly SymbolInfo[],
  earliest: number | undefined,
  format: Format,
  expired: () => boolean,
): Promise<AnswerBody> {
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
  const concerned = symbols.filter((symbol) => symbol.hasBars && (!assetClass || symbol.assetClass === assetClass));
  let rows: readonly ScreenRow[];
  let historyLimited = false;
  if (deps.screens && earliest === undefined && prepared.adjustment === 'splits')
    rows = await deps.screens.screen(request);
  else
    ({ rows, historyLimited } = await screenFromViews(deps.answers, prepared, request, concerned, earliest, expired));

  const metadata = {
    ...metadataOf({
      adjustment: prepared.adjustment,
      symbols: concerned,
      session,
      range: null,
      warnings: [
        ...tooCoarseWarnings(summaryRouteOf(route), concerned, (intervalMin) => ({
          ...defaultsOf(route.statistic.params, intervalMin),
          ...request.values,
        })),
        ...rangeWarnings(rows, concerned, prepared, request.values, earliest),
        ...ignoredWarnings(prepared.ignored, route.path),
      ],
    }),
    history_limited: historyLimited,
  };
  const fields = screenFields(fieldsOf(route.endpoint).find(request.sortBy)?.unit ?? 'none');
  const head = {
    time_window: request.timeWindow,
    sort_by: request.sortBy,
    order: request.order,
    min_sample_size: request.minSampleSize,
    as_of: dateShown(rows.length === 0 ? undefined : Math.max(...rows.map(({ asOf }) => asOf))),
    ...echoed(route, plainValues(route, sent)),
  };
  return listBody({ format, source: 'materialized', fields, rows: screenTable(rows), symbol: '', head, metadata });
}

/** Symbols are ranked by what is stored of them: some may have less of it than the window says, or daily bars. */
function rangeWarnings(
  rows: readonly ScreenRow[],
  symbols: readonly SymbolInfo[],
  { route: { statistic }, session, range: { months, timeWindow } }: PreparedStatistic,
  variant: AnyValues,
  earliest: number | undefined,
): string[] {
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
    ...(shorter.length === 0 ? [] : [`${namedSymbols(shorter)}: coverage is shorter than ${timeWindow}`]),
    ...[...served].map(([until, names]) => `${namedSymbols(names)}: ${servedWarning(until)}`),
  ];
}

/** The same ranking from the records themselves, the ranges cut to what the plan may see. */
export async function screenFromViews(
  answers: Answers,
  prepared: PreparedStatistic,
  request: ScreenRequest,
  symbols: readonly SymbolInfo[],
  earliest: number | undefined,
  expired: () => boolean,
): Promise<{ rows: ScreenRow[]; historyLimited: boolean }> {
  const route = prepared.route as ScreenRoute;
  const { statistic, endpoint } = route;
  const summaryRoute = summaryRouteOf(route);
  const variant = new Map(Object.entries(request.values));
  const barsUsed = new BarsUsed();
  const ranked = await inTurns(symbols, expired, async (symbol) => {
    const { values, problems } = adaptedValues(summaryRoute, variant, [symbol.intervalMin]);
    if (problems.length > 0 || !fitsFeed(summaryRoute, values, symbol.intervalMin)) return null;
    const range = {
      ...rangeRequest(prepared, [], earliest),
      date: undefined,
      startDate: undefined,
      endDate: undefined,
    };
    const session = prepared.session as SessionSpec;
    const answer = await answers.summary(
      { statistic, symbol, session, values, range, barsUsed, withDailies: true },
      endpoint,
    );
    const leaves = numericLeaves(renderSummary(fieldsOf(endpoint), answer.summary));
    const value = leaves[request.sortBy];
    const sampleSize = leaves['sample_size'] ?? 0;
    const { historyLimited, effectiveEnd: asOf } = answer.range;
    if (value === undefined || sampleSize < request.minSampleSize) return { row: null, historyLimited };
    return { row: { symbol: symbol.symbol, assetClass: symbol.assetClass, value, sampleSize, asOf }, historyLimited };
  });
  const sign = request.order === 'asc' ? 1 : -1;
  const rows = ranked
    .flatMap((one) => one?.row ?? [])
    .sort((a, b) => (a.value - b.value) * sign || (a.symbol < b.symbol ? -1 : 1))
    .slice(0, request.limit);
  return { rows, historyLimited: ranked.some((one) => one?.historyLimited) };
}

/** The screen's own parameters are not the summary's: those stay at their defaults. */
const summaryRouteOf = (route: ScreenRoute): SummaryRoute => ({ ...route, kind: 'summary', scope: 'symbol' });

function screenTable(rows: readonly ScreenRow[]): RecordTable {
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
    },
  );
}
