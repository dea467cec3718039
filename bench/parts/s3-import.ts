/**
 * Import of one file of one symbol, from the start of the command until everything is computed and summarised; and the
 * floor: the same bytes, kernels and statements alone, from lines cut at their commas to one insert.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allocateBars, type BarColumns, sliceBars } from '../../compute/market/bars.ts';
import { systemClock } from '../../lib/clock.ts';
import { silentLogger } from '../../lib/logger.ts';
import { openEmbedded } from '../../operations/deployment/embedded.ts';
import { cpuMs, elapsedMs, figure, type Line, type Part } from '../harness.ts';
import { putBars, stock, stockBars } from '../market.ts';
import { openBenchStore } from '../stores.ts';

const BARS = Number(process.env['BENCH_BARS'] ?? 780_000);
const MINUTES_A_WEEK = 10_080;
const MAX_BARS = 2_000_000;
const HEADER = 'symbol,ts,open,high,low,close,volume';
const FIGURES = ['open', 'high', 'low', 'close', 'volume'] as const;

/** The demo market has five years: what is missing is its end once more, whole weeks before. */
function history(): BarColumns {
  const five = stockBars(5);
  const missing = Math.max(0, BARS - five.length);
  const last = sliceBars(five, five.length - Math.min(BARS, five.length), five.length);
  const all = allocateBars(BARS);
  const back = Math.ceil((five.minute[five.length - 1] - five.minute[0]) / MINUTES_A_WEEK + 1) * MINUTES_A_WEEK;
  for (const name of ['minute', ...FIGURES] as const) {
    all[name].set(five[name].subarray(five.length - missing));
    all[name].set(last[name], missing);
  }
  for (let i = 0; i < missing; i++) all.minute[i] -= back;
  return all;
}

const lineOf = (bars: BarColumns, i: number) =>
  `BIG,${new Date(bars.minute[i] * 60_000).toISOString().slice(0, 19)}Z,${FIGURES.map((name) => bars[name][i]).join(',')}`;

/** The shortest way: no row is checked, and nothing is kept of where it came from. */
async function floor(path: string): Promise<{ readMs: number; putMs: number; recordsMs: number; summariesMs: number }> {
  const shop = await openBenchStore();
  const meta = stock('BIG');
  const bars = allocateBars(BARS);
  const readMs = await cpuMs(async () => {
    const lines = (await readFile(path, 'latin1')).split('\n');
    for (let i = 0; i < BARS; i++) {
      const cells = lines[i + 1].split(',');
      bars.minute[i] = Date.parse(cells[1]) / 60_000;
      for (const [cell, name] of FIGURES.entries()) bars[name][i] = Number(cells[cell + 2]);
    }
  });
  const putMs = await cpuMs(() => putBars(shop.store, meta, bars));
  const recordsMs = await cpuMs(() => shop.projector.project(meta.symbol));
  const summariesMs = await cpuMs(() => shop.summaries.refresh(meta.symbol));
  await shop.close();
  return { readMs, putMs, recordsMs, summariesMs };
}

async function imported(folder: string, path: string): Promise<{ cpu: number; wallMs: number }> {
  const installation = await openEmbedded({
    store: { dataDir: join(folder, 'data'), server: null },
    ingest: { dlqMaxRatio: 0.5, dlqMaxRun: 1_000, dlqAccept: false, maxClockSkewMs: 60_000 },
    service: { host: '127.0.0.1', port: 0, maxBarsPerRequest: MAX_BARS, demo: false },
    clock: systemClock,
    logger: silentLogger,
    onFatal(error) {
      throw error;
    },
  } as Parameters<typeof openEmbedded>[0]);
  const wish = { kind: 'bars', files: [path], options: { assetClass: 'equity' } };
  let wallMs = 0;
  const cpu = await cpuMs(async () => {
    wallMs = await elapsedMs(() => installation.operations['import'](wish, { progress() {}, notice() {} }));
  });
  await installation.close();
  return { cpu, wallMs };
}

const part: Part = {
  title: 'import of one file',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'market-stats-bench-'));
    try {
      const path = join(folder, 'big.csv');
      const bars = history();
      const lines = Array.from({ length: BARS }, (_, i) => lineOf(bars, i));
      await writeFile(path, `${HEADER}\n${lines.join('\n')}\n`);
      const { cpu, wallMs } = await imported(folder, path);
      const { readMs, putMs, recordsMs, summariesMs } = await floor(path);
      const rate = (ms: number) => figure([(BARS / ms) * 1000]);
      const all = readMs + putMs + recordsMs + summariesMs;
      const one = (what: string, unit: string, value: number): Line => ({
        part: 's3',
        what,
        unit,
        ours: figure([value]),
        peer: null,
      });
      return [
        {
          part: 's3',
          what: `one CSV file of ${BARS} bars, landed, computed, summarised`,
          unit: 'bars/s/core',
          ours: rate(cpu),
          peer: rate(all),
          peerName: 'floor',
          bars: [{ of: 'ours', atLeast: 100_000 }],
        },
        one('the same, elapsed', 's', wallMs / 1000),
        one('the same, CPU a bar', 'µs', (cpu / BARS) * 1000),
        one('of the floor: lines cut and read, CPU a bar', 'µs', (readMs / BARS) * 1000),
        one('of the floor: bars put into the table as blocks', 'µs', (putMs / BARS) * 1000),
        one('of the floor: records', 'µs', (recordsMs / BARS) * 1000),
        one('of the floor: summaries', 'µs', (summariesMs / BARS) * 1000),
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

export default part;
