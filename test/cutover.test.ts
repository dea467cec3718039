/** Where daily bars end and shorter ones begin: hand-made cases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SymbolInfo } from '../compute/answers/answers.ts';
import type { StoreAnswers } from '../compute/answers/store-answers.ts';
import { renderSummary, rowObjects, SummaryFields } from '../compute/market/render.ts';
import { DEFAULT_SESSION, EXTENDED_SESSION } from '../compute/market/sessions.ts';
import { isoDate, MINUTES_PER_DAY, parseIsoDate } from '../lib/days.ts';
import { apiOfTest } from './support/api-of-file.ts';
import { expectNaive, expectSummaries, seasonality } from './support/two-series/expect.ts';
import { days, flat, half, hour, wednesday } from './support/two-series/hand-bars.ts';
import { Model } from './support/two-series/model.ts';
import {
  closeStore,
  onDemand,
  opened,
  openStore,
  requestOf,
  settle,
  stored,
  symbolOf,
} from './support/two-series/store.ts';

beforeAll(openStore);
afterAll(closeStore);

const NO_RANGE = { from: 0, to: 0 };

describe('the cutover', () => {
  it('is no gap, and daily bars from there on change nothing', { timeout: 60_000 }, async () => {
    const model = new Model('JOINT', 'equity', 60);
    await model.put(
      'daily',
      days(wednesday - 30, wednesday + 5).map((day) => flat(day, 100)),
    );
    await model.put(
      'base',
      days(wednesday, wednesday + 5).map((day) => hour(day, 150)),
    );
    await settle('JOINT');
    const symbol = await symbolOf(stored, 'JOINT');
    expect(symbol.daily).toMatchObject({ first: wednesday - 30, until: wednesday });
    const statistic = opened.statistics.find(({ name }) => name === 'gap')!;
    const range = { from: wednesday - 30, to: wednesday + 5 };
    const answer = await stored.view(requestOf(statistic, symbol, DEFAULT_SESSION, range));
    expect(answer.view.records.length).toBe(0);
    const texts = answer.warnings.map(({ text }) => text);
    expect(texts).toContain(
      `before ${isoDate(wednesday)} sessions are 1d bars: what needs order within the day is null there, and nothing is compared across that date`,
    );
    expect(texts).toContain(
      `shorter bars open more than 40 % away from the close of the 1d bars before them on ${isoDate(wednesday)} (as by a split of 2:3): are both adjusted alike?`,
    );
    const before = await expectNaive(model, stored, range, 'before');
    await model.put(
      'daily',
      days(wednesday, wednesday + 5).map((day) => flat(day, 999)),
    );
    expect(await expectNaive(model, stored, range, 'after')).toBe(before);
    // One that comes after all, before the joint, does.
    await model.put('daily', [flat(wednesday - 1, 120)]);
    expect(await expectNaive(model, stored, range, 'a correction')).not.toBe(before);
  });

  it('is said of MAX, too, where daily bars answer nothing', { timeout: 30_000 }, async () => {
    const model = new Model('UNASKED', 'equity', 60);
    await model.put(
      'daily',
      days(wednesday - 30, wednesday).map((day) => flat(day, 100)),
    );
    await model.put(
      'base',
      days(wednesday, wednesday + 5).map((day) => hour(day, 100)),
    );
    await settle('UNASKED');
    stored.invalidate();
    const api = await apiOfTest([], { deps: { answers: stored } });
    const unused = `1d bars from ${isoDate(wednesday - 30)} to before ${isoDate(wednesday)} are not used`;
    for (const [path, named = ''] of [
      ['/query?symbol=UNASKED&then=session.return_pct'],
      ['/query/scan?symbols=UNASKED&then=session.return_pct>0&min_cases=1', 'UNASKED: '],
      ['/stats/orb/summary?symbol=UNASKED&orb_minutes=60'],
      ['/stats/fvg?symbol=UNASKED&timeframe=1h'],
    ]) {
      const { metadata } = (await api.get(`${path}&time_window=MAX`)).body;
      expect(metadata.requested_start, path).toBe(isoDate(wednesday));
      expect(metadata.warnings, path).toContainEqual(expect.stringContaining(named + unused));
      // A plan whose history begins at the first shorter bar misses nothing.
      const earliest = { historyDays: Math.floor(api.clock.nowMs() / 86_400_000) - wednesday };
      const clipped = await api.get(`${path}&time_window=MAX`, { token: api.account('pro_api', earliest) });
      expect(clipped.body.metadata.warnings, path).not.toContainEqual(expect.stringContaining('are not used'));
    }
  });

  it('is not moved by stray shorter bars; which bars are in no answer is said', { timeout: 60_000 }, async () => {
    const gap = opened.statistics.find(({ name }) => name === 'gap')!;
    const said = async (model: Model, answers: StoreAnswers, from: number, to: number, session = DEFAULT_SESSION) => {
      const request = requestOf(gap, await symbolOf(answers, model.symbol), session, { from, to });
      const [{ warnings }, summary] = [await answers.view(request), await answers.summary(request, gap.summary)];
      expect(summary.warnings).toEqual(warnings);
      return warnings.map(({ text }) => text).filter((text) => text.includes('not used'));
    };
    const expectSaid = async (model: Model, from: number, to: number, expected: string[]) => {
      expect(await said(model, stored, from, to)).toEqual(expected);
      await settle(model.symbol);
      for (const answers of [stored, onDemand]) expect(await said(model, answers, from, to)).toEqual(expected);
    };
    const unserved = (count: number, date: string, until: string) =>
      `${count} 30m bars of ${date} are not used: 1d bars serve before ${until}, since shorter ones hold no session before it from its beginning to its end`;
    const stray =
      '7 1d bars of 2024-06-03 to 2024-06-11 are not used, and no shorter bars stand for them: shorter bars serve from 2024-05-31, and the next ones are later; where those of 2024-05-31 are stray, delete them';

    // Monday 3 June to Tuesday 11 June are seven weekdays.
    const friday = parseIsoDate('2024-05-31')!;
    const range = { from: friday - 30, to: wednesday + 5 };
    const model = new Model('STRAY', 'equity', 30);
    await model.put(
      'daily',
      days(friday, wednesday + 5).map((day) => flat(day, 100)),
    );
    await model.put(
      'base',
      days(wednesday, wednesday + 5).map((day) => half(day, 9, 30)),
    );
    await settle('STRAY');
    await expectSaid(model, range.from, range.to, []);
    const before = await expectNaive(model, stored, range, 'none');
    // One after hours, one at the open, and one in the session: each alone is no session.
    for (const [hours, minutes] of [
      [16, 30],
      [9, 30],
      [11, 0],
    ] as const) {
      const one = half(friday, hours, minutes);
      await model.put('base', [one]);
      const expected = [unserved(1, '2024-05-31', '2024-06-12')];
      await expectSaid(model, range.from, range.to, expected);
      await expectSaid(model, friday + 4, wednesday + 5, []);
      expect(await said(model, stored, range.from, range.to, EXTENDED_SESSION)).toContain(expected[0]);
      expect(model.cutover).toBe(wednesday);
      await expectNaive(model, stored, range, 'stray');
      await model.remove('base', [one[0]]);
    }
    await settle('STRAY');
    expect(await expectNaive(model, stored, range, 'removed')).toBe(before);
    // A whole session is none, and the next ones are missing.
    const session = [half(friday, 9, 30), half(friday, 15, 30)];
    await model.put('base', session);
    await expectSaid(model, range.from, range.to, [stray]);
    await expectSaid(model, wednesday, wednesday + 5, []);
    expect(model.cutover).toBe(friday);
    await model.remove(
      'base',
      session.map(([minute]) => minute),
    );
    await expectSaid(model, range.from, range.to, []);
    // An hour after the open: the daily bar of the date stays.
    await model.remove('base', [half(wednesday, 9, 30)[0]]);
    await model.put('base', [half(wednesday, 10, 30)]);
    await expectSaid(model, range.from, range.to, [unserved(1, '2024-06-12', '2024-06-13')]);
    expect(await expectNaive(model, stored, range, 'late')).toBe(await expectNaive(model, onDemand, range, 'late'));
    expect((await symbolOf(stored, 'STRAY')).daily?.until).toBe(wednesday + 1);
    await expectSummaries(model);
  });

  it('is behind all daily bars where no shorter ones serve: these are as those of a 1d feed', {
    timeout: 60_000,
  }, async () => {
    const model = new Model('ALONE', 'equity', 30);
    const twin = new Model('TWIN', 'equity', MINUTES_PER_DAY);
    const dailies = days(wednesday - 60, wednesday).map((day, i) => flat(day, 100 + ((i * 7) % 5)));
    await model.put('daily', dailies);
    await twin.put('base', dailies);
    await settle('ALONE');
    const one = half(wednesday - 20, 11, 0);
    await model.put('base', [one]);
    const served = opened.statistics.filter(({ dailyHistory, name }) => dailyHistory && name !== 'pdhlb');
    const own = (name: string) => (['fvg', 'bos'].includes(name) ? { timeframe: '1D' } : {});
    const expectTwin = async () => {
      await settle('TWIN');
      for (const answers of [stored, onDemand]) {
        const [alone, whole] = [await symbolOf(answers, 'ALONE'), await symbolOf(answers, 'TWIN')];
        expect(alone).toMatchObject({ hasBars: true, firstBar: null, lastDay: wednesday, daily: { isAlone: true } });
        for (const statistic of served) {
          const ask = async (symbol: SymbolInfo) => {
            const { range: _, ...request } = requestOf(
              statistic,
              symbol,
              DEFAULT_SESSION,
              NO_RANGE,
              own(statistic.name),
            );
            const values = { ...request.values, ...own(statistic.name) };
            const months = { months: 3, timeWindow: '3M' };
            const { view, range } = await answers.view({ ...request, values, range: months });
            const latest = await answers.latest(request);
            const { summary } = await answers.summary({ ...request, values, range: months }, statistic.summary);
            const shown = renderSummary(new SummaryFields(statistic.summary.fields), summary);
            return [rowObjects(statistic.fields, view.records, ''), range, latest, { ...shown, symbol: '' }];
          };
          expect(await ask(alone), statistic.name).toEqual(await ask(whole));
        }
      }
    };
    // The only one that there is, settled or not.
    await expectTwin();
    await settle('ALONE');
    await expectTwin();
    await expectSummaries(model);
    // Bars are shown as they have landed.
    const { data } = await stored.bars({
      symbol: await symbolOf(stored, 'ALONE'),
      session: DEFAULT_SESSION,
      around: 0,
      range: { months: 1, timeWindow: '1M' },
    });
    expect([...data.bars.minute]).toEqual([one[0]]);
    await model.remove('base', [one[0]]);
    await expectTwin();
    await settle('ALONE');
    await expectTwin();
    await expectSummaries(model);
    // Shorter ones come again.
    await model.put('base', [half(wednesday + 1, 12, 0)]);
    expect((await symbolOf(stored, 'ALONE')).daily).toMatchObject({ until: wednesday + 1, isAlone: false });
    const range = { from: wednesday - 30, to: wednesday + 5 };
    const open = await expectNaive(model, stored, range, 'again');
    await settle('ALONE');
    expect(await expectNaive(model, stored, range, 'settled')).toBe(open);
  });

  it('shows that the week of daily bars before it is over, also where the range ends before it', {
    timeout: 60_000,
  }, async () => {
    const model = new Model('OVER', 'equity', 60);
    // Closes of 100 up to Friday 31 May (week 22), of 110 up to Friday 7 June (week 23).
    await model.put(
      'daily',
      days(wednesday - 16, wednesday - 5).map((day) => flat(day, day < wednesday - 9 ? 100 : 110)),
    );
    await model.put('base', [hour(wednesday, 150)]);
    await settle('OVER');
    for (const answers of [stored, onDemand]) {
      const range = { from: wednesday - 16, to: wednesday - 3 };
      const answer = await seasonality(answers, await symbolOf(answers, 'OVER'), DEFAULT_SESSION, range);
      expect(answer['/week']).toMatchObject([{ week_number: 23, count: 1, avg_return_pct: 10, avg_volume: 500 }]);
    }
  });
});
