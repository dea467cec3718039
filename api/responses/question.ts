/** `/query`: one question about one symbol; `/query/scan`: about many. */
import { type Answers, BarsUsed, type SymbolInfo, TooMuchWork } from '../../compute/answers/answers.ts';
import { QUERY_READS_BASE, unaskedDailies } from '../../compute/answers/dailies.ts';
import {
  type AskRequest,
  ask,
  type Cases,
  find,
  LooksAhead,
  now,
  questionWarnings,
} from '../../compute/answers/questions/ask.ts';
import { DoesNotFit, latestSession, placeIn, SharedOthers } from '../../compute/answers/questions/gather.ts';
import { clockOf, lookAheads } from '../../compute/answers/questions/look-ahead.ts';
import {
  ranked,
  type ScanRow,
  type Sort,
  scanFields,
  scanRow,
  scanTable,
} from '../../compute/answers/questions/scan.ts';
import { firstDayOf } from '../../compute/answers/symbols.ts';
import { type ResolvedRange, resolveRange } from '../../compute/evaluation/range.ts';
import type { Field } from '../../compute/market/fields.ts';
import type { RecordTable } from '../../compute/market/records.ts';
import { cell, type Json } from '../../compute/market/render.ts';
import type { SessionSpec } from '../../compute/market/sessions.ts';
import type { Warning } from '../../compute/market/warning.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { Turns } from '../../lib/async.ts';
import { invalid } from '../errors.ts';
import { rangeRequest } from '../query/prepare.ts';
import { aheadAnyway, lookAheadProblem, type ParsedQuestion } from '../query/question.ts';
import { type AnswerBody, listBody } from './body.ts';
import { inTurns, latestOf, sourceOf, together } from './many-symbols.ts';
import { ignoredWarnings, metadataOf, rangeShown } from './metadata.ts';
import type { Job } from './one-symbol.ts';
import { pageWithCursor } from './pages.ts';

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
    isStale: target.stale?.has(symbol.symbol) ?? false,
  };
  const common = { format, symbol: symbol.symbol };
  const warningsOf = (found: readonly Warning[], { asked }: ResolvedRange) => [
    ...found,
    ...unaskedDailies(symbol, asked, QUERY_READS_BASE),
    ...ignoredWarnings(prepared),
  ];
  const head = (range: ResolvedRange) => ({ symbol: symbol.symbol, ...rangeShown(range), ...question.texts });
  const about = (range: ResolvedRange, warnings: readonly Warning[]) =>
    metadataOf(prepared, { symbols: [symbol], range, warnings });

  const { range, source, cases, figures, lookAhead, now, ...asked } = await refusing(question, () =>
    ask(answers, request),
  );
  const { rows, cursor } = pageWithCursor(cases.rows, [{ field: 'date', descending: true }], prepared);
  const warnings = warningsOf(asked.warnings, range);
  return listBody({
    ...common,
    source,
    fields: cases.fields,
    rows,
    head: { ...head(range), ...figures, look_ahead: lookAhead, warnings: warnings.map(({ text }) => text), now },
    metadata: { ...about(range, warnings), ...cursor },
    rowsText: async () => JSON.stringify(await caseObjects(cases, rows)),
  });
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

/** Returns `{date, values: {as written: value}, outcome}` per row. */
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

