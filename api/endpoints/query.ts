/** `/query`: one question about one symbol. */

import { type Asked, ask, type Cases, LooksAhead } from '../../compute/answers/questions/ask.ts';
import { sourcesOf } from '../../compute/answers/questions/question.ts';
import { seriesWarnings } from '../../compute/answers/series.ts';
import { QUESTION_BODY } from '../../compute/answers/shapes.ts';
import { firstDayOf } from '../../compute/answers/symbols.ts';
import type { Field } from '../../compute/market/fields.ts';
import type { RecordTable } from '../../compute/market/records.ts';
import { cell, type Json } from '../../compute/market/render.ts';
import { boolParam } from '../../compute/statistics/params.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { Turns } from '../../lib/async.ts';
import { dataRoute } from '../data.ts';
import { invalid } from '../errors.ts';
import { ADJUSTMENT, INTERVAL, LIST_FORMAT, paging, QUESTION, RANGE, SESSION, SYMBOL } from '../query/params.ts';
import { incompatible, lookAheadProblem, MAX_QUESTION_URL_BYTES, type ParsedQuestion } from '../query/question.ts';
import { rangeRequest } from '../query/request.ts';
import { type AnswerBody, listBody } from '../responses/body.ts';
import { ignoredWarnings, Metadata, metadataOf, rangeShown } from '../responses/metadata.ts';
import { pageOf } from '../responses/pages.ts';
import { type DataRoute, type Job, QUESTIONS, type Services } from '../route.ts';
import { type CommonOfQuestions, scanRoute } from './scan.ts';

const ROWS_A_SLICE = 200;

const Query = QUESTION_BODY.extend({ metadata: Metadata }).meta({ id: 'Query' });

/** Returns `/query` and `/query/scan`. */
export function queryRoutes(statistics: readonly Statistic[]): readonly DataRoute[] {
  const elsewhere = new Set<string>();
  const common = { tag: QUESTIONS, maxUrlBytes: MAX_QUESTION_URL_BYTES, elsewhere, sources: sourcesOf(statistics) };
  const routes = [queryRoute(common), scanRoute(common)];
  for (const { params } of routes) for (const name of Object.keys(params)) elsewhere.add(name);
  return routes;
}

function queryRoute(common: CommonOfQuestions): DataRoute {
  const { sources } = common;
  const own = [...sources.values()].filter(({ statistic }) => statistic === null);
  const ownFields = own.map(({ name, fields }) => `${name} (${[...fields.keys()].join(', ')})`).join(', ');
  return dataRoute({
    ...common,
    path: '/query',
    summary: 'Any condition over all statistics',
    description:
      'Of the sessions where all conditions of when hold, how often then holds, or how its number is distributed: beside ' +
      `all other sessions, with every case and how the conditions are now. ` +
      `Fields of a statistic: /stats/<name>/doc. Others: ${ownFields}`,
    scope: 'symbol',
    params: {
      ...SYMBOL,
      ...QUESTION,
      paths: boolParam({
        description:
          'The answer has paths, too: how price moved in the cases, from the open and around the event of the outcome',
        fallback: false,
      }),
      ...RANGE,
      ...SESSION,
      ...INTERVAL,
      ...ADJUSTMENT,
      ...paging(undefined),
      ...LIST_FORMAT,
    },
    isAboutNow: true,
    response: Query,
    otherFormats: ['csv', 'arrow'],
    misfitsOf: incompatible,
    answer: answerQuestion,
  });
}

async function answerQuestion(
  { request, target, earliest, format }: Job,
  { answers, statistics }: Services,
): Promise<AnswerBody> {
  const question = request.question as ParsedQuestion;
  const [symbol] = target.symbols;
  const { range, source, cases, figures, lookAhead, now, ...asked } = await refusing(question, () =>
    ask(answers, {
      statistics,
      symbol,
      session: request.session,
      range: rangeRequest(request, [firstDayOf(symbol)], earliest),
      question,
      others: target.others,
      allowLookAhead: question.allowLookAhead,
      adjustment: request.adjustment,
      withPaths: request.sent.get('paths') === true,
      isStale: target.stale.has(symbol.symbol),
    }),
  );
  const { rows, cursor } = pageOf(cases.rows, cases.fields, [{ field: 'date', descending: true }], request);
  const warnings = [...asked.warnings, ...seriesWarnings(symbol, range, earliest), ...ignoredWarnings(request)];
  return listBody({
    format,
    source,
    fields: cases.fields,
    rows,
    symbol: symbol.symbol,
    head: {
      symbol: symbol.symbol,
      ...rangeShown(range),
      ...question.texts,
      ...figures,
      look_ahead: lookAhead,
      warnings: warnings.map(({ text }) => text),
      now,
    },
    metadata: { ...metadataOf(request, { symbols: [symbol], range, warnings }), ...cursor },
    rowsText: async () => JSON.stringify(await caseObjects(cases, rows)),
  });
}

/** A look-ahead that only the feed's own parameters show is refused like any other. @throws 422 */
async function refusing(question: ParsedQuestion, act: () => Promise<Asked>): Promise<Asked> {
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
