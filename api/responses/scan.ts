/** `/query/scan`: one question of many symbols. */
import { type Answers, BarsUsed, type SymbolInfo, TooMuchWork } from '../../compute/answers/answers.ts';
import { QUERY_READS_BASE, unaskedDailies } from '../../compute/answers/dailies.ts';
import { type AskRequest, find, now, questionWarnings } from '../../compute/answers/questions/ask.ts';
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
import { resolveRange } from '../../compute/evaluation/range.ts';
import type { SessionSpec } from '../../compute/market/sessions.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { rangeRequest } from '../query/prepare.ts';
import { aheadAnyway, type ParsedQuestion } from '../query/question.ts';
import { type AnswerBody, listBody } from './body.ts';
import { inTurns, latestOf, sourceOf, together } from './many-symbols.ts';
import { ignoredWarnings, type Job, metadataOf, rangeShown } from './one-symbol.ts';

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
      range: { ...requested, endDate: end ?? undefined },
      // Said of all of them at once, before and beside the figures.
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
      warnings,
    },
    metadata: metadataOf(prepared, { symbols, range, warnings }),
  });

  /** The first rows whose conditions hold now, or are not decided yet. */
  async function matching(candidates: readonly ScanRow[], wanted: number): Promise<ScanRow[]> {
    const requests = new Map(found.map(({ row, request }) => [row.symbol, request]));
    const states = await inTurns(candidates, expired, async (row): Promise<ScanRow> => {
      const request = requests.get(row.symbol)!;
      const { gathered } = await find(answers, request);
      return { ...row, matches: (await now(answers, request, gathered)).matches };
    });
    return states.filter(({ matches }) => matches !== false).slice(0, wanted);
  }
}

/**
 * False for a symbol whose feed a parameter of the question does not fit, under whose parameters it looks ahead, or that
 * trades by another clock than a symbol that it names.
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
