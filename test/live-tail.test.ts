/**
 * Answers of stored records and a live tail are those computed from all bars, wherever the stored part ends and whatever
 * lands on either side of it; and those that are stored once the days have ended, screens of their summaries too.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ViewRequest } from '../compute/answers/answers.ts';
import { StoreScreens } from '../compute/answers/screens.ts';
import type { StoreAnswersOptions } from '../compute/answers/store-answers.ts';
import { createCaches } from '../compute/evaluation/bar-cache.ts';
import { findBehind } from '../compute/evaluation/behind.ts';
import { runJob } from '../compute/evaluation/evaluation.ts';
import { latestDate } from '../compute/evaluation/range.ts';
import { sessionOf, unitFor } from '../compute/evaluation/stored-records.ts';
import { allocateBars, type BarColumns, barsFromTuples } from '../compute/market/bars.ts';
import { numericLeaves, renderSummary, SummaryFields } from '../compute/market/render.ts';
import { STORED_SESSIONS } from '../compute/market/sessions.ts';
import { Projector } from '../compute/materialize/projector.ts';
import { MS_PER_DAY } from '../lib/days.ts';
import { defaultValues } from './support/answer.ts';
import { endpointAnswers } from './support/endpoint-answers.ts';
import { failingWriter } from './support/failing-writer.ts';
import { projectionOfFile, putBars, putNews, storeAnswers } from './support/projection.ts';
import { runs } from './support/property-seed.ts';
import { marketArbitrary, randomMarket, shareArbitrary } from './support/random-market.ts';
import { until } from './support/until.ts';

const RUNS = runs(1);
/** Changes farther back wait for the projector. */
const NEAR_DAYS = 45;
/** Fails the test: a round fails only if something is broken. */
const onFailure = (error: unknown) => {
  throw error;
};
let symbols = 0;
/** The projector's present, UTC days since the epoch. */
let today = 0;

const opened = await projectionOfFile();

function wrong(bars: BarColumns, shift: number): BarColumns {
  const out = allocateBars(bars.length);
  out.minute.set(bars.minute);
  out.volume.set(bars.volume);
  for (const name of ['open', 'high', 'low', 'close'] as const) out[name].set(bars[name].map((price) => price + shift));
  return out;
}

const stepsArbitrary = fc.array(
  fc.record({
    from: shareArbitrary,
    to: shareArbitrary,
    wrongBy: fc.constantFrom(0, 0, 0, 0.5),
    deleted: fc.constantFrom(false, false, false, true),
    news: fc.boolean(),
    /** Where the stored part is to end, as a share of the days; null: it is left where it is. */
    settle: fc.option(shareArbitrary, { nil: null }),
    /** Which variant and session window is asked for. */
    pick: fc.nat(99),
  }),
  { minLength: 2, maxLength: 5 },
);

type Request = Parameters<typeof randomMarket>[0];
type Step = typeof stepsArbitrary extends fc.Arbitrary<(infer T)[]> ? T : never;

const openAnswers = (useStored: boolean, options: Partial<StoreAnswersOptions> = {}) =>
  storeAnswers({ ...opened, ...options }, { useStored, ...options });

