/**
 * Many symbols with a short history each: the cost of a symbol, not of a bar. Ten days of 1m bars of each are stored,
 * then all are computed and summarised together; then one live bar of each lands and every one is asked for; then that
 * session ends, and all are settled again; then the service starts on that store and shows all of them. BENCH_SYMBOLS sets how many.
 */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { lowerBound, sliceBars } from '../../compute/market/bars.ts';
import { DEFAULT_SESSION } from '../../compute/market/sessions.ts';
import { Projector } from '../../compute/materialize/projector.ts';
import { ProjectionService } from '../../compute/materialize/service.ts';
import { Summaries } from '../../compute/materialize/summaries.ts';
import { defaultsOf } from '../../compute/statistics/params.ts';
import { MINUTES_PER_DAY, MS_PER_DAY } from '../../lib/days.ts';
import { silentLogger } from '../../lib/logger.ts';
import { cpuMs, elapsedMs, figure, type Line, type Part } from '../harness.ts';
import { putAll, stock, stockBars } from '../market.ts';
import { extension, startService } from '../processes.ts';
import { openBenchStore, RecordedInserts, unlimitedToken } from '../stores.ts';

const SYMBOLS = Number(process.env['BENCH_SYMBOLS'] ?? 200);
const BARS = 3_900;
const FOLLOW_EVERY_MS = 400;

