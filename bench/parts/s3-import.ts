/**
 * Import of one file of one symbol, from the start of the command until everything is computed and summarised; and the
 * floor: the same bytes, kernels and statements alone, from lines cut at their commas to one insert.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allocateBars, type BarColumns, PRICE_COLUMNS, sliceBars } from '../../compute/market/bars.ts';
import { systemClock } from '../../lib/clock.ts';
import { silentLogger } from '../../lib/logger.ts';
import { openInstallation } from '../../operations/deployment/installation.ts';
import { openStore } from '../../sql/connect.ts';
import { costOf, line, type Part, temporaryFolder } from '../harness.ts';
import { putBars, stock, stockBars } from '../market.ts';
import { openBenchStore } from '../stores.ts';

const BARS = Number(process.env['BENCH_BARS'] ?? 780_000);
const MINUTES_A_WEEK = 10_080;
const HEADER = 'symbol,ts,open,high,low,close,volume';

/** Returns the history; the demo market has five years, so its end is repeated whole weeks earlier. */
function history(): BarColumns {
  const five = stockBars(5);
  const missing = Math.max(0, BARS - five.length);
  const last = sliceBars(five, five.length - Math.min(BARS, five.length), five.length);
  const all = allocateBars(BARS);
  const back = Math.ceil((five.minute[five.length - 1] - five.minute[0]) / MINUTES_A_WEEK + 1) * MINUTES_A_WEEK;
  for (const name of ['minute', ...PRICE_COLUMNS] as const) {
    all[name].set(five[name].subarray(five.length - missing));
    all[name].set(last[name], missing);
  }
  for (let i = 0; i < missing; i++) all.minute[i] -= back;
  return all;
}

const lineOf = (bars: BarColumns, i: number) =>
  `BIG,${new Date(bars.minute[i] * 60_000).toISOString().slice(0, 19)}Z,${PRICE_COLUMNS.map((name) => bars[name][i]).join(',')}`;

/** Runs the shortest way: without checks of rows and without provenance. Returns the processor time per step. */
async function floor(path: string): Promise<{ read: number; put: number; records: number }> {
  const { store, projector, close } = await openBenchStore();
  const meta = stock('BIG');
  const bars = allocateBars(BARS);
  const read = await costOf(async () => {
    const lines = (await readFile(path, 'latin1')).split('\n');
    for (let i = 0; i < BARS; i++) {
      const cells = lines[i + 1].split(',');
      bars.minute[i] = Date.parse(cells[1]) / 60_000;
      for (const [cell, name] of PRICE_COLUMNS.entries()) bars[name][i] = Number(cells[cell + 2]);
    }
  });
  const put = await costOf(() => putBars(store, meta, bars));
  const projected = await costOf(() => projector.project(meta.symbol));
  await close();
  return { read: read.cpu, put: put.cpu, records: projected.cpu };
}

async function imported(path: string) {
  const config = {
    store: { dataDir: temporaryFolder(), server: null },
    kafka: null,
    redis: {},
    ingest: { dlqMaxRatio: 0.5, dlqMaxRun: 1_000, dlqAccept: false, maxClockSkewMs: 60_000 },
  };
  const store = await openStore(config.store);
  const common = { store, config, name: 'bench', clock: systemClock, logger: silentLogger };
  const installation = await openInstallation({
    ...common,
    onFatal(error) {
      throw error;
    },
  });
  const wish = { kind: 'bars', files: [path], assetClass: 'equity' };
  const cost = await costOf(() => installation.operations['import'](wish, { progress() {}, notice() {} }));
  await installation.close();
  await store.close();
  return cost;
}

const part: Part = async () => {
  const path = join(temporaryFolder(), 'big.csv');
  const bars = history();
  const lines = Array.from({ length: BARS }, (_, i) => lineOf(bars, i));
  await writeFile(path, `${HEADER}\n${lines.join('\n')}\n`);
  const { cpu, ms } = await imported(path);
  const { read, put, records } = await floor(path);
  const rate = (ms: number) => (BARS / ms) * 1000;
  const perBar = (ms: number) => (ms / BARS) * 1000;
  return [
    line(`one CSV file of ${BARS} bars, landed, computed, summarised`, 'bars/s/core', rate(cpu), {
      peer: [[rate(read + put + records)], 'floor'],
      ours: { atLeast: 50_000 },
    }),
    line('the same, elapsed', 's', ms / 1000),
    line('the same, CPU a bar', 'µs', perBar(cpu)),
    line('of the floor: lines cut and read, CPU a bar', 'µs', perBar(read)),
    line('of the floor: bars put into the table as blocks', 'µs', perBar(put)),
    line('of the floor: records and summaries', 'µs', perBar(records)),
  ];
};

export default part;