async function play(request: Request, steps: readonly Step[]): Promise<void> {
  const market = randomMarket({ ...request, days: Math.min(request.days, request.intervalMin < 5 ? 8 : 30) });
  const { bars } = market;
  fc.pre(bars.length > 0);
  const firstDay = Math.floor(bars.minute[0] / 1440);
  const lastDay = Math.floor(bars.minute[bars.length - 1] / 1440);
  fc.pre(lastDay - firstDay < NEAR_DAYS);
  const symbol = `T${++symbols}`;
  const named = { meta: { ...market.meta, symbol } };
  const { store, statistics } = opened;
  // As in the embedded form: what one of them has in memory the other uses.
  const caches = createCaches(store.reader);
  const clock = { nowMs: () => today * MS_PER_DAY };
  const projector = new Projector({ store, statistics, run: runJob, caches, clock });
  // Half of them look up what is in use by themselves, too.
  const tail = openAnswers(true, { caches, ...(symbols % 4 < 2 ? { follow: { everyMs: 5, onFailure } } : {}) });
  const onDemand = openAnswers(false);

  const compare = async (pick: number, isTail: boolean) => {
    for (const one of [tail, onDemand]) one.invalidate([symbol]);
    const info = await tail.symbol(symbol);
    const same = await onDemand.symbol(symbol);
    expect(info).toEqual(same);
    if (!info) return;
    const cold = openAnswers(true);
    const sessions = Object.values(STORED_SESSIONS);
    for (const [i, statistic] of statistics.entries()) {
      // A third of them each time: the steps and the runs go through all.
      if ((i + pick) % 3 !== 0 || (statistic.needsIntraday && info.intervalMin >= 1440)) continue;
      const variants = statistic.materialised(info);
      // It has none for this feed, and the API refuses it.
      if (variants.length === 0) continue;
      const values = { ...defaultValues(statistic, info.intervalMin), ...variants[pick % variants.length] };
      const session = sessionOf(statistic, sessions[pick % sessions.length]);
      const range = { months: 12, timeWindow: '12M' };
      const wanted: ViewRequest = { statistic, symbol: info, session, values, range };
      const a = await tail.view(wanted);
      const b = await onDemand.view({ ...wanted, symbol: same! });
      const label = `${statistic.name} ${session.mode} ${JSON.stringify(values)}`;
      const unit = unitFor(statistic, info, session, values);
      if (!isTail) expect(a.source, label).toBe(unit ? 'materialized' : 'on_demand');
      const [shown, fromBars] = [a, b].map(({ view }) => endpointAnswers(statistic, view));
      // The same bytes; only where they are not it matters which.
      if (JSON.stringify(shown) !== JSON.stringify(fromBars)) expect(shown, label).toEqual(fromBars);
      expect(a.range, label).toEqual(b.range);
      expect(a.warnings, label).toEqual(b.warnings);
      const summed = await tail.summary(wanted, statistic.summary);
      expect(summed.summary, label).toEqual(statistic.summary.summarize(b.view));
      // Without its records in memory it may come from the store.
      const fields = new SummaryFields(statistic.summary.fields);
      const fresh = await cold.summary(wanted, statistic.summary);
      const { summary, ...about } = { ...fresh, summary: renderSummary(fields, fresh.summary) };
      expect(summary, label).toEqual(renderSummary(fields, summed.summary));
      expect(about, label).toEqual({ range: a.range, source: a.source, warnings: a.warnings });
    }
    await cold.close();
  };

  /** Each statistic's default variant, ranked by a figure of its summary. */
  const compareScreens = async (pick: number) => {
    onDemand.invalidate([symbol]);
    const info = await onDemand.symbol(symbol);
    if (!info?.hasBars) return;
    const screens = new StoreScreens(store.reader, { listed: async () => [info] });
    const session = (['default', 'exchange'] as const)[pick % 2];
    for (const statistic of statistics) {
      if (statistic.events || statistic.materialised(info).length === 0) continue;
      const values = defaultValues(statistic, info.intervalMin);
      const range = { months: 12, timeWindow: '12M' };
      const wanted: ViewRequest = { statistic, symbol: info, session: STORED_SESSIONS[session], values, range };
      const { view } = await onDemand.view(wanted);
      const summary = statistic.summary.summarize(view);
      const figures = Object.entries(
        numericLeaves(renderSummary(new SummaryFields(statistic.summary.fields), summary)),
      );
      const [sortBy, value] = figures[pick % figures.length];
      // Without a session under this window, or where its default is not stored, a symbol is not ranked.
      const isRanked =
        latestDate(statistic, view.allRecords, view.allDays) !== null &&
        unitFor(statistic, info, wanted.session, values) !== null;
      const order = { sortBy, order: 'desc', minSampleSize: 0, limit: 10 } as const;
      const rows = await screens.screen({ statistic, session, ...order });
      const shown = rows.map((row) => [row.symbol, row.value + 0]);
      expect(shown, `${statistic.name} ${session} ${sortBy}`).toEqual(isRanked ? [[symbol, value + 0]] : []);
    }
  };

  today = firstDay;
  for (const step of steps) {
    const [from, to] = [step.from, step.to].map((share) => Math.round(share * bars.length)).sort((a, b) => a - b);
    const sent = step.wrongBy === 0 ? bars : wrong(bars, step.wrongBy);
    await putBars(store, named, sent, { from, to, deleted: step.deleted });
    if (step.news) await putNews(store, named, request.seed, bars);
    if (step.settle !== null) today = Math.max(today, firstDay + Math.round(step.settle * (lastDay + 1 - firstDay)));
    if (step.settle !== null || symbols % 2 === 0) await projector.project(symbol);
    await compare(step.pick, true);
  }
  today = lastDay + 2;
  await projector.project(symbol);
  expect(await findBehind(store.reader, projector.definitions)).toEqual([]);
  await compare(steps[0].pick, false);
  await compareScreens(steps[0].pick);
  await tail.close();
  await onDemand.close();
}

