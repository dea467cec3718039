/** A summary of the default variant over ranges never requested before, compared with one SQL query on the stat table. */

import type { StoreAnswers } from '../../compute/answers/store-answers.ts';
import { readRecordsOf } from '../../compute/evaluation/stored-records.ts';
import { recordsTable, SESSIONS_TABLE } from '../../compute/evaluation/tables/schema.ts';
import { renderSummary, SummaryFields } from '../../compute/market/render.ts';
import { DEFAULT_SESSION } from '../../compute/market/sessions.ts';
import { isoDate } from '../../lib/days.ts';
import { costOf, inTurn, line, msOf, type Part } from '../harness.ts';
import { stockBars } from '../market.ts';
import { openBenchStore } from '../stores.ts';

const MIB = 2 ** 20;
const ASKED_PER_ROUND = 20;
const RANGE = { months: 12, timeWindow: '12M' };
const SYMBOL = 'COLD';

const part: Part = async (rounds) => {
  const shop = await openBenchStore();
  const { reader } = shop.store;
  await shop.fill(SYMBOL, stockBars(5));
  const gap = shop.statistics.find(({ name }) => name === 'gap')!;
  const fields = new SummaryFields(gap.summary.fields);
  const held = shop.answers(256 * MIB, MIB);
  const symbol = (await held.symbol(SYMBOL))!;
  let calls = 0;
  const nextEnd = () => symbol.lastDay - (calls++ % 900);
  const values = { fill_cutoff: undefined, weekday: undefined };
  const request = { statistic: gap, symbol, session: DEFAULT_SESSION, values, range: RANGE };
  const ours = async (answers: StoreAnswers) => {
    const { view } = await answers.view({ ...request, range: { ...RANGE, endDate: nextEnd() } });
    return JSON.stringify(renderSummary(fields, gap.summary.summarize(view)));
  };
  const latest = async (answers: StoreAnswers) =>
    JSON.stringify(renderSummary(fields, (await answers.summary(request, gap.summary)).summary));
  const sql = () => {
    const to = nextEnd();
    return reader.query(
      `SELECT count() AS total_gaps, countIf(filled) AS filled_gaps, avg(gap_size), avg(gap_pct), avg(fill_time_seconds),
         median(fill_time_seconds), avg(partial_fill_pct), avg(max_run_pct), countIf(filled_to_prev_close),
         sumMap(map(toString(direction), 1)), sumMap(map(toString(weekday), 1)), sumMap(map(toString(assumeNotNull(fill_bucket)), 1))
       FROM market.stat_gap FINAL
       WHERE symbol = {symbol:String} AND session = 'default' AND variant = '' AND complete
         AND date >= {from:Date32} AND date <= {to:Date32}`,
      { symbol: SYMBOL, from: isoDate(to - 365), to: isoDate(to) },
    );
  };
  const unit = { session: 'default', variant: '' };
  const floor = () =>
    Promise.all([recordsTable(gap), SESSIONS_TABLE].map((table) => readRecordsOf(reader, table, SYMBOL, unit)));
  const often = (run: () => unknown) => () => costOf(run, ASKED_PER_ROUND);
  const costs = await inTurn(
    {
      memory: often(() => ours(held)),
      // Each run has a new cache, without the answer before.
      store: often(() => ours(shop.answers(1, 1))),
      kept: often(() => latest(shop.answers(1, 1))),
      floor: often(floor),
      peer: often(sql),
    },
    rounds,
  );
  await shop.close();
  const peer = [msOf(costs.peer), 'one SQL query'] as const;
  const fromStore = { peer, ours: { atMost: 12 } };
  return [
    line('gap summary, 12M, records in memory', 'ms', msOf(costs.memory), { peer, ratio: { atMost: 1 } }),
    line('gap summary, 12M up to the last session, from the store', 'ms', msOf(costs.kept), fromStore),
    line('gap summary, 12M up to any date, from the store', 'ms', msOf(costs.store), fromStore),
    line('its two statements alone', 'ms', msOf(costs.floor), { peer }),
  ];
};

export default part;
