/** `/query`: one question about one symbol; and `/bars`: what the statistics look at. */
import type { Answers } from '../../compute/answers/answers.ts';
import { BAR_FIELDS, barRows } from '../../compute/answers/bar-rows.ts';
import { QUERY_READS_BASE, unaskedDailies } from '../../compute/answers/dailies.ts';
import {
  type AskRequest,
  ask,
  type Cases,
  casesOf,
  counts,
  find,
  LooksAhead,
} from '../../compute/answers/questions/ask.ts';
import { firstDayOf } from '../../compute/answers/symbols.ts';
import { isEmptyRange, type RangeRequest, type ResolvedRange } from '../../compute/evaluation/range.ts';
import type { Timeframe } from '../../compute/market/candles.ts';
import type { Field } from '../../compute/market/fields.ts';
import { type RecordTable, sliceTable, TableBuilder } from '../../compute/market/records.ts';
import { cell, type Json } from '../../compute/market/render.ts';
import type { SessionSpec } from '../../compute/market/sessions.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { formatInterval } from '../../exchange/symbol.ts';
import { Turns } from '../../lib/async.ts';
import { invalid } from '../errors.ts';
import { MAX_ROWS } from '../query/params.ts';
import { type Prepared, rangeRequest } from '../query/prepare.ts';
import { lookAheadProblem, type ParsedQuestion } from '../query/question.ts';
import { type AnswerBody, encodeCursor, listBody, pageOf } from './body.ts';
import { ignoredWarnings, type Job, metadataOf, rangeShown } from './one-symbol.ts';

const ROWS_A_SLICE = 200;

export async function answerQuestion(
  answers: Answers,
  statistics: readonly Statistic[],
  { prepared, target, earliest, format }: Job,
): Promise<AnswerBody> {
  const question = prepared.question as ParsedQuestion;
  const session = prepared.session as SessionSpec;
  const [symbol] = target.symbols;
  const request: AskRequest = {
    statistics,
    symbol,
    session,
    range: rangeRequest(prepared, [firstDayOf(symbol)], earliest),
    question,
    others: target.others,
    allowLookAhead: question.allowLookAhead,
    adjustment: prepared.adjustment,
    withPaths: prepared.sent.get('paths') === true,
  };
  const common = { format, symbol: symbol.symbol };
  const warningsOf = (found: readonly string[], { asked }: ResolvedRange) => [
    ...found,
    ...unaskedDailies(symbol, asked, QUERY_READS_BASE),
    ...ignoredWarnings(prepared),
  ];
  const head = (range: ResolvedRange) => ({ symbol: symbol.symbol, ...rangeShown(range), ...question.texts });
  const about = (range: ResolvedRange, warnings: readonly string[]) =>
    metadataOf(prepared, { symbols: [symbol], range, warnings });

  if (prepared.preview) {
    // How many sessions go which way, and nothing that a figure follows from.
    const { gathered, tally } = await refusing(question, () => find(answers, request));
    const { range, source } = gathered;
    const { fields, rows } = casesOf(question, tally, gathered.material);
    return listBody({
      ...common,
      source,
      fields,
      rows: sliceTable(rows, 0, 0),
      head: { ...head(range), ...counts(tally), rest: tally.moments.casesAlone ? null : tally.rest.length },
      metadata: { ...about(range, warningsOf(gathered.warnings, range)), total: 0, next_cursor: null },
    });
  }
  const { range, source, cases, figures, lookAhead, now, ...asked } = await refusing(question, () =>
    ask(answers, request),
  );
  const { rows, cursor } = paged(prepared, cases.rows, [{ field: 'date', descending: true }]);
  const warnings = warningsOf(asked.warnings, range);
  return listBody({
    ...common,
    source,
    fields: cases.fields,
    rows,
    head: { ...head(range), ...figures, look_ahead: lookAhead, warnings, now },
    metadata: { ...about(range, warnings), ...cursor },
    rowsText: async () => JSON.stringify(await caseObjects(cases, rows)),
  });
}

/** The page asked for, and what `metadata` says of the others. */
function paged(prepared: Prepared, all: RecordTable, order: Parameters<typeof pageOf>[1]) {
  const { rows, next } = pageOf(all, order, prepared.place, prepared.limit ?? MAX_ROWS);
  return { rows, cursor: { total: all.length, next_cursor: next && encodeCursor(prepared.cursorMark, next) } };
}

/** A look-ahead that only the feed's own parameters show is refused like any other. @throws 422 */
async function refusing<T>(question: ParsedQuestion, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof LooksAhead)) throw error;
    throw invalid(error.found.map((found) => lookAheadProblem(found, question)));
  }
}

/** `{date, values: {as written: value}, outcome}` of each row. */
async function caseObjects({ fields }: Cases, rows: RecordTable): Promise<Json[]> {
  const turns = new Turns();
  const [date, outcome] = [fields[0], fields[fields.length - 1]];
  const named = fields.slice(1, -1);
  const out: Json[] = [];
  for (let row = 0; row < rows.length; row++) {
    if (row % ROWS_A_SLICE === 0) await turns.next();
    const shown = (field: Field) => cell(field, rows, row, '');
    out.push({
      date: shown(date),
      values: Object.fromEntries(named.map((field) => [field.name, shown(field)])),
      outcome: shown(outcome),
    });
  }
  return out;
}

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
  const { rows, cursor } = paged(prepared, all, [{ field: 'ts' }]);
  const warnings = [
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

/** Without a start the range is one day: its end, or the latest session. */
function barsRange({ range }: Prepared, earliest: number | undefined): RangeRequest {
  const { date, startDate, endDate } = range;
  if (date !== undefined || startDate !== undefined) return { ...range, earliest };
  return { months: 0, timeWindow: 'custom', endDate, earliest };
}
