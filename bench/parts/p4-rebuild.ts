/** From the bars in the store to all records and all summaries of all variants, written. */
import { loadParts } from '../../compute/evaluation/load-bars.ts';
import { costOf, inTurn, line, type Part } from '../harness.ts';
import { putBars, putNews, stock, stockBars } from '../market.ts';
import { openBenchStore, RecordedInserts } from '../stores.ts';

const YEARS = 5;

const part: Part = async (rounds) => {
  const bars = stockBars(YEARS);
  const shop = await openBenchStore();
  const inserts = new RecordedInserts(shop.store);
  const { projector, summaries } = shop.computing({ store: inserts.store });
  const all = [bars.minute[0], bars.minute[bars.length - 1] + 1] as const;
  let round = 0;
  let rows = 0;
  const rebuild = async () => {
    const meta = stock(`BENCH${round++}`);
    await putBars(shop.store, meta, bars);
    await putNews(shop.store, meta, YEARS);
    const records = await costOf(async () => {
      rows = (await projector.project(meta.symbol))!.records;
    });
    const summarized = await costOf(() => summaries.refresh(meta.symbol));
    const read = await costOf(() => loadParts(shop.store.reader, meta.symbol, [all], null, 0));
    const floor = (await inserts.taken().againMs()) + read.cpu;
    return { records, summarized, floor };
  };
  const { rebuilt } = await inTurn({ rebuilt: rebuild }, rounds);
  await shop.close();
  const rates = (msOf: (one: (typeof rebuilt)[number]) => number) =>
    rebuilt.map((one) => (bars.length / msOf(one)) * 1000);
  const size = `${bars.length} bars, ${rows} records`;
  const core = rates(({ records, summarized }) => records.cpu + summarized.cpu);
  const wall = rates(({ records, summarized }) => records.ms + summarized.ms);
  return [
    line(`all statistics and summaries (${size})`, 'bars/s/core', core, {
      peer: [rates(({ floor }) => floor), 'one read of the bars and its inserts alone'],
      ours: { atLeast: 1e6 },
    }),
    line(
      'of these the records',
      'bars/s/core',
      rates(({ records }) => records.cpu),
    ),
    line('all statistics and summaries, by the clock', 'bars/s', wall),
    line(
      'of these the summaries',
      'ms',
      rebuilt.map(({ summarized }) => summarized.ms),
    ),
  ];
};

export default part;