const part: Part = {
  title: 'many symbols',
  async run() {
    const shop = await openBenchStore();
    const { store, statistics } = shop;
    const all = stockBars(0.5);
    // Of the very last date there are but the minutes after midnight.
    const lastDay = Math.floor(all.minute[all.length - 1] / MINUTES_PER_DAY) - 1;
    // Ten days, then those of the day that is in progress.
    const bars = sliceBars(
      all,
      lowerBound(all.minute, lastDay * MINUTES_PER_DAY) - BARS,
      lowerBound(all.minute, (lastDay + 1) * MINUTES_PER_DAY),
    );
    const metas = Array.from({ length: SYMBOLS }, (_, i) => stock(`MANY${String(i).padStart(5, '0')}`));
    for (let i = 0; i < SYMBOLS; i += 100) await putAll(store, metas.slice(i, i + 100), bars, 0, BARS);
    let nowMs = (lastDay + 2) * MS_PER_DAY;
    const clock = { nowMs: () => nowMs };
    const inserts = new RecordedInserts(store);
    const recorded = { store: inserts.store, statistics, clock };
    const service = new ProjectionService({
      store,
      logger: silentLogger,
      clock,
      projector: new Projector({ ...recorded, run: shop.pool.projection }),
      summaries: new Summaries({ ...recorded, run: shop.pool.summaries }),
      onUpdated() {},
      onFatal: (error) => Promise.reject(error),
    });
    const names = metas.map(({ symbol }) => symbol);
    const sizeOf = async () => {
      const [{ bytes }] = await store.reader.query<{ bytes: number }>(
        "SELECT toFloat64(sum(bytes_on_disk)) AS bytes FROM system.parts WHERE active AND database = 'market' AND table LIKE 'stat_%'",
      );
      return bytes;
    };
    let wallMs = 0;
    const cpu = await cpuMs(async () => {
      wallMs = await elapsedMs(async () => {
        service.wake(names);
        await service.settled(names);
      });
    });
    const settling = inserts.taken();
    const disk = await sizeOf();
    const one = (part: string, what: string, unit: string, value: number, atMost: number): Line => ({
      part,
      what,
      unit,
      ours: figure([value]),
      peer: null,
      bars: [{ of: 'ours', atMost }],
    });
    const lines = [
      {
        ...one(
          's2',
          `${SYMBOLS} symbols of ${BARS} bars: computed and summarised, CPU a symbol`,
          'ms',
          cpu / SYMBOLS,
          30,
        ),
        peer: figure([(await settling.againMs()) / SYMBOLS]),
        peerName: 'its inserts alone',
      },
      one('s2', 'the same, elapsed a symbol', 'ms', wallMs / SYMBOLS, 30),
      one('s2', 'disk a symbol beside its bars, before merges', 'kB', disk / SYMBOLS / 1000, 300),
    ];
    // One bar of each in the same minute, of a day that has not ended.
    nowMs = lastDay * MS_PER_DAY;
    const answers = shop.answers(2 ** 28, 2 ** 28);
    const following = shop.answers(2 ** 28, 2 ** 28, FOLLOW_EVERY_MS);
    const gap = statistics.find(({ name }) => name === 'gap')!;
    const ask = async (symbol: string, from = answers) => {
      const info = (await from.symbol(symbol))!;
      const values = defaultsOf(gap.params, 1);
      const range = { months: 12, timeWindow: '12M' };
      await from.view({ statistic: gap, symbol: info, session: DEFAULT_SESSION, values, range });
    };
    for (const name of names) await ask(name);
    for (const name of names) await ask(name, following);
    const settled = await sizeOf();
    let written = 0;
    const landing = await cpuMs(async () => {
      await putAll(store, metas, bars, BARS, BARS + 1);
      service.landed(names.map((symbol) => ({ symbol, days: [lastDay] })));
      await service.settled();
      written = (await sizeOf()) - settled;
    });
    answers.invalidate();
    const asked = await cpuMs(async () => {
      for (const name of names) await ask(name);
    });
    // The first live bar has the days before it read; of the one after it, what is new.
    const followed = async (from: number, to: number) => {
      await putAll(store, metas, bars, from, to);
      return cpuMs(async () => {
        following.invalidate(names);
        await sleep(1_000 + 5 * SYMBOLS);
        for (const name of names) await ask(name, following);
      });
    };
    await followed(BARS, BARS + 1);
    const next = await followed(BARS + 1, BARS + 2);
    lines.push(
      one('s1', `a bar of each of ${SYMBOLS} symbols in one minute: landed, CPU a symbol`, 'ms', landing / SYMBOLS, 1),
      one('s1', 'statistics tables grew by', 'bytes', written, 0),
      one('s1', 'each asked for again, looked up by its request: CPU an answer', 'ms', asked / SYMBOLS, 10),
      one(
        's1',
        'each asked for after the next bar, followed beside the requests: CPU an answer',
        'ms',
        next / SYMBOLS,
        10,
      ),
    );
    // The rest of that day comes, and it ends.
    const live = bars.length - 1;
    for (let i = 0; i < SYMBOLS; i += 100) await putAll(store, metas.slice(i, i + 100), bars, BARS + 2, live + 1);
    nowMs = (lastDay + 2) * MS_PER_DAY;
    inserts.taken();
    const ended = await cpuMs(async () => {
      service.wake(names);
      await service.settled(names);
    });
    lines.push({
      ...one(
        's1',
        `a session of ${live - BARS} bars of each ends: settled and summarised, CPU a symbol`,
        'ms',
        ended / SYMBOLS,
        10,
      ),
      peer: figure([(await inserts.taken().againMs()) / SYMBOLS]),
      peerName: 'its inserts alone',
    });
    await service.stop();
    await answers.close();
    await following.close();
    const token = await unlimitedToken(store.writer);
    await shop.close({ keep: true });
    for (const [what, ms] of await served({ dataDir: shop.dataDir, token, symbol: names[0] }))
      lines.push(one('s2', `${what}, ${SYMBOLS} symbols`, 'ms', ms, 2_000));
    rmSync(shop.dataDir, { recursive: true, force: true });
    return lines;
  },
};

/** What shows all symbols at once, on a service that has just started: each for the first time. */
async function served(installation: { dataDir: string; token: string; symbol: string }): Promise<[string, number][]> {
  const service = await startService(installation);
  const get = (path: string) =>
    elapsedMs(async () => {
      const answer = await fetch(service.url + path, { headers: { authorization: `Bearer ${installation.token}` } });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    });
  try {
    return [
      ['restart to the first answer', service.firstAnswerMs],
      ['/symbols', await get('/symbols')],
      ['/stats/gap/screen', await get('/stats/gap/screen')],
      ['status, the process of the command included', await elapsedMs(() => status(installation.dataDir))],
    ];
  } finally {
    await service.stop();
  }
}

async function status(dataDir: string): Promise<void> {
  const main = fileURLToPath(new URL(`../../cli/main${extension}`, import.meta.url));
  const args = [...(extension === '.ts' ? ['--import', 'tsx'] : []), main, 'status', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, DATA_DIR: dataDir },
    maxBuffer: 2 ** 28,
  });
  JSON.parse(stdout);
}

export default part;