describe('answers with a live tail', () => {
  it('are those of all bars, whatever is stored of them', { timeout: 515_000 }, async () => {
    await fc.assert(fc.asyncProperty(marketArbitrary(), stepsArbitrary, play), {
      numRuns: RUNS,
      endOnFailure: true,
    });
  });

  it.each([
    ['BEHIND', { to: 0.2 }, { from: 0.2 }],
    ['BEFORE', { from: 0.6 }, { to: 0.6 }],
  ])('are whole while days %s the stored ones are written', { timeout: 120_000 }, async (symbol, stored, late) => {
    const { store, statistics } = opened;
    const days = { firstDay: 19_900, days: 3 * NEAR_DAYS, hours: 'regular', density: 1, ticks: 12 } as const;
    const { bars, meta } = randomMarket({ seed: 5, assetClass: 'equity', intervalMin: 60, ...days });
    const named = { meta: { ...meta, symbol } };
    const put = ({ from = 0, to = 1 }: { from?: number; to?: number }) =>
      putBars(store, named, bars, { from: Math.round(from * bars.length), to: Math.round(to * bars.length) });
    const project = (writes: number) => {
      const killed = { statistics, run: runJob, clock: { nowMs: () => (19_900 + 4 * NEAR_DAYS) * MS_PER_DAY } };
      return new Projector({ store: failingWriter(store, writes), ...killed }).project(symbol);
    };
    const shown = async (useStored: boolean, sources = new Set<string>()) => {
      const answers = openAnswers(useStored);
      const info = (await answers.symbol(symbol))!;
      const asked = statistics.filter((one) => one.materialised(info).length > 0);
      const answered = asked.map(async (statistic) => {
        const [session, range] = [STORED_SESSIONS.exchange, { months: 0, timeWindow: 'MAX' }];
        const values = defaultValues(statistic, meta.intervalMin);
        const { view, source } = await answers.view({ statistic, symbol: info, session, values, range });
        sources.add(source);
        return [statistic.name, view.allDays.length, endpointAnswers(statistic, view)];
      });
      const all = await Promise.all(answered);
      await answers.close();
      return all;
    };
    await put(stored);
    await project(Number.POSITIVE_INFINITY);
    const before = await shown(true);
    await put(late);
    const after = await shown(false);
    for (const writes of [0, 1, 2, 4, 8]) {
      await expect(project(writes)).rejects.toThrow('killed');
      // Far from the end of the data answers may be those of before, but never of both.
      const sources = new Set<string>();
      for (const [i, one] of (await shown(true, sources)).entries())
        if (symbol === 'BEHIND' || one[1] !== before[i][1]) expect(one, `after ${writes} writes`).toEqual(after[i]);
        else expect(one, `after ${writes} writes`).toEqual(before[i]);
      if (writes === 0) expect([...sources]).toEqual(['materialized']);
    }
  });

  it('need no statement where the symbol is in use: its new bar has been read by then', async () => {
    const { store } = opened;
    const statistics = opened.statistics.filter(({ name }) => name === 'gap');
    const symbol = 'FOLLOWED';
    const named = { meta: { symbol, assetClass: 'crypto', intervalMin: 1 } } as const;
    const day = 20_000;
    const minutes = Array.from({ length: 2 * 1440 + 60 }, (_, i) => day * 1440 + i);
    const bars = barsFromTuples(minutes.map((minute, i) => [minute, 100 + (i % 7), 110, 90, 100 + (i % 5), 1]));
    const nowMs = () => (day + 2) * MS_PER_DAY + 60 * 60_000;
    const projector = new Projector({ store, statistics, run: runJob, clock: { nowMs } });
    await putBars(store, named, bars, { to: bars.length - 2 });
    await projector.project(symbol);

    let [statements, inFlight, barsRead] = [0, 0, 0];
    const count = async <T>(sql: string, rows: Promise<T>): Promise<T> => {
      statements++;
      inFlight++;
      try {
        return await rows;
      } finally {
        inFlight--;
        if (sql.includes('open') && sql.includes('market.bars')) barsRead++;
      }
    };
    const { reader } = store;
    const counting: typeof reader = {
      ...reader,
      query: (sql, ...rest) => count(sql, reader.query(sql, ...rest)),
      arrow: (sql, ...rest) => count(sql, reader.arrow(sql, ...rest)),
    };
    // The clock does not advance: nothing is asked again because it is old.
    const answers = openAnswers(true, {
      store: { ...store, reader: counting },
      follow: { everyMs: 600_000, onFailure },
      nowMs,
    });
    const [gap] = statistics;
    const ask = async () => {
      const info = (await answers.symbol(symbol))!;
      const [values, range] = [defaultValues(gap, 1), { months: 12, timeWindow: '12M' }];
      const { view } = await answers.view({
        statistic: gap,
        symbol: info,
        values,
        range,
        session: STORED_SESSIONS.default,
      });
      return { info, rows: endpointAnswers(gap, view) };
    };
    await putBars(store, named, bars, { from: bars.length - 2, to: bars.length - 1 });
    await ask();
    expect(barsRead).toBeGreaterThan(0);

    await putBars(store, named, bars, { from: bars.length - 1 });
    barsRead = 0;
    answers.invalidate([symbol]);
    await until(() => barsRead > 0 && inFlight === 0);
    statements = 0;
    const followed = await ask();
    expect(statements).toBe(0);
    expect(followed.info.lastBar).toBe(minutes.at(-1));
    await answers.close();
    const onDemand = openAnswers(false);
    const info = (await onDemand.symbol(symbol))!;
    const { view } = await onDemand.view({
      statistic: gap,
      symbol: info,
      values: defaultValues(gap, 1),
      session: STORED_SESSIONS.default,
      range: { months: 12, timeWindow: '12M' },
    });
    expect(followed.rows).toEqual(endpointAnswers(gap, view));
    await onDemand.close();
  });
});
