/** From the bars in the store to all records and all summaries of all variants, written. */
import { loadParts } from '../../compute/evaluation/load-bars.ts';
import { Projector } from '../../compute/materialize/projector.ts';
import { Summaries } from '../../compute/materialize/summaries.ts';
import { systemClock } from '../../lib/clock.ts';
import { cpuMs, figure, type Line, type Part } from '../harness.ts';
import { putBars, putNews, stock, stockBars } from '../market.ts';
import { openBenchStore, RecordedInserts } from '../stores.ts';

const YEARS = 5;

const part: Part = {
  title: 'rebuild',
  async run({ rounds }) {
    const bars = stockBars(YEARS);
    const shop = await openBenchStore();
    const { store, statistics, pool } = shop;
    const inserts = new RecordedInserts(store);
    const recorded = { store: inserts.store, statistics, clock: systemClock };
    const projector = new Projector({ ...recorded, run: pool.projection });
    const summarizer = new Summaries({ ...recorded, run: pool.summaries });
    const floor: number[] = [];
    const wall: number[] = [];
    const core: number[] = [];
    const records: number[] = [];
    const summaries: number[] = [];
    let rows = 0;
    for (let round = 0; round <= rounds; round++) {
      const meta = stock(`BENCH${round}`);
      await putBars(shop.store, meta, bars);
      await putNews(shop.store, meta, YEARS);
      const cpu = process.cpuUsage();
      const began = performance.now();
      rows = (await projector.project(meta.symbol))!.records;
      const betweenCpu = process.cpuUsage(cpu);
      const between = performance.now();
      await summarizer.refresh(meta.symbol);
      const ended = performance.now();
      const { user, system } = process.cpuUsage(cpu);
      const again = inserts.taken();
      const all = [bars.minute[0], bars.minute[bars.length - 1] + 1] as const;
      const read = () => loadParts(store.reader, meta.symbol, [all], null, 0);
      const alone = (await again.againMs()) + (await cpuMs(read));
      if (round === 0) continue;
      floor.push((bars.length / alone) * 1000);
      wall.push((bars.length / (ended - began)) * 1000);
      core.push((bars.length / (user + system)) * 1e6);
      records.push((bars.length / (betweenCpu.user + betweenCpu.system)) * 1e6);
      summaries.push(ended - between);
    }
    await shop.close();
    const line = (what: string, unit: string, values: number[], bars?: Line['bars']): Line => {
      return { part: 'p4', what, unit, ours: figure(values), peer: null, bars };
    };
    const size = `${bars.length} bars, ${rows} records`;
    return [
      {
        ...line(`all statistics and summaries (${size})`, 'bars/s/core', core, [{ of: 'ours', atLeast: 1e6 }]),
        peer: figure(floor),
        peerName: 'one read of the bars and its inserts alone',
      },
      line('of these the records', 'bars/s/core', records),
      line('all statistics and summaries, by the clock', 'bars/s', wall),
      line('of these the summaries', 'ms', summaries),
    ];
  },
};

export default part;
