/** Stored summaries are those that `/summary` computes, at every moment at which the process may be killed. */
import { afterAll, describe, expect, it } from 'vitest';
import type { ViewRequest } from '../compute/answers/answers.ts';
import type { StoreAnswers } from '../compute/answers/store-answers.ts';
import { findBehind } from '../compute/evaluation/behind.ts';
import { runJob } from '../compute/evaluation/evaluation.ts';
import { DEFAULT_SESSION } from '../compute/market/sessions.ts';
import { Projector } from '../compute/materialize/projector.ts';
import { systemClock } from '../lib/clock.ts';
import type { Store } from '../sql/connect.ts';
import { defaultValues } from './support/answer.ts';
import { failingWriter } from './support/failing-writer.ts';
import { projectionOfFile, putBars, putNews, storeAnswers } from './support/projection.ts';
import { propertySeed, randomMarket } from './support/random-market.ts';
import { expectStoredSummaries } from './support/stored-summaries.ts';

/** One shorter than the window, one longer, one of which most statistics look at nothing. */
const MARKETS = [
  { symbol: 'SHORT', assetClass: 'equity', intervalMin: 30, days: 18 },
  { symbol: 'LONG', assetClass: 'crypto', intervalMin: 60, days: 420 },
  { symbol: 'DAILY', assetClass: 'etf', intervalMin: 1440, days: 60 },
] as const;
const seed = propertySeed();

const opened = await projectionOfFile();
const { store, statistics, projector } = opened;
const marketOf = (request: Pick<Parameters<typeof randomMarket>[0], 'assetClass' | 'intervalMin' | 'days'>) =>
  randomMarket({ seed, firstDay: 19_800, hours: 'extended', density: 0.9, ticks: 5, ...request });
const answers = storeAnswers(opened);
afterAll(() => answers.close());

async function compare(symbol: string): Promise<number> {
  answers.invalidate();
  return expectStoredSummaries(opened, (await answers.symbol(symbol))!, answers);
}

it.each(MARKETS)(
  'the summaries of $symbol are those of the API',
  { timeout: 60_000 },
  async ({ symbol, ...request }) => {
    const market = marketOf(request);
    const named = { meta: { ...market.meta, symbol } };
    await putBars(store, named, market.bars);
    await putNews(store, named, 7, market.bars);
    await projector.project(symbol);
    expect(await compare(symbol)).toBeGreaterThan(symbol === 'DAILY' ? 10 : 20);
  },
);

it('a symbol is computed again where the process was killed before its summaries followed its records', {
  timeout: 180_000,
}, async () => {
  const few = statistics.filter(({ name }) => ['gap', 'orb', 'news'].includes(name));
  const { meta, bars } = marketOf({ assetClass: 'equity', intervalMin: 30, days: 30 });
  const named = { meta: { ...meta, symbol: 'KILLED' } };
  const projectorOver = (over: Store) =>
    new Projector({ store: over, statistics: few, run: runJob, clock: systemClock });
  const behind = async () =>
    (await findBehind(store.reader, projectorOver(store).definitions)).some(({ symbol }) => symbol === 'KILLED');
  const texts = async () =>
    JSON.stringify(await store.reader.query("SELECT summary FROM market.v_stat_gap_summary WHERE symbol = 'KILLED'"));
  const part = Math.floor(bars.length / 24);
  await putBars(store, named, bars, { to: 8 * part });
  await projectorOver(store).project('KILLED');
  let stale = 0;
  let killed = true;
  let kills = 0;
  for (let writes = 0; killed; writes++) {
    const from = (8 + (writes % 16)) * part;
    await putBars(
      store,
      named,
      { ...bars, close: bars.close.map((price) => price + writes / 64) },
      { from, to: from + part },
    );
    const before = await texts();
    killed = await projectorOver(failingWriter(store, writes))
      .project('KILLED')
      .then(
        () => false,
        () => true,
      );
    if (killed) {
      kills++;
      // The mark of the state comes last: whatever was written, the next start finds the symbol.
      expect(await behind(), `after ${writes} writes`).toBe(true);
      const middle = await texts();
      await projectorOver(store).project('KILLED');
      if (middle === before && (await texts()) !== before) stale++;
    }
    expect(await behind()).toBe(false);
    answers.invalidate();
    const symbol = (await answers.symbol('KILLED'))!;
    await expectStoredSummaries({ store, statistics: few }, symbol, answers);
  }
  // Of records, of summaries, of marks; and in some the records had changed and the summaries had not.
  expect(kills).toBeGreaterThan(7);
  expect(stale).toBeGreaterThan(0);
});

