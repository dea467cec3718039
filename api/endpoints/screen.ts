/** `/screen` of a statistic: symbols ranked by one figure of their summaries. */
import { z } from 'zod';
import { BarsUsed, type SymbolInfo, type ViewAnswer } from '../../compute/answers/answers.ts';
import type { ScreenRequest, ScreenRow } from '../../compute/answers/screens.ts';
import { asStored, endOfBars, firstDayOf } from '../../compute/answers/symbols.ts';
import { isEmptyRange } from '../../compute/evaluation/range.ts';
import { STORED_WINDOW } from '../../compute/evaluation/summary-job.ts';
import { isLonger } from '../../compute/evaluation/warnings.ts';
import { date, type Field, integer, number, oneOf, text, type Unit } from '../../compute/market/fields.ts';
import { wilson } from '../../compute/market/math.ts';
import type { RecordTable } from '../../compute/market/records.ts';
import { numericLeaves, renderSummary, SummaryFields } from '../../compute/market/render.ts';
import { storedSession } from '../../compute/market/sessions.ts';
import type { Warning } from '../../compute/market/warning.ts';
import {
  type AnyValues,
  defaultsOf,
  intParam,
  limitParam,
  type Param,
  problem,
  wordParam,
} from '../../compute/statistics/params.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { ASSET_CLASSES, type AssetClass } from '../../exchange/symbol.ts';
import { MINUTES_PER_DAY, monthsBefore } from '../../lib/days.ts';
import { dataRoute } from '../data.ts';
import { screenSchemas } from '../json-schema.ts';
import { adaptedValues, plainValues, unfitParameter } from '../query/feed.ts';
import { ADJUSTMENT, LIST_FORMAT, SESSION_CHOICE, WINDOW_ONLY } from '../query/params.ts';
import { type AnswerBody, listBody } from '../responses/body.ts';
import { inTurns, sourceOf, together } from '../responses/many.ts';
import { dateShown, ignoredWarnings, metadataOf } from '../responses/metadata.ts';
import type { Job, Services, StatisticRoute } from '../route.ts';
import { tooCoarseWarnings } from './many.ts';
import { echoed } from './one-symbol.ts';

/** The routes of one statistic share these properties. */
export type CommonOfStatistic = Pick<StatisticRoute, 'path' | 'statistic' | 'elsewhere' | 'tag' | 'description'>;

export function screenRoute(common: CommonOfStatistic): StatisticRoute {
  const { statistic } = common;
  const ofRecords = Object.entries(statistic.params).filter(([, { affects }]) => affects === 'records');
  const summary = new SummaryFields(statistic.summary.fields);
  const route: StatisticRoute = dataRoute({
    ...common,
    summary:
      'Symbols ranked by one figure of their summaries over a time window, such as fill_rate or weekday_breakdown.Monday.count',
    scope: 'universe',
    params: {
      sort_by: sortParam(statistic, summary),
      order: wordParam(['desc', 'asc'], { description: 'desc: the largest first', fallback: 'desc' }),
      min_sample_size: intParam({
        description: 'Leave out symbols whose sample_size is smaller',
        minimum: 0,
        maximum: 1_000_000_000,
        fallback: 0,
      }),
      asset_class: wordParam(ASSET_CLASSES, { description: 'Only symbols of this class' }),
      ...WINDOW_ONLY,
      ...SESSION_CHOICE,
      ...ADJUSTMENT,
      ...Object.fromEntries(ofRecords),
      limit: limitParam('Number of symbols'),
      ...LIST_FORMAT,
    },
    own: statistic.params,
    fields: screenFields('none'),
    otherFormats: ['csv', 'arrow'],
    response: () => screenSchemas(route),
    answer: (job, services) => answerScreen({ statistic, summary }, job, services),
  });
  return route;
}

