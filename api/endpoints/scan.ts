/** `/query/scan`: the same question of many symbols. */

import { BarsUsed, type SymbolInfo, TooMuchWork } from '../../compute/answers/answers.ts';
import { type AskRequest, find, now, questionWarnings } from '../../compute/answers/questions/ask.ts';
import { DoesNotFit, latestSession, placeIn, SharedOthers } from '../../compute/answers/questions/gather.ts';
import { clockOf, lookAheads } from '../../compute/answers/questions/look-ahead.ts';
import {
  ranked,
  type ScanRow,
  SORTS,
  type Sort,
  scanFields,
  scanRow,
  scanTable,
} from '../../compute/answers/questions/scan.ts';
import { SCAN_BODY } from '../../compute/answers/shapes.ts';
import { firstDayOf } from '../../compute/answers/symbols.ts';
import { resolveRange } from '../../compute/evaluation/range.ts';
import type { SessionSpec } from '../../compute/market/sessions.ts';
import { dateParam, intParam, limitParam, wordParam } from '../../compute/statistics/params.ts';
import { ASSET_CLASSES } from '../../exchange/symbol.ts';
import { dataRoute } from '../data.ts';
import { rowsOf } from '../json-schema.ts';
import { ADJUSTMENT, INTERVAL, LIST_FORMAT, QUESTION, RANGE, SESSION, symbolsParam } from '../query/params.ts';
import { aheadAnyway, type ParsedQuestion } from '../query/question.ts';
import { rangeRequest } from '../query/request.ts';
import { type AnswerBody, listBody } from '../responses/body.ts';
import { bySymbol, inTurns, latestOf, sourceOf, together } from '../responses/many.ts';
import { ignoredWarnings, Metadata, metadataOf, rangeShown } from '../responses/metadata.ts';
import type { DataRoute, Job, Services } from '../route.ts';
import { seriesLeftOut } from './many.ts';

const scanned = [...scanFields('rate', 'pct'), ...scanFields('mean', 'none')];
const QueryScan = SCAN_BODY.extend({
  data: rowsOf('QueryScanRow', [...new Map(scanned.map((field) => [field.name, field])).values()], true),
  metadata: Metadata,
}).meta({ id: 'QueryScan' });

/** The routes of questions share these properties. */
export type CommonOfQuestions = Pick<DataRoute, 'tag' | 'maxUrlBytes' | 'elsewhere'> &
  Required<Pick<DataRoute, 'sources'>>;

export const scanRoute = (common: CommonOfQuestions): DataRoute =>
  dataRoute({
    ...common,
    path: '/query/scan',
    summary: 'The same question of many symbols',
    description: `A row a symbol, ranked, with the rate of false discoveries among them.`,
    scope: 'universe',
    params: {
      ...QUESTION,
      ...symbolsParam('all'),
      asset_class: wordParam(ASSET_CLASSES, { description: 'Only symbols of this class' }),
      ...RANGE,
      end_date: dateParam({ description: 'Last date; default: the latest session of any of the symbols' }),
      ...SESSION,
      ...INTERVAL,
      ...ADJUSTMENT,
      min_cases: intParam({
        description: 'Leave out symbols with fewer cases',
        minimum: 1,
        maximum: 1_000_000,
        fallback: 30,
      }),
      sort_by: wordParam(Object.keys(SORTS) as Sort[], {
        description: 'What symbols are ranked by: a figure of the row; outcome is its rate, or its mean',
        fallback: 'difference_low',
      }),
      order: wordParam(['desc', 'asc'], { description: 'desc: the largest first', fallback: 'desc' }),
      matching: wordParam(['now'], { description: 'now: keep symbols whose conditions hold now, or may hold yet' }),
      limit: limitParam('Number of symbols'),
      ...LIST_FORMAT,
    },
    isAboutNow: true,
    response: QueryScan,
    otherFormats: ['csv', 'arrow'],
    answer: answerScan,
  });

