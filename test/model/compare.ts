/** Holds what is stored and answered against the model. */

import { expect } from 'vitest';
import type { Answers, SummaryAnswer, SymbolInfo } from '../../compute/answers/answers.ts';
import { atInterval } from '../../compute/answers/series.ts';
import { StoreAnswers } from '../../compute/answers/store-answers.ts';
import { createCaches } from '../../compute/evaluation/bar-cache.ts';
import { runJob } from '../../compute/evaluation/evaluation.ts';
import { readRecordsOf } from '../../compute/evaluation/stored-records.ts';
import { recordsTable, SESSIONS_TABLE, summaryTableName } from '../../compute/evaluation/tables/schema.ts';
import { renderSummary, SummaryFields } from '../../compute/market/render.ts';
import { DEFAULT_SESSION } from '../../compute/market/sessions.ts';
import { defaultsOf } from '../../compute/statistics/params.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { parseInterval } from '../../exchange/symbol.ts';
import { getOrMake } from '../../lib/collections.ts';
import type { Store } from '../../sql/connect.ts';
import { memoryAnswers } from '../support/memory-answers.ts';
import { expectCurrentDefinitions, expectRegistered } from './invariants.ts';
import {
  type Bar,
  type Expected,
  expectedOf,
  type ModelSeries,
  type ModelSymbol,
  plain,
  seriesOf,
  summaryRow,
} from './market.ts';

/** By interval in minutes and start. */
export async function storedBars({ reader }: Store, symbol: string): Promise<Map<number, Map<number, Bar>>> {
  const rows = await reader.query<{ interval: string; minute: number } & Bar>(
    `SELECT CAST(interval, 'String') AS interval, intDiv(toUInt32(ts), 60) AS minute, open, high, low, close, volume
     FROM market.bars FINAL WHERE symbol = {symbol:String}`,
    { symbol },
  );
  const stored = new Map<number, Map<number, Bar>>();
  for (const { interval, minute, ...bar } of rows)
    getOrMake(stored, parseInterval(interval)!, () => new Map<number, Bar>()).set(minute, bar);
  return stored;
}

export async function storedNews({ reader }: Store, symbol: string): Promise<Record<string, unknown>> {
  const columns = 'symbol, id, asset_class, event_timestamp, direction, impact_score';
  const rows = await reader.query<Record<string, string | number>>(
    `SELECT id, CAST(asset_class, 'String') AS assetClass, toUnixTimestamp64Milli(event_timestamp) AS timeMs,
       CAST(direction, 'String') AS direction, impact_score AS impact
     FROM (SELECT ${columns} FROM market.events_sentiment FINAL UNION ALL SELECT ${columns} FROM market.events_sentiment_crypto FINAL)
     WHERE symbol = {symbol:String} ORDER BY id`,
    { symbol },
  );
  return Object.fromEntries(rows.map((row) => [row['id'], row]));
}

/** Bars, news and registration alone: what landing and commands acknowledged. */
export async function expectLanded(store: Store, model: ModelSymbol): Promise<void> {
  const { symbol } = model;
  await expectRegistered(store, model);
  const bars = new Map([...model.bars].filter(([, { size }]) => size > 0));
  expect(await storedBars(store, symbol), `bars of ${symbol}`).toEqual(bars);
  expect(await storedNews(store, symbol), `news of ${symbol}`).toEqual(Object.fromEntries(model.news));
}

/** Nothing behind means that tables, summaries and answers are those of the model, of the current definitions alone. */
export async function expectSettled(
  store: Store,
  model: ModelSymbol,
  statistics: readonly Statistic[],
  answers: readonly StoreAnswers[],
): Promise<void> {
  await expectLanded(store, model);
  await expectCurrentDefinitions(store, statistics, model.symbol);
  await expectNoOtherSeries(store, model, statistics);
  const all = seriesOf(model);
  const withBars = all.filter(({ bars }) => bars.size > 0);
  for (const series of all) {
    const expected = await expectedOf(series, statistics);
    await expectTables(store, series, expected, statistics);
    await expectCoverage(store, series, expected);
    if (withBars.length > 0 && !withBars.includes(series)) continue;
    for (const one of answers) await expectAnswers(one, series, expected, statistics);
  }
}

/** Views show rows of the symbol's series alone. */
async function expectNoOtherSeries(
  { reader }: Store,
  model: ModelSymbol,
  statistics: readonly Statistic[],
): Promise<void> {
  const records = [SESSIONS_TABLE, ...statistics.map(recordsTable)].map(({ name }) => name);
  const names = ['market.symbol_coverage', ...records, ...statistics.map(summaryTableName)].map((name) =>
    name.replace('.', '.v_'),
  );
  const others = await reader.query(
    names
      .map(
        (name) =>
          `(SELECT DISTINCT '${name}' AS name, concat(symbol, ' ', interval) AS series FROM ${name}
            WHERE symbol = {symbol:String} AND NOT has({own:Array(String)}, series))`,
      )
      .join(' UNION ALL '),
    { symbol: model.symbol, own: seriesOf(model).map(({ name }) => name) },
  );
  expect(others, `rows of series that ${model.symbol} does not have`).toEqual([]);
}

