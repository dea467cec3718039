/** `/bars`: the stored bars that the statistics look at, or candles of them. */

import { z } from 'zod';
import type { SymbolInfo } from '../../compute/answers/answers.ts';
import { BAR_FIELDS, barRows } from '../../compute/answers/bar-rows.ts';
import { noBars } from '../../compute/answers/questions/ask.ts';
import { seriesWarnings } from '../../compute/answers/series.ts';
import { count, date, text, textOrNull } from '../../compute/answers/shapes.ts';
import { isEmptyRange, type RangeRequest } from '../../compute/evaluation/range.ts';
import { dateOfBar, droppedWarning, emptyDateWarning, isLonger } from '../../compute/evaluation/warnings.ts';
import {
  dayRecords,
  TIMEFRAME_ALIASES,
  TIMEFRAMES,
  type Timeframe,
  timeframeFits,
} from '../../compute/market/candles.ts';
import { datedInside, type RecordTable, TableBuilder } from '../../compute/market/records.ts';
import type { Warning } from '../../compute/market/warning.ts';
import { dateParam, wordParam } from '../../compute/statistics/params.ts';
import type { DateRange } from '../../compute/statistics/statistic.ts';
import { formatInterval } from '../../exchange/symbol.ts';
import { isoDate } from '../../lib/days.ts';
import { dataRoute } from '../data.ts';
import { queryProblem } from '../errors.ts';
import { rowsOf } from '../json-schema.ts';
import { ADJUSTMENT, INTERVAL, LIST_FORMAT, paging, SESSION, SYMBOL } from '../query/params.ts';
import { type AnswerBody, listBody } from '../responses/body.ts';
import { ignoredWarnings, Metadata, metadataOf, rangeShown } from '../responses/metadata.ts';
import { pageOf } from '../responses/pages.ts';
import { type DataRequest, type Job, QUESTIONS, type Services } from '../route.ts';

/** A week's sessions: what the candle of a week at either end of the range needs beyond it. */
const AROUND_WEEKS = 7;

const Bars = z
  .object({
    symbol: text,
    start_date: date,
    end_date: date,
    timeframe: textOrNull.describe('Of the bars; null where nothing but news is stored'),
    count,
    data: rowsOf('BarsRow', BAR_FIELDS),
    metadata: Metadata,
  })
  .meta({ id: 'Bars' });

export const barsRoute = dataRoute({
  path: '/bars',
  tag: QUESTIONS,
  summary: 'Bars',
  description: `Stored bars of a session window, or candles of them, oldest first: what the statistics look at`,
  scope: 'symbol',
  params: {
    ...SYMBOL,
    date: dateParam({ description: 'One trading date, on every plan within its history' }),
    start_date: dateParam({ description: 'First date of a range; default: end_date' }),
    end_date: dateParam({ description: "Last date of a range; default: the symbol's latest session" }),
    timeframe: wordParam(
      TIMEFRAMES,
      { description: 'Candles of this length, finished ones only; default: the bars as they are stored' },
      TIMEFRAME_ALIASES,
    ),
    ...SESSION,
    ...INTERVAL,
    ...ADJUSTMENT,
    ...paging(undefined),
    ...LIST_FORMAT,
  },
  isDateFree: true,
  response: Bars,
  otherFormats: ['csv', 'arrow'],
  misfitsOf({ sent }, { intervalMin }) {
    const timeframe = sent.get('timeframe') as Timeframe | undefined;
    if (timeframe === undefined || timeframeFits(timeframe, intervalMin)) return [];
    const message = `Input should be a whole multiple of the base interval, ${formatInterval(intervalMin)}`;
    return [queryProblem('timeframe', 'value_error', message)];
  },
  answer: answerBars,
});

async function answerBars(
  { request, target, earliest, format }: Job,
  { answers }: Pick<Services, 'answers'>,
): Promise<AnswerBody> {
  const [symbol] = target.symbols;
  const { session, sent } = request;
  const timeframe = (sent.get('timeframe') as Timeframe | undefined) ?? null;
  const around = timeframe === '1W' ? AROUND_WEEKS : 0;
  const { data, range } = await answers.bars({ symbol, session, range: barsRange(request, earliest), around });
  const nothing = isEmptyRange(range.wanted) || !symbol.hasBars;
  const all = nothing ? new TableBuilder(BAR_FIELDS, 0).finish(0) : barRows(data, session, timeframe, range.wanted);
  const { rows, cursor } = pageOf(all, BAR_FIELDS, [{ field: 'ts' }], request);
  const { from, to } = range.wanted;
  const days = datedInside(dayRecords(data.sessions(session)), from, to);
  const warnings = [
    ...(nothing ? [] : missingBars(symbol, range.wanted, days)),
    ...(symbol.hasBars ? [] : [noBars(symbol.symbol)]),
    ...droppedWarning(days),
    ...seriesWarnings(symbol, range, earliest),
    ...ignoredWarnings(request),
  ];
  const { time_window: _, ...dates } = rangeShown(range);
  const interval = symbol.hasBars ? formatInterval(symbol.intervalMin) : null;
  return listBody({
    format,
    source: 'materialized',
    fields: BAR_FIELDS,
    rows,
    symbol: symbol.symbol,
    head: { symbol: symbol.symbol, ...dates, timeframe: timeframe ?? interval },
    metadata: { ...metadataOf(request, { symbols: [symbol], range, warnings }), ...cursor },
  });
}

/** Warns of a range that begins before the first stored bar or after the last, and of one date without a session. */
function missingBars(symbol: SymbolInfo, range: DateRange, days: RecordTable): Warning[] {
  const [first, last] = [symbol.firstBar, symbol.lastBar].map((bar) => dateOfBar(bar, symbol));
  const { from, to } = range;
  const warnings = emptyDateWarning({ title: '/bars' }, symbol, { range, days }, last);
  if (first !== null && isLonger(from, Math.min(first, to + 1), symbol.assetClass)) {
    const text = `coverage is shorter than asked: the range starts on ${isoDate(from)}, the first bar is of ${isoDate(first)}`;
    warnings.push({ code: 'coverage_shorter', text });
  }
  if (last !== null && from > last && from < to) {
    const text = `the range starts on ${isoDate(from)}, after the end of the data, ${isoDate(last)}`;
    warnings.push({ code: 'after_data', text });
  }
  return warnings;
}

/** The range is one day if it has no start: its end, or the latest session. */
function barsRange({ range }: DataRequest, earliest: number | undefined): RangeRequest {
  const { date, startDate, endDate } = range;
  if (date !== undefined || startDate !== undefined) return { ...range, earliest };
  return { months: 0, timeWindow: 'custom', endDate, earliest };
}
