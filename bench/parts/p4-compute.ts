/** Kernels compared with a NumPy pass over the same bars; and a rebuild of all records and summaries from the store. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadParts } from '../../compute/evaluation/load-bars.ts';
import { type BarColumns, PRICE_COLUMNS } from '../../compute/market/bars.ts';
import { dayRecords } from '../../compute/market/candles.ts';
import { EXCHANGE_SESSION } from '../../compute/market/sessions.ts';
import type { SymbolData } from '../../compute/market/symbol-data.ts';
import { defaultsOf } from '../../compute/statistics/params.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { type DateRange, type Statistic, viewOf } from '../../compute/statistics/statistic.ts';
import { costOf, inTurn, type Line, line, type Part, temporaryFolder } from '../harness.ts';
import { dataOf, disagreements, putBars, putNews, stock, stockBars, stockNews } from '../market.ts';
import { benchPython, pythonPeer } from '../peers/python.ts';
import { openBenchStore, RecordedInserts } from '../stores.ts';

const YEARS = 5;
/** Runs per round, because a single run is too short to measure. */
const RUNS = 5;
const ALL: DateRange = { from: 0, to: 100_000 };

/** Computes sessions, candles, records and summary from bars. */
function summaryFromBars(statistic: Statistic, data: SymbolData) {
  const { meta } = data;
  const session = EXCHANGE_SESSION;
  const { params, summary } = statistic;
  const values = { ...defaultsOf(params, meta.intervalMin), ...defaultsOf(summary.params, meta.intervalMin) };
  const { records } = statistic.compute(data, { session, values }, ALL);
  const allDays = dayRecords(data.sessions(session));
  return summary.summarize(
    viewOf({ meta, session, range: ALL, timeWindow: 'all', values, allRecords: records, allDays }),
  );
}

async function kernels(bars: BarColumns, rounds: number): Promise<Line[]> {
  const news = stockNews(YEARS);
  const file = join(temporaryFolder(), 'bars');
  const columns = [Float64Array.from(bars.minute), ...PRICE_COLUMNS.map((name) => bars[name])];
  writeFileSync(file, Buffer.concat(columns.map((column) => Buffer.from(Float64Array.from(column).buffer))));
  const python = benchPython();
  const peer = (name: string): { cpu: number; figures: Record<string, number> } =>
    JSON.parse(execFileSync(python, [pythonPeer('kernels_peer.py'), file, name], { encoding: 'utf8' }));
  const { first, end, length } = dataOf(bars, news).sessions(EXCHANGE_SESSION);
  let counted = 0;
  for (let s = 0; s < length; s++) counted += end[s] - first[s];
  const rate = ({ cpu }: { cpu: number }) => counted / cpu / 1000;
  const lines: Line[] = [];
  for (const statistic of await loadStatistics()) {
    const { name } = statistic;
    const hasPeer = name === 'orb' || name === 'gap';
    const wrong = hasPeer ? disagreements(summaryFromBars(statistic, dataOf(bars, news)), peer(name).figures) : [];
    if (wrong.length > 0) throw new Error(`${name}: the peer does other work: ${wrong.join('; ')}`);
    const measured = await inTurn(
      {
        ours: async () => rate(await costOf(() => summaryFromBars(statistic, dataOf(bars, news)), RUNS)),
        peer: () => (hasPeer ? rate(peer(name)) : 0),
      },
      rounds,
    );
    const about = hasPeer ? { peer: [measured.peer, 'NumPy'] as const, ratio: { atLeast: 3 } } : {};
    lines.push(line(`${name}, from bars`, 'million bars/s', measured.ours, about));
  }
  return lines;
}

async function rebuild(bars: BarColumns, rounds: number): Promise<Line[]> {
  const shop = await openBenchStore();
  const inserts = new RecordedInserts(shop.store);
  const projector = shop.computing({ store: inserts.store });
  const all = [bars.minute[0], bars.minute[bars.length - 1] + 1] as const;
  let round = 0;
  const rebuildOne = async () => {
    const meta = stock(`BENCH${round++}`);
    await putBars(shop.store, meta, bars);
    await putNews(shop.store, meta, YEARS);
    const cost = await costOf(() => projector.project(meta.symbol));
    const read = await costOf(() => loadParts(shop.store.reader, meta.symbol, [all], null, 0));
    return { ...cost, floor: (await inserts.taken().againMs()) + read.cpu };
  };
  const { rebuilt } = await inTurn({ rebuilt: rebuildOne }, rounds);
  await shop.close();
  const rates = (figure: 'cpu' | 'ms' | 'floor') => rebuilt.map((one) => (bars.length / one[figure]) * 1000);
  const what = `all statistics and summaries of ${bars.length} bars`;
  return [
    line(what, 'bars/s/core', rates('cpu'), {
      peer: [rates('floor'), 'one read of the bars and its inserts alone'],
      ours: { atLeast: 200_000 },
    }),
    line(`${what}, by the clock`, 'bars/s', rates('ms')),
  ];
}

const part: Part = async (rounds) => {
  const bars = stockBars(YEARS);
  return [...(await kernels(bars, rounds)), ...(await rebuild(bars, rounds))];
};

export default part;