export async function answerScan(
  answers: Answers,
  statistics: readonly Statistic[],
  maxRows: number,
  { prepared, target, earliest, format, expired }: Job,
): Promise<AnswerBody> {
  const question = prepared.question as ParsedQuestion;
  const session = prepared.session as SessionSpec;
  const { sent, adjustment } = prepared;
  const { symbols: all, others } = target;
  const symbols = all.filter((symbol) => symbol.hasBars && fits(question, symbol, others, session));
  const barsUsed = new BarsUsed();
  const shared = new SharedOthers();
  const latest = async () =>
    latestOf(
      await inTurns(symbols, expired, (symbol) => latestSession(answers, { statistics, symbol, session, barsUsed })),
    );
  const end = prepared.range.date ?? prepared.range.endDate ?? (await latest());
  const requested = rangeRequest(prepared, symbols.map(firstDayOf), earliest);
  const range = resolveRange(requested, end ?? Number.NaN);
  let records = 0;
  const answered = async (symbol: SymbolInfo) => {
    const request: AskRequest = {
      statistics,
      symbol,
      session,
      question,
      others,
      adjustment,
      barsUsed,
      shared,
      isStale: target.stale?.has(symbol.symbol) ?? false,
      range: { ...requested, endDate: end ?? undefined },
      // One warning covers all symbols.
      allowLookAhead: true,
    };
    const answer = await find(answers, request);
    records += answer.gathered.records;
    refuseTooMuch(records + barsUsed.total, maxRows);
    const { source, warnings } = answer.gathered;
    return { row: scanRow(symbol, question.outcome, answer), source, warnings, request };
  };
  const found = end === null ? [] : await inTurns(symbols, expired, answered);
  const minCases = (sent.get('min_cases') as number | undefined) ?? 30;
  const sort = (sent.get('sort_by') as Sort | undefined) ?? 'difference_low';
  const order = sent.get('order') === 'asc' ? 'asc' : 'desc';
  const limit = prepared.limit ?? 10;
  const rowsFound = found.map(({ row }) => row);
  const inOrder = ranked(rowsFound, minCases, sort, order);
  const rows = sent.get('matching') === 'now' ? await matching(inOrder, limit) : inOrder.slice(0, limit);

  const { outcome } = question;
  const isPrice = outcome.reference.field.unit === 'price';
  const fields = outcome.test === null ? scanFields('mean', isPrice ? 'price' : 'none') : scanFields('rate', 'pct');
  const looksAhead = aheadAnyway(question, session);
  const ofSymbols = symbols.map((symbol, i) => ({
    warnings: [...(found[i]?.warnings ?? []), ...unaskedDailies(symbol, range.asked, QUERY_READS_BASE)],
  }));
  const warnings = [
    ...questionWarnings(question, adjustment, looksAhead),
    ...together(new Set(rows.map(({ symbol }) => symbol)), symbols, ofSymbols),
    ...ignoredWarnings(prepared),
  ];
  return listBody({
    format,
    source: sourceOf(found),
    fields,
    rows: scanTable(rows, fields),
    symbol: '',
    head: {
      ...rangeShown(range),
      ...question.texts,
      sort_by: sort,
      order,
      min_cases: minCases,
      symbols: symbols.length,
      ranked: inOrder.length,
      skipped: all.length - symbols.length,
      look_ahead: looksAhead.length > 0,
      warnings: warnings.map(({ text }) => text),
    },
    metadata: metadataOf(prepared, { symbols, range, warnings }),
  });

  /** Returns the first rows whose conditions are true now, or are not decided yet. */
  async function matching(candidates: readonly ScanRow[], wanted: number): Promise<ScanRow[]> {
    const requests = new Map(found.map(({ row, request }) => [row.symbol, request]));
    const states = await inTurns(candidates, expired, async (row): Promise<ScanRow> => {
      const request = requests.get(row.symbol)!;
      const { gathered } = await find(answers, request);
      const { matches, date, as_of } = await now(answers, request, gathered);
      return { ...row, matches, now: { date, as_of } };
    });
    return states.filter(({ matches }) => matches !== false).slice(0, wanted);
  }
}

/**
 * Returns false if a parameter of the question does not fit the symbol's feed, if the question looks ahead on it, or if it
 * trades by another clock than a symbol that the question names.
 */
function fits(
  question: ParsedQuestion,
  symbol: SymbolInfo,
  others: ReadonlyMap<string, SymbolInfo>,
  session: SessionSpec,
): boolean {
  if ([...others.values()].some((other) => clockOf(other) !== clockOf(symbol))) return false;
  try {
    return lookAheads(question, placeIn({ symbol, others, session })).length === 0 || question.allowLookAhead;
  } catch (error) {
    if (error instanceof DoesNotFit) return false;
    throw error;
  }
}

function refuseTooMuch(rows: number, allowed: number): void {
  if (rows <= allowed) return;
  throw new TooMuchWork(
    'time_window',
    `this question needs more than the ${allowed} records and bars allowed over its symbols together: ask for fewer symbols or a shorter range`,
  );
}