describe('a summary', () => {
  const gap = () => opened.statistics.find(({ name }) => name === 'gap')!;
  const window = { months: 12, timeWindow: '12M' } as const;

  async function requestOf(answers: StoreAnswers): Promise<ViewRequest> {
    const symbol = (await answers.symbol('LONG'))!;
    const values = defaultValues(gap(), symbol.intervalMin);
    return { statistic: gap(), symbol, session: DEFAULT_SESSION, values, range: window };
  }

  /** Whatever is answered from its row shows it. */
  async function mark(): Promise<void> {
    await opened.store.writer.command(
      `INSERT INTO market.stat_gap_summary (* EXCEPT (metrics))
       SELECT * EXCEPT (metrics) REPLACE ('{"marked":true}' AS summary, '[{"code":"holiday","text":"marked"}]' AS warnings)
       FROM market.stat_gap_summary FINAL WHERE symbol = 'LONG'`,
    );
  }
  const isMarked = (summary: object) => 'marked' in summary;

  it('is served from its row, unless other dates, values, a plan or what has landed since ask for another', async () => {
    await mark();
    const answers = storeAnswers(opened);
    const request = await requestOf(answers);
    const ask = async (other: Partial<ViewRequest>) =>
      isMarked((await openedFor(other)).summary) ? 'stored' : 'computed';
    const openedFor = async (other: Partial<ViewRequest>) => {
      const cold = storeAnswers(opened);
      const answer = await cold.summary({ ...request, ...other }, gap().summary);
      await cold.close();
      return answer;
    };
    const { warnings, range } = await openedFor({});
    expect(warnings).toEqual([{ code: 'holiday', text: 'marked' }]);
    const last = range.effectiveEnd;
    const found = {
      plain: await ask({}),
      'its own end': await ask({ range: { ...window, endDate: last } }),
      'another end': await ask({ range: { ...window, endDate: last - 1 } }),
      'a start': await ask({ range: { ...window, startDate: range.effectiveStart } }),
      'another window': await ask({ range: { months: 0, timeWindow: 'YTD' } }),
      'a plan': await ask({ range: { ...window, earliest: 0 } }),
      'some weekdays': await ask({ values: { ...request.values, weekday: 0b11 } }),
      'another build': await ask({ symbol: { ...request.symbol, outdated: new Set(['gap']) } }),
      'another state': await ask({ symbol: { ...request.symbol, landed: request.symbol.landed! + 1 } }),
    };
    expect(found).toEqual({
      plain: 'stored',
      'its own end': 'stored',
      'another end': 'computed',
      'a start': 'computed',
      'another window': 'computed',
      'a plan': 'computed',
      'some weekdays': 'computed',
      'another build': 'computed',
      'another state': 'computed',
    });

    // Records that are in memory are not read again as a summary.
    await answers.view(request);
    expect(isMarked((await answers.summary(request, gap().summary)).summary)).toBe(false);

    const { store } = opened;
    const market = marketOf(MARKETS[1]);
    const changed = market.bars.close.map((price) => price + 1);
    await putBars(
      store,
      { meta: { ...market.meta, symbol: 'LONG' } },
      { ...market.bars, close: changed },
      { from: 5, to: 6 },
    );
    answers.invalidate();
    expect(await requestOf(answers).then(({ symbol }) => ask({ symbol }))).toBe('computed');
    await answers.close();
  });
});