async function answerScan(
  { request, target, earliest, format, expired }: Job,
  { answers, statistics, config }: Services,
): Promise<AnswerBody> {
  const question = request.question as ParsedQuestion;
  const { sent, session, adjustment } = request;
  const { others, stale } = target;
  const symbols = bySymbol(target.symbols).filter((one) => one.hasBars && isFit(question, one, others, session));
  const barsUsed = new BarsUsed();
  const shared = new SharedOthers();
  const latest = () =>
    inTurns(symbols, expired, (symbol) => latestSession(answers, { statistics, symbol, session, barsUsed }));
  const end = request.range.date ?? request.range.endDate ?? latestOf(await latest());
  const requested = rangeRequest(request, symbols.map(firstDayOf), earliest);
  const range = resolveRange(requested, end ?? Number.NaN);
  let records = 0;
  const answered = async (symbol: SymbolInfo) => {
    const asked: AskRequest = {
      statistics,
      symbol,
      session,
      question,
      others,
      adjustment,
      barsUsed,
      shared,
      isStale: stale.has(symbol.symbol),
      range: { ...requested, endDate: end ?? undefined },
      // One warning covers all symbols.
      allowLookAhead: true,
    };
    const answer = await find(answers, asked);
    records += answer.gathered.records;
    refuseTooMuch(records + barsUsed.total, config.maxRowsPerRequest);
    const { source, warnings } = answer.gathered;
    return { row: scanRow(symbol, question.outcome, answer), source, warnings, asked };
  };
  const found = end === null ? [] : await inTurns(symbols, expired, answered);
  const minCases = (sent.get('min_cases') as number | undefined) ?? 30;
  const sort = (sent.get('sort_by') as Sort | undefined) ?? 'difference_low';
  const order = sent.get('order') === 'asc' ? 'asc' : 'desc';
  const limit = request.limit ?? 10;
  const inOrder = ranked(
    found.map(({ row }) => row),
    minCases,
    sort,
    order,
  );
  const rows = sent.get('matching') === 'now' ? await matching() : inOrder.slice(0, limit);

  const { outcome } = question;
  const isPrice = outcome.reference.field.unit === 'price';
  const fields = outcome.test === null ? scanFields('mean', isPrice ? 'price' : 'none') : scanFields('rate', 'pct');
  const looksAhead = aheadAnyway(question, session);
  const shown = new Set(rows.map(({ symbol }) => symbol));
  const ofSymbols = symbols.flatMap((one, i) => {
    if (!shown.has(one.symbol)) return [];
    return found[i].warnings.map((warning) => ({ symbol: one.symbol, warning }));
  });
  const warnings = [
    ...questionWarnings(question, adjustment, looksAhead),
    ...together(ofSymbols),
    ...seriesLeftOut(target),
    ...ignoredWarnings(request),
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
      skipped: target.symbols.length - symbols.length,
      look_ahead: looksAhead.length > 0,
      warnings: warnings.map(({ text }) => text),
    },
    metadata: metadataOf(request, { symbols, range, warnings }),
  });

  /** Returns the first rows whose conditions are true now, or are not decided yet. */
  async function matching(): Promise<ScanRow[]> {
    const askedOf = new Map(found.map(({ row, asked }) => [row.symbol, asked]));
    const states = await inTurns(inOrder, expired, async (row): Promise<ScanRow> => {
      const asked = askedOf.get(row.symbol)!;
      const { gathered } = await find(answers, asked);
      const { matches, date, as_of } = await now(answers, asked, gathered);
      return { ...row, matches, now: { date, as_of } };
    });
    return states.filter(({ matches }) => matches !== false).slice(0, limit);
  }
}

/**
 * Returns false if a parameter of the question does not fit the symbol's feed, if the question looks ahead on it, or if it
 * trades by another clock than a symbol that the question names.
 */
function isFit(
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
