/** `/bars`: what the statistics look at, for charts and for whoever checks a figure. */
import type { Answers, SymbolInfo } from '../../compute/answers/answers.ts';
import { BAR_FIELDS, barRows } from '../../compute/answers/bar-rows.ts';
import { unaskedDailies } from '../../compute/answers/dailies.ts';
import { isEmptyRange, type RangeRequest } from '../../compute/evaluation/range.ts';
import type { Timeframe } from '../../compute/market/candles.ts';
import { TableBuilder } from '../../compute/market/records.ts';
import type { SessionSpec } from '../../compute/market/sessions.ts';
import { formatInterval } from '../../exchange/symbol.ts';
import { type Format, MAX_ROWS } from '../query/common.ts';
import { encodeCursor, pageOf } from '../query/cursor.ts';
import type { PreparedOwn } from '../query/prepare.ts';
import { type AnswerBody, listBody } from './body.ts';
import { dateShown, ignoredWarnings, metadataOf } from './metadata.ts';

const ORDER = [{ field: 'ts' }];
/** A week's sessions: what the candle of a week at either end of the range needs beyond it. */
const AROUND_WEEKS = 7;

export async function answerBars(
  answers: Pick<Answers, 'bars' | 'latest'>,
  prepared: PreparedOwn,
  symbol: SymbolInfo,
  earliest: number | undefined,
  format: Format,
): Promise<AnswerBody> {
  const session = prepared.session as SessionSpec;
  const timeframe = (prepared.sent.get('timeframe') as Timeframe | undefined) ?? null;
  const around = timeframe === '1W' ? AROUND_WEEKS : 0;
  const { data, range } = await answers.bars({ symbol, session, range: rangeOf(prepared, earliest), around });
  const nothing = isEmptyRange(range.wanted) || !symbol.hasBars;
  const all = nothing ? new TableBuilder(BAR_FIELDS, 0).finish(0) : barRows(data, session, timeframe, range.wanted);
  const { rows, next } = pageOf(all, ORDER, prepared.place, prepared.limit ?? MAX_ROWS);
  const metadata = {
    ...metadataOf({
      adjustment: prepared.adjustment,
      symbols: [symbol],
      session,
      range,
      warnings: [
        ...unaskedDailies(symbol, range.wanted, '/bars shows the base interval alone'),
        ...ignoredWarnings(prepared.ignored, prepared.route.path),
      ],
    }),
    total: all.length,
    next_cursor: next && encodeCursor(prepared.cursorMark, next),
  };
  const head = {
    symbol: symbol.symbol,
    start_date: dateShown(range.effectiveStart),
    end_date: dateShown(range.effectiveEnd),
    timeframe: timeframe ?? (symbol.hasBars ? formatInterval(symbol.intervalMin) : null),
  };
  return listBody({ format, source: 'materialized', fields: BAR_FIELDS, rows, symbol: symbol.symbol, head, metadata });
}

/** Without a start the range is one day: its end, or the latest session. */
function rangeOf({ range }: PreparedOwn, earliest: number | undefined): RangeRequest {
  const { date, startDate, endDate } = range;
  if (date !== undefined || startDate !== undefined) return { ...range, earliest };
  return { months: 0, timeWindow: 'custom', endDate, earliest };
}