async function expectTables(
  { reader }: Store,
  { name: series }: ModelSeries,
  expected: Expected,
  statistics: readonly Statistic[],
): Promise<void> {
  const records: Record<string, unknown> = {};
  for (const table of [SESSIONS_TABLE, ...statistics.map(recordsTable)]) {
    const units = (await readRecordsOf(reader, table, series, {})).units;
    for (const [unit, found] of units) if (found.length > 0) records[`${table.name} ${unit}`] = plain(table, found);
  }
  const names = [SESSIONS_TABLE, ...statistics.map(recordsTable)].map(({ name }) => name);
  const counted = await reader.query<{ name: string; n: number }>(
    names
      .map(
        (name) =>
          `SELECT '${name}' AS name, count() AS n FROM ${name.replace('.', '.v_')}
           WHERE concat(symbol, ' ', interval) = {series:String}`,
      )
      .join(' UNION ALL '),
    { series },
  );
  const rows = Object.fromEntries(counted.map(({ name, n }) => [name, n]));
  expect(records, `records of ${series}`).toEqual(expected.records);
  // As people see it who ask in SQL.
  expect(rows, `rows of ${series}`).toEqual(expected.rows);
  const summaries: Record<string, unknown> = {};
  for (const statistic of statistics) {
    const name = summaryTableName(statistic);
    const found = await reader.query<Record<string, string>>(
      `SELECT session, variant, time_window, CAST(asset_class, 'String') AS asset_class, toString(start_date) AS start_date,
         toString(end_date) AS end_date, toString(sample_size) AS sample_size, toString(definition) AS definition, summary
       FROM ${name} FINAL WHERE series = {series:String}`,
      { series },
    );
    for (const row of found) {
      const key = `${name} ${row['session']}|${row['variant']}|${row['time_window']}`;
      summaries[key] = summaryRow((column) => row[column]);
    }
  }
  expect(summaries, `summaries of ${series}`).toEqual(expected.summaries);
}

async function expectCoverage({ reader }: Store, model: ModelSeries, expected: Expected): Promise<void> {
  const found = await reader.query(
    `SELECT CAST(asset_class, 'String') AS assetClass, has_bars AS hasBars, intDiv(toUInt32(first_bar), 60) AS first,
       intDiv(toUInt32(last_bar), 60) AS last, sessions
     FROM market.symbol_coverage FINAL WHERE series = {series:String}`,
    { series: model.name },
  );
  const { bars, meta } = expected.data;
  const hasBars = bars.length > 0;
  const row = {
    assetClass: meta.assetClass,
    hasBars,
    sessions: expected.sessions,
    first: hasBars ? bars.minute[0] : null,
    last: hasBars ? bars.minute[bars.length - 1] : null,
  };
  expect(found, `coverage of ${model.name}`).toEqual(model.touched ? [row] : []);
}

export function openAnswers(store: Store, statistics: readonly Statistic[], nowMs: () => number): StoreAnswers {
  return new StoreAnswers({
    store,
    statistics,
    pool: { answer: (job) => runJob(job, statistics) },
    nowMs,
    maxBarsPerRequest: 100_000,
    caches: createCaches(store.reader, { recordBytes: 2 ** 24, barBytes: 2 ** 24 }),
    deadlineMs: 60_000,
  });
}

async function expectAnswers(
  answers: StoreAnswers,
  { name, meta, bars, news }: ModelSeries,
  { data }: Expected,
  statistics: readonly Statistic[],
): Promise<void> {
  answers.invalidate();
  const base = await answers.symbol(meta.symbol);
  const hasBars = bars.size > 0;
  const symbol = base && hasBars ? atInterval(base, meta.intervalMin) : base;
  expect(symbol !== null, `${name} is found by the API`).toBe(hasBars || news.size > 0);
  // Of several without bars the base answers.
  if (!symbol || (!hasBars && symbol.series !== name)) return;
  expect(symbol).toMatchObject({ ...data.meta, series: name, hasBars });
  await expectSummaries(statistics, symbol, answers, memoryAnswers([data]), 'materialized');
}

/** What the API answers of each statistic's summary. */
export async function expectSummaries(
  statistics: readonly Statistic[],
  symbol: SymbolInfo,
  answers: StoreAnswers,
  memory: Answers,
  source?: string,
): Promise<void> {
  for (const statistic of statistics) {
    const endpoint = statistic.endpoints.find((one) => one.kind === 'summary');
    if (endpoint?.kind !== 'summary') continue;
    const values = {
      ...defaultsOf(statistic.params, symbol.intervalMin),
      ...defaultsOf(statistic.summary.params, symbol.intervalMin),
    };
    const request = { statistic, symbol, session: DEFAULT_SESSION, values, range: { months: 60, timeWindow: '5Y' } };
    const wanted = await memory.summary(request, endpoint);
    const fields = new SummaryFields(endpoint.fields);
    // A stored one is rounded already.
    const shown = (answer: SummaryAnswer) => ({ ...answer, summary: renderSummary(fields, answer.summary) });
    const found = shown(await answers.summary(request, endpoint));
    expect(found, `${statistic.name} of ${symbol.symbol} by the API`).toEqual({
      ...shown(wanted),
      source: source ?? found.source,
    });
  }
}