function sortParam(statistic: Statistic, summary: SummaryFields): Param<string> {
  const schema = z.string().transform((text, context) => {
    const path = text.trim();
    // A leading `summary.` may be left out, as in the keys of confidence.
    const figure = [path, `summary.${path}`].find((candidate) => isNumber(summary.find(candidate)));
    if (figure !== undefined && path.length <= 200 && !path.includes('*')) return figure;
    return problem(
      context,
      'value_error',
      `Input should be the dotted path of a number in the summary; /stats/${statistic.name}/doc lists them`,
    );
  });
  const fallback = 'sample_size';
  const description = 'Dotted path of a number in the summary, such as sample_size';
  const doc = { type: 'string', required: false, default: fallback, description } as const;
  return { schema, doc, fallback, affects: 'answer' };
}

const isNumber = (field: Field | undefined) => field?.type === 'number' || field?.type === 'integer';

const screenFields = (unit: Unit): readonly Field[] => [
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

interface Screened {
  readonly statistic: Statistic;
  readonly summary: SummaryFields;
}

interface Screen extends Omit<ScreenRequest, 'statistic' | 'session'> {
  /** The values that were sent of parameters that the records depend on. */
  readonly values: AnyValues;
  readonly timeWindow: string;
}

const ALL_STORED = { source: 'materialized', historyLimited: false } as const;

async function answerScreen(screened: Screened, job: Job, services: Services): Promise<AnswerBody> {
  const { request, target, earliest, symbolPrefix, format } = job;
  const { route, sent, session, range, adjustment } = request;
  const { statistic, summary } = screened;
  const sentValues = Object.fromEntries([...sent].filter(([name]) => statistic.params[name]?.affects === 'records'));
  const screen: Screen = {
    values: sentValues,
    timeWindow: range.timeWindow,
    sortBy: (sent.get('sort_by') as string | undefined) ?? 'sample_size',
    order: sent.get('order') === 'asc' ? 'asc' : 'desc',
    minSampleSize: (sent.get('min_sample_size') as number | undefined) ?? 0,
    assetClass: sent.get('asset_class') as AssetClass | undefined,
    limit: (sent.get('limit') as number | undefined) ?? 10,
  };
  const valuesFor = (intervalMin: number) => ({ ...defaultsOf(statistic.params, intervalMin), ...screen.values });
  const symbols = target.symbols.filter(({ hasBars }) => hasBars);
  // The session in progress would move the range.
  const settled = symbols.flatMap((one) => asStored(one) ?? []);
  // Stored summaries rank all symbols by all of their history, and by adjusted prices.
  const isOfAll = earliest === undefined && symbolPrefix === null && adjustment === 'splits';
  const isDefault = range.timeWindow === STORED_WINDOW && Object.keys(screen.values).length === 0;
  const window = storedSession(session);
  const { rows, source, historyLimited } =
    isOfAll && isDefault && (window === 'default' || window === 'exchange') && services.screens
      ? { rows: await services.screens.screen({ ...screen, statistic, session: window }), ...ALL_STORED }
      : await screenRecords(screened, job, screen, settled, services);
  const warnings = [
    ...tooCoarseWarnings(route, symbols, valuesFor),
    ...rangeWarnings(rows, settled, job),
    ...ignoredWarnings(request),
  ];
  return listBody({
    format,
    source,
    fields: screenFields(summary.find(screen.sortBy)?.unit ?? 'none'),
    rows: screenTable(rows),
    symbol: '',
    head: {
      time_window: screen.timeWindow,
      sort_by: screen.sortBy,
      order: screen.order,
      min_sample_size: screen.minSampleSize,
      as_of: dateShown(rows.length === 0 ? undefined : Math.max(...rows.map(({ asOf }) => asOf))),
      ...echoed(route.own, plainValues(route, sent)),
    },
    metadata: { ...metadataOf(request, { symbols, range: null, warnings }), history_limited: historyLimited },
  });
}

/** Warns of ranked symbols whose stored data are shorter than the window. */
function rangeWarnings(
  rows: readonly ScreenRow[],
  symbols: readonly SymbolInfo[],
  { request: { range }, earliest = Number.NEGATIVE_INFINITY }: Job,
): Warning[] {
  const known = new Map(symbols.map((symbol) => [symbol.symbol, symbol]));
  const text = `coverage is shorter than ${range.timeWindow}`;
  const warnings = rows.flatMap(({ symbol: name }) => {
    const symbol = known.get(name);
    if (!symbol) return [];
    const lastDay = Math.floor((endOfBars(symbol) - 1) / MINUTES_PER_DAY);
    const from = Math.max(earliest, monthsBefore(lastDay, range.months));
    if (!isLonger(from, firstDayOf(symbol) ?? 0, symbol.assetClass)) return [];
    return [{ symbol: name, warning: { code: 'coverage_shorter' as const, text } }];
  });
  return together(warnings);
}

/** Ranks by the records, with the ranges cut to the plan's history. */
async function screenRecords(
  { statistic, summary }: Screened,
  { request, earliest, expired }: Job,
  { values: sent, sortBy, minSampleSize, order, limit }: Screen,
  symbols: readonly SymbolInfo[],
  { answers }: Services,
): Promise<{ rows: ScreenRow[]; source: ViewAnswer['source']; historyLimited: boolean }> {
  const endpoint = statistic.summary;
  const ofSummary = { statistic, own: { ...statistic.params, ...endpoint.params } };
  const barsUsed = new BarsUsed();
  const { session } = request;
  const range = { timeWindow: request.range.timeWindow, months: request.range.months, earliest };
  const ranked = await inTurns(symbols, expired, async (symbol) => {
    const { values, problems } = adaptedValues(ofSummary, new Map(Object.entries(sent)), [symbol.intervalMin]);
    if (problems.length > 0 || unfitParameter(ofSummary, values, symbol.intervalMin)) return null;
    const asked = { statistic, symbol, session, values, range, barsUsed };
    const answer = await answers.summary(asked, endpoint);
    const leaves = numericLeaves(renderSummary(summary, answer.summary));
    const value = leaves[sortBy];
    const n = leaves[`confidence.${sortBy.replace(/^summary\./, '')}.n`] ?? Number.NaN;
    const sampleSize = leaves['sample_size'] ?? 0;
    const { historyLimited, effectiveEnd: asOf, wanted } = answer.range;
    // A summary of no session is not stored either.
    const isOfNone = isEmptyRange(wanted) || (sampleSize === 0 && (await answers.latest(asked)) === null);
    if (value === undefined || sampleSize < minSampleSize || isOfNone)
      return { row: null, source: answer.source, historyLimited };
    const row = { symbol: symbol.symbol, assetClass: symbol.assetClass, value, n, sampleSize, asOf };
    return { row, source: answer.source, historyLimited };
  });
  const sign = order === 'asc' ? 1 : -1;
  const known = ranked.flatMap((one) => one ?? []);
  const rows = known
    .flatMap(({ row }) => row ?? [])
    .sort((a, b) => (a.value - b.value) * sign || (a.symbol < b.symbol ? -1 : 1))
    .slice(0, limit);
  return { rows, source: sourceOf(known), historyLimited: known.some(({ historyLimited }) => historyLimited) };
}

function screenTable(rows: readonly ScreenRow[]): RecordTable {
  // Four decimals give the hits of up to half a million cases.
  const intervals = rows.map(({ value, n }) => wilson(Math.round((value * n) / 100), n));
  const column = (of: (row: ScreenRow, index: number) => number) => Float64Array.from(rows, of);
  const columns = {
    rank: column((_, index) => index + 1),
    symbol: rows.map((row) => row.symbol),
    asset_class: column((row) => ASSET_CLASSES.indexOf(row.assetClass)),
    value: column((row) => row.value),
    sample_size: column((row) => row.sampleSize),
    as_of: column((row) => row.asOf),
    n: column((row) => row.n),
    low: column((_, index) => intervals[index].low),
    high: column((_, index) => intervals[index].high),
  };
  return { length: rows.length, columns };
}
