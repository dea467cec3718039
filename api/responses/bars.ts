/** `/bars`: the stored bars that the statistics look at, or candles of them. */
import type { Answers, SymbolInfo } from '../../compute/answers/answers.ts';
import { BAR_FIELDS, barRows } from '../../compute/answers/bar-rows.ts';
import { unaskedDailies } from '../../compute/answers/dailies.ts';
import { noBars } from '../../compute/answers/questions/ask.ts';
import { isEmptyRange, type RangeRequest } from '../../compute/evaluation/range.ts';
import { dateOfBar, droppedWarning, emptyDateWarning, isLonger } from '../../compute/evaluation/warnings.ts';
import { dayRecords, type Timeframe } from '../../compute/market/candles.ts';
import { datedInside, type RecordTable, TableBuilder } from '../../compute/market/records.ts';
import type { SessionSpec } from '../../compute/market/sessions.ts';
import type { Warning } from '../../compute/market/warning.ts';
import type { DateRange } from '../../compute/statistics/statistic.ts';
import { formatInterval } from '../../exchange/symbol.ts';
import { isoDate } from '../../lib/days.ts';
import type { Prepared } from '../query/prepare.ts';
import { type AnswerBody, listBody } from './body.ts';
import { ignoredWarnings, metadataOf, rangeShown } from './metadata.ts';
import type { Job } from './one-symbol.ts';
import { pageWithCursor } from './pages.ts';

/** A week's sessions: what the candle of a week at either end of the range needs beyond it. */
const AROUND_WEEKS = 7;

export async function answerBars(
  answers: Pick<Answers, 'bars' | 'latest'>,
  { prepared, target, earliest, format }: Job,
): Promise<AnswerBody> {
  const [symbol] = target.symbols;
  const session = prepared.session as SessionSpec;
  const timeframe = (prepared.sent.get('timeframe') as Timeframe | undefined) ?? null;
  const around = timeframe === '1W' ? AROUND_WEEKS : 0;
  const { data, range } = await answers.bars({ symbol, session, range: barsRange(prepared, earliest), around });
  const nothing = isEmptyRange(range.wanted) || !symbol.hasBars;
  const all = nothing ? new TableBuilder(BAR_FIELDS, 0).finish(0) : barRows(data, session, timeframe, range.wanted);
  const { rows, cursor } = pageWithCursor(all, [{ field: 'ts' }], prepared);
  const { from, to } = range.wanted;
  const days = datedInside(dayRecords(data.sessions(session)), from, to);
  const warnings = [
    ...(nothing ? [] : missingBars(symbol, range.wanted, days)),
    ...(symbol.hasBars ? [] : [noBars(symbol.symbol)]),
    ...droppedWarning(days),
    ...unaskedDailies(symbol, range.wanted, '/bars shows the base interval alone'),
    ...ignoredWarnings(prepared),
  ];
  const { time_window: _, ...dates } = rangeShown(range);
  return listBody({
    format,
    source: 'materialized',
    fields: BAR_FIELDS,
    rows,
    symbol: symbol.symbol,
    head: {
      symbol: symbol.symbol,
      ...dates,
      timeframe: timeframe ?? (symbol.hasBars ? formatInterval(symbol.intervalMin) : null),
    },
    metadata: { ...metadataOf(prepared, { symbols: [symbol], range, warnings }), ...cursor },
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

/** Without a start the range is one day: its end, or the latest session. */
function barsRange({ range }: Prepared, earliest: number | undefined): RangeRequest {
  const { date, startDate, endDate } = range;
  if (date !== undefined || startDate !== undefined) return { ...range, earliest };
  return { months: 0, timeWindow: 'custom', endDate, earliest };
}
