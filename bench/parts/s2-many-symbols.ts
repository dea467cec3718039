/**
 * Many symbols with a short history each: the cost per symbol, not per bar. Ten days of 1m bars are stored per symbol,
 * then all are computed and summarised together; then one live bar of each lands and every symbol is queried; then that
 * session ends, and all are settled again; then the service starts on that store and shows them. BENCH_SYMBOLS: how many.
 */
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { lowerBound, sliceBars } from '../../compute/market/bars.ts';
import { DEFAULT_SESSION } from '../../compute/market/sessions.ts';
import { ProjectionService } from '../../compute/materialize/service.ts';
import { defaultsOf } from '../../compute/statistics/params.ts';
import { MINUTES_PER_DAY, MS_PER_DAY } from '../../lib/days.ts';
import { costOf, type Line, line, logger, type Part } from '../harness.ts';
import { putBars, stock, stockBars } from '../market.ts';
import { extension, type Installation, startService } from '../processes.ts';
import { openBenchStore, RecordedInserts, unlimitedToken } from '../stores.ts';

const SYMBOLS = Number(process.env['BENCH_SYMBOLS'] ?? 200);
const BARS = 3_900;
const FOLLOW_EVERY_MS = 400;
const AT_ONCE = 100;

const part: Part = async () => {
  const shop = await openBenchStore();
  const { store, statistics } = shop;
  const all = stockBars(0.5);
  // The very last date has only the minutes after midnight.
  const lastDay = Math.floor(all.minute[all.length - 1] / MINUTES_PER_DAY) - 1;
  // The bars are ten days, then the day in progress.
  const bars = sliceBars(
    all,
    lowerBound(all.minute, lastDay * MINUTES_PER_DAY) - BARS,
    lowerBound(all.minute, (lastDay + 1) * MINUTES_PER_DAY),
  );
  const metas = Array.from({ length: SYMBOLS }, (_, i) => stock(`MANY${String(i).padStart(5, '0')}`));
  const names = metas.map(({ symbol }) => symbol);
  const putAll = async (from: number, to: number) => {
    for (let i = 0; i < SYMBOLS; i += AT_ONCE) await putBars(store, metas.slice(i, i + AT_ONCE), bars, from, to);
  };
  await putAll(0, BARS);
  let nowMs = (lastDay + 2) * MS_PER_DAY;
  const clock = { nowMs: () => nowMs };
  const inserts = new RecordedInserts(store);
  const service = new ProjectionService({
    store,
    clock,
    logger,
    projector: shop.computing({ store: inserts.store, clock }),
    onUpdated() {},
    onFatal: (error) => Promise.reject(error),
  });
  const sizeOf = async () => {
    const [{ bytes }] = await store.reader.query<{ bytes: number }>(
      "SELECT toFloat64(sum(bytes_on_disk)) AS bytes FROM system.parts WHERE active AND database = 'market' AND table LIKE 'stat_%'",
    );
    return bytes;
  };
  const settle = () =>
    costOf(async () => {
      service.wake(names);
      await service.settled(names);
    });
  const lines: Line[] = [];
  const add = (what: string, unit: string, value: number, atMost: number, about: Parameters<typeof line>[3] = {}) =>
    lines.push(line(what, unit, value, { ...about, ours: { atMost } }));
  const alone = async (taken = inserts.taken()) => {
    return { peer: [[(await taken.againMs()) / SYMBOLS], 'its inserts alone'] as const };
  };
  const { cpu, ms } = await settle();
  const settling = inserts.taken();
  const disk = await sizeOf();
  const computed = `${SYMBOLS} symbols of ${BARS} bars: computed and summarised, CPU a symbol`;
  add(computed, 'ms', cpu / SYMBOLS, 30, await alone(settling));
  add('the same, elapsed a symbol', 'ms', ms / SYMBOLS, 30);
  add('disk a symbol beside its bars, before merges', 'kB', disk / SYMBOLS / 1000, 300);

  // One bar per symbol lands in the same minute of a day that has not ended.
  nowMs = lastDay * MS_PER_DAY;
  const answers = shop.answers(2 ** 28, 2 ** 28);
  const following = shop.answers(2 ** 28, 2 ** 28, FOLLOW_EVERY_MS);
  const gap = statistics.find(({ name }) => name === 'gap')!;
  const askAll = async (from: typeof answers) => {
    for (const name of names) {
      const symbol = (await from.symbol(name))!;
      const values = defaultsOf(gap.params, 1);
      const range = { months: 12, timeWindow: '12M' };
      await from.view({ statistic: gap, symbol, session: DEFAULT_SESSION, values, range });
    }
  };
  await askAll(answers);
  await askAll(following);
  const settled = await sizeOf();
  let written = 0;
  const landing = await costOf(async () => {
    await putBars(store, metas, bars, BARS, BARS + 1);
    service.landed(names.map((symbol) => ({ symbol, days: [lastDay] })));
    await service.settled();
    written = (await sizeOf()) - settled;
  });
  answers.invalidate();
  const again = await costOf(() => askAll(answers));
  // The first live bar makes the service read the days before it; the next one only the new bars.
  const followed = async (from: number, to: number) => {
    await putBars(store, metas, bars, from, to);
    return costOf(async () => {
      following.invalidate(names);
      await sleep(1_000 + 5 * SYMBOLS);
      await askAll(following);
    });
  };
  await followed(BARS, BARS + 1);
  const next = await followed(BARS + 1, BARS + 2);
  const live = `a bar of each of ${SYMBOLS} symbols in one minute: landed, CPU a symbol`;
  const s1 = { part: 's1' };
  add(live, 'ms', landing.cpu / SYMBOLS, 1, s1);
  add('statistics tables grew by', 'bytes', written, 0, s1);
  add('each asked for again, looked up by its request: CPU an answer', 'ms', again.cpu / SYMBOLS, 10, s1);
  const byFollower = 'each asked for after the next bar, followed beside the requests: CPU an answer';
  add(byFollower, 'ms', next.cpu / SYMBOLS, 10, s1);

  // The rest of that day lands, and the day ends.
  await putAll(BARS + 2, bars.length);
  nowMs = (lastDay + 2) * MS_PER_DAY;
  inserts.taken();
  const ended = await settle();
  const what = `a session of ${bars.length - 1 - BARS} bars of each ends: settled and summarised, CPU a symbol`;
  add(what, 'ms', ended.cpu / SYMBOLS, 10, { ...s1, ...(await alone()) });
  await service.stop();
  await answers.close();
  await following.close();
  const token = await unlimitedToken(store.writer);
  await shop.close();
  for (const [shown, took] of await served({ dataDir: shop.dataDir, token, symbol: names[0] }))
    add(`${shown}, ${SYMBOLS} symbols`, 'ms', took, 2_000);
  return lines;
};

/** Measures the answers that show all symbols, each for the first time, on a service that has just started. */
async function served(installation: Installation): Promise<[string, number][]> {
  const service = await startService(installation);
  const msOf = async (run: () => Promise<unknown>) => (await costOf(run)).ms;
  const shown: [string, number][] = [
    ['restart to the first answer', service.firstAnswerMs],
    ['/symbols', await msOf(() => service.get('/symbols'))],
    ['/stats/gap/screen', await msOf(() => service.get('/stats/gap/screen'))],
    ['status, the process of the command included', await msOf(() => status(installation.dataDir))],
  ];
  await service.stop();
  return shown;
}

async function status(dataDir: string): Promise<void> {
  const main = fileURLToPath(new URL(`../../cli/main${extension}`, import.meta.url));
  const args = [...(extension === '.ts' ? ['--import', 'tsx'] : []), main, 'status', '--json'];
  const env = { ...process.env, DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 2 ** 28 });
  JSON.parse(stdout);
}

export default part;
