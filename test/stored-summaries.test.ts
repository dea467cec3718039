/** Stored summaries are those that `/summary` computes, and what it answers: every statistic, variant, session window and time window. */
import { afterAll, describe, expect, it } from 'vitest';
import type { ViewRequest } from '../compute/answers/answers.ts';
import type { StoreAnswers } from '../compute/answers/store-answers.ts';
import { runSummaries } from '../compute/evaluation/summary-job.ts';
import { type Field, number } from '../compute/market/fields.ts';
import { DEFAULT_SESSION } from '../compute/market/sessions.ts';
import { Summaries } from '../compute/materialize/summaries.ts';
import type { Statistic } from '../compute/statistics/statistic.ts';
import { systemClock } from '../lib/clock.ts';
import { defaultValues } from './support/answer.ts';
import { projectionOfFile, putBars, putNews, storeAnswers } from './support/projection.ts';
import { propertySeed, randomMarket } from './support/random-market.ts';
import { expectStoredSummaries } from './support/stored-summaries.ts';

/** One shorter than a month, one longer than three: windows that hold all, and windows that do not. */
const MARKETS = [
  { symbol: 'SHORT', assetClass: 'equity', intervalMin: 30, days: 18 },
  { symbol: 'LONG', assetClass: 'crypto', intervalMin: 60, days: 130 },
] as const;
const seed = propertySeed();

const opened = await projectionOfFile();
const openAnswers = () => storeAnswers(opened);
const { store, statistics, projector } = opened;
for (const { symbol, ...request } of MARKETS) {
  const common = { seed, firstDay: 19_800, hours: 'extended', density: 0.9, ticks: 5 } as const;
  const market = randomMarket({ ...common, ...request });
  const named = { meta: { ...market.meta, symbol } };
  await putBars(store, named, market.bars);
  await putNews(store, named, 7, market.bars);
}
const names = MARKETS.map(({ symbol }) => symbol);
await projector.projectAll(names);
await new Summaries({ store, statistics, run: runSummaries, clock: systemClock }).refreshAll(names);
/** The one computes summaries from records, the other has none of them in memory. */
const [computed, served] = [openAnswers(), openAnswers()];
afterAll(async () => {
  await Promise.all([computed.close(), served.close()]);
});

describe.each(MARKETS.map(({ symbol }) => symbol))('summaries of %s', (symbol) => {
  it('are those of the API in every window', { timeout: 30_000 }, async () => {
    const compared = await expectStoredSummaries(opened, (await computed.symbol(symbol))!, { computed, served });
    expect(compared).toBeGreaterThan(200);
  });
});

describe('a summary', () => {
  const gap = () => opened.statistics.find(({ name }) => name === 'gap')!;
  const window = { months: 12, timeWindow: '12M' } as const;

  async function requestOf(answers: StoreAnswers): Promise<ViewRequest> {
    const symbol = (await answers.symbol('LONG'))!;
    const values = defaultValues(gap(), symbol.intervalMin);
    return { statistic: gap(), symbol, session: DEFAULT_SESSION, values, range: window };
  }

  /** Of a build whose summary has one field more. */
  const shown = (statistic: Statistic, field: Field): Statistic => {
    const summary = { ...statistic.summary, fields: [...statistic.summary.fields, field] };
    return { ...statistic, summary };
  };

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
    const answers = openAnswers();
    const request = await requestOf(answers);
    const ask = async (other: Partial<ViewRequest>) =>
      isMarked((await openedFor(other)).summary) ? 'stored' : 'computed';
    const openedFor = async (other: Partial<ViewRequest>) => {
      const cold = openAnswers();
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
      'another text': await ask({ statistic: shown(gap(), number('more_pct', 'pct', 'More')) }),
      'another state': await ask({ symbol: { ...request.symbol, settledState: '1' } }),
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
      'another text': 'computed',
      'another state': 'computed',
    });

    // Records that are in memory are not read again as a summary.
    await answers.view(request);
    expect(isMarked((await answers.summary(request, gap().summary)).summary)).toBe(false);

    const { store } = opened;
    const market = randomMarket({ ...MARKETS[1], seed, firstDay: 19_800, hours: 'extended', density: 0.9, ticks: 5 });
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
