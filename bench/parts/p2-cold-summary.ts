/** A summary of the default variant over ranges never asked before, against one SQL query on the stat table. */

import { readRecordsOf } from '../../compute/evaluation/stored-records.ts';
import { recordsTable, SESSIONS_TABLE } from '../../compute/evaluation/tables/schema.ts';
import { renderSummary, SummaryFields } from '../../compute/market/render.ts';
import { DEFAULT_SESSION } from '../../compute/market/sessions.ts';
import { isoDate } from '../../lib/days.ts';
import { costed, figure, inTurn, type Part } from '../harness.ts';
import { putBars, stock, stockBars } from '../market.ts';
import { openBenchStore } from '../stores.ts';

const MIB = 2 ** 20;
const ASKED_PER_ROUND = 20;
const RANGE_MONTHS = 12;

const part: Part = {
  title: 'cold summary',
  async run({ rounds }) {
    const shop = await openBenchStore();
    const meta = stock('COLD');
    await putBars(shop.store, meta, stockBars(5));
    await shop.projector.project(meta.symbol);
    await shop.summaries.refresh(meta.symbol);
    const gap = shop.statistics.find(({ name }) => name === 'gap')!;
    const fields = new SummaryFields(gap.summary.fields);
    const held = shop.answers(256 * MIB, MIB);
    const symbol = (await held.symbol(meta.symbol))!;
    let asked = 0;
    const nextEnd = () => symbol.lastDay - (asked++ % 900);
    const ours = async (answers: typeof held) => {
      const range = { months: RANGE_MONTHS, timeWindow: '12M', endDate: nextEnd() };
      const values = { fill_cutoff: undefined, weekday: undefined };
      const { view } = await answers.view({ statistic: gap, symbol, session: DEFAULT_SESSION, values, range });
      return JSON.stringify(renderSummary(fields, gap.summary.summarize(view)));
    };
    const latest = async (answers: typeof held) => {
      const values = { fill_cutoff: undefined, weekday: undefined };
      const range = { months: RANGE_MONTHS, timeWindow: '12M' };
      const request = { statistic: gap, symbol, session: DEFAULT_SESSION, values, range };
      return JSON.stringify(renderSummary(fields, (await answers.summary(request, gap.summary)).summary));
    };
    const sql = () => {
      const to = nextEnd();
      return shop.store.reader.query(
        `SELECT count() AS total_gaps, countIf(filled) AS filled_gaps, avg(gap_size), avg(gap_pct), avg(fill_time_seconds),
           median(fill_time_seconds), avg(partial_fill_pct), avg(max_run_pct), countIf(filled_to_prev_close),
           sumMap(map(toString(direction), 1)), sumMap(map(toString(weekday), 1)), sumMap(map(toString(assumeNotNull(fill_bucket)), 1))
         FROM market.stat_gap FINAL
         WHERE symbol = {symbol:String} AND session = 'default' AND variant = '' AND complete
           AND date >= {from:Date32} AND date <= {to:Date32}`,
        { symbol: meta.symbol, from: isoDate(to - 365), to: isoDate(to) },
      );
    };
    const { reader } = shop.store;
    const unit = { symbol: meta.symbol, session: 'default', variant: '' };
    const cases = {
      memory: costed(ASKED_PER_ROUND, () => ours(held)),
      // Memory of its own each time: nothing of the answer before is there.
      store: costed(ASKED_PER_ROUND, () => ours(shop.answers(1, 1))),
      kept: costed(ASKED_PER_ROUND, () => latest(shop.answers(1, 1))),
      floor: costed(ASKED_PER_ROUND, () =>
        Promise.all(
          [recordsTable(gap), SESSIONS_TABLE].map((table) => readRecordsOf(reader, table, unit.symbol, unit)),
        ),
      ),
      peer: costed(ASKED_PER_ROUND, sql),
    };
    const { memory, store, kept, floor, peer: query } = cases;
    const [inMemory, fromStore, asKept, alone, peer] = await inTurn(
      [memory, store, kept, floor, query].map(({ run }) => run),
      rounds,
    );
    await shop.close();
    const line = { part: 'p2', unit: 'ms', peer: figure(peer), peerName: 'one SQL query' };
    const cpu = { part: 'p2', unit: 'ms of CPU', peer: figure(query.cpu()), peerName: 'one SQL query' };
    return [
      {
        ...line,
        what: 'gap summary, 12M, records in memory',
        ours: figure(inMemory),
        bars: [{ of: 'ours', atMost: 3 }],
      },
      {
        ...line,
        what: 'gap summary, 12M up to the last session, from the store',
        ours: figure(asKept),
        bars: [
          { of: 'ours', atMost: 10 },
          { of: 'ratio', atMost: 1 },
        ],
      },
      {
        ...line,
        what: 'gap summary, 12M up to any date, from the store',
        ours: figure(fromStore),
        bars: [
          { of: 'ours', atMost: 10 },
          { of: 'ratio', atMost: 1 },
        ],
      },
      { ...line, what: 'its two statements alone', ours: figure(alone) },
      { ...cpu, what: 'gap summary, 12M up to any date, from the store', ours: figure(store.cpu()) },
      { ...cpu, what: 'its two statements alone', ours: figure(floor.cpu()) },
    ];
  },
};

export default part;
