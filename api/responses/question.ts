/** `/query`: one question about one symbol. */
import type { Answers, SymbolInfo } from '../../compute/answers/answers.ts';
import { QUERY_READS_BASE, unaskedDailies } from '../../compute/answers/dailies.ts';
import { type Cases, casesOf, counts } from '../../compute/answers/questions/answer.ts';
import { type AskRequest, ask, find, LooksAhead } from '../../compute/answers/questions/ask.ts';
import { firstDayOf } from '../../compute/answers/symbols.ts';
import type { ResolvedRange } from '../../compute/evaluation/range.ts';
import type { Field } from '../../compute/market/fields.ts';
import { type RecordTable, sliceTable } from '../../compute/market/records.ts';
import { cell, type Json } from '../../compute/market/render.ts';
import type { SessionSpec } from '../../compute/market/sessions.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { Turns } from '../../lib/async.ts';
import { invalid } from '../errors.ts';
import { type Format, MAX_ROWS } from '../query/common.ts';
import { encodeCursor, pageOf } from '../query/cursor.ts';
import { type PreparedOwn, rangeRequest } from '../query/prepare.ts';
import { type AskedQuestion, lookAheadProblem } from '../query/question.ts';
import { type AnswerBody, listBody } from './body.ts';
import { dateShown, ignoredWarnings, metadataOf } from './metadata.ts';

export interface QuestionDeps {
  readonly answers: Answers;
  readonly statistics: readonly Statistic[];
  /** Records and bars, over all symbols of a question. */
  readonly maxRows: number;
}

const ORDER = [{ field: 'date', descending: true }];
const ROWS_A_SLICE = 200;

export async function answerQuestion(
  { answers, statistics }: QuestionDeps,
  prepared: PreparedOwn,
  symbol: SymbolInfo,
  others: ReadonlyMap<string, SymbolInfo>,
  earliest: number | undefined,
  format: Format,
): Promise<AnswerBody> {
  const question = prepared.question as AskedQuestion;
  const session = prepared.session as SessionSpec;
  const request: AskRequest = {
    statistics,
    symbol,
    session,
    range: rangeRequest(prepared, [firstDayOf(symbol)], earliest),
    question,
    others,
    allowLookAhead: question.allowLookAhead,
    adjustment: prepared.adjustment,
  };
  if (prepared.preview) return answerPreview(answers, prepared, request, format);
  const asked = await refusing(question, () => ask(answers, request));
  const { range, source, cases } = asked;
  const { rows, next } = pageOf(cases.rows, ORDER, prepared.place, prepared.limit ?? MAX_ROWS);
  const warnings = [...asked.warnings, ...feedWarnings(prepared, request, range)];
  return listBody({
    format,
    source,
    fields: cases.fields,
    rows,
    symbol: symbol.symbol,
    head: {
      ...wordsOf(question, symbol, range),
      ...asked.figures,
      look_ahead: asked.lookAhead,
      warnings,
      now: asked.now,
    },
    metadata: {
      ...metadataOf({ adjustment: prepared.adjustment, symbols: [symbol], session, range, warnings }),
      total: cases.rows.length,
      next_cursor: next && encodeCursor(prepared.cursorMark, next),
    },
    rowsText: async () => JSON.stringify(await caseObjects(cases, rows)),
  });
}

/** How many sessions go which way, and nothing that a figure follows from. */
async function answerPreview(
  answers: Answers,
  prepared: PreparedOwn,
  request: AskRequest,
  format: Format,
): Promise<AnswerBody> {
  const { question, symbol, session } = request;
  const { gathered, tally } = await refusing(prepared.question as AskedQuestion, () => find(answers, request));
  const { range, source } = gathered;
  const { fields, rows } = casesOf(question, tally, gathered.material);
  const warnings = [...gathered.warnings, ...feedWarnings(prepared, request, range)];
  return listBody({
    format,
    source,
    fields,
    rows: sliceTable(rows, 0, 0),
    symbol: symbol.symbol,
    head: {
      ...wordsOf(prepared.question as AskedQuestion, symbol, range),
      ...counts(tally),
      rest: tally.moments.casesAlone ? null : tally.rest.length,
    },
    metadata: {
      ...metadataOf({ adjustment: prepared.adjustment, symbols: [symbol], session, range, warnings }),
      total: 0,
      next_cursor: null,
    },
  });
}

const wordsOf = ({ texts }: AskedQuestion, { symbol }: SymbolInfo, range: ResolvedRange) => ({
  symbol,
  time_window: range.timeWindow,
  start_date: dateShown(range.effectiveStart),
  end_date: dateShown(range.effectiveEnd),
  ...texts,
});

const feedWarnings = (prepared: PreparedOwn, { symbol }: AskRequest, { wanted }: ResolvedRange) => [
  ...unaskedDailies(symbol, wanted, QUERY_READS_BASE),
  ...ignoredWarnings(prepared.ignored, prepared.route.path),
];

/** A look-ahead that only the feed's own parameters show is refused like any other. @throws 422 */
export async function refusing<T>(question: AskedQuestion, act: () => Promise<T>): Promise<T> {
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
