import { describe, expect, it } from 'vitest';
import { UNLIMITED } from '../../test/support/api.ts';
import { apiData } from '../../test/support/api-data.ts';
import { apiOfFile } from '../../test/support/api-of-file.ts';

const api = await apiOfFile(apiData(), { config: { revalidateAfterMs: 60_000 } });

// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes
type Body = any;
const asked = async (path: string): Promise<Body> => {
  const { status, body } = await api.get(path);
  expect([path, status]).toEqual([path, 200]);
  return body;
};

/** The day before, so that a history until then leaves the session itself out. */
const dayBefore = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);

const EXCHANGE = 'session=exchange';

describe('/today', () => {
  it('stands where the statistics and bars say, with their history until the session before', async () => {
    const { as_of, count, data, metadata } = await asked('/today?symbols=AAPL,MSFT,BTCUSD,HOURLY');
    expect([count, data.map(({ symbol }: Body) => symbol)]).toEqual([4, ['AAPL', 'MSFT', 'BTCUSD', 'HOURLY']]);
    const ends = await Promise.all(
      ['AAPL', 'MSFT', 'BTCUSD', 'HOURLY'].map(
        async (symbol) => (await asked(`/bars?symbol=${symbol}&limit=1`)).metadata.data_through,
      ),
    );
    expect(as_of).toBe(ends.sort().at(-1));
    expect(metadata).toMatchObject({ history_window: '12M', session: { mode: 'exchange' } });
    let [gaps, broken, whole, questions] = [0, 0, 0, 0];
    for (const { symbol, session_date: date, last, session, gap, orb, previous } of data) {
      const query = `symbol=${symbol}&${EXCHANGE}`;
      const day = `${query}&start_date=${date}&end_date=${date}`;
      const bars = (await asked(`/bars?${query}&date=${date}`)).data;
      expect(last).toEqual({ ts: bars.at(-1).ts, close: bars.at(-1).close });
      const trend = (await asked(`/stats/trend?${day}`)).data[0];
      expect(session).toMatchObject({ open: trend.open, high: trend.high, low: trend.low });
      // The last bar that starts in a part is its close.
      const naive = new Map<number, number>();
      const part = (ts: string) =>
        Math.floor((Date.parse(ts) - Date.parse(session.starts_at)) / 60_000 / session.part_minutes);
      for (const { ts, close } of bars) naive.set(part(ts), close);
      const parts = Math.max(...naive.keys()) + 1;
      expect([symbol, session.closes]).toEqual([symbol, Array.from({ length: parts }, (_, i) => naive.get(i) ?? null)]);
      expect(parts).toBeLessThanOrEqual(60);

      // The question of the set as of the open has the same cases, where today's are as of the open, too.
      for (const history of [gap?.history, orb?.history, previous?.history]) {
        if (!history?.question || history.at !== null) continue;
        questions++;
        const search = new URLSearchParams({ symbol, session: 'exchange', ...history.question });
        const answer = await asked(`/query?${search}&start_date=2024-06-01&end_date=${dayBefore(date)}`);
        expect([symbol, history.question, answer.cases, answer.hits]).toEqual([
          symbol,
          history.question,
          history.n,
          history.hits,
        ]);
      }

      // Twelve months back from the session, as the answer counts them; the data are shorter.
      const before = `${query}&start_date=2024-06-01&end_date=${dayBefore(date)}`;

      const [gapRow] = (await asked(`/stats/gap?${day}`)).data;
      expect(gap === null).toBe(gapRow === undefined);
      if (gap) {
        gaps++;
        const { direction, gap_pct, open, filled } = gapRow;
        expect(gap).toMatchObject({ direction, gap_pct, open, filled });
        // The session is over, so its case is that of the open: the same side, where that has ten cases, else all gaps.
        const { set, text, n, hits, at, filled_pct, low, high } = gap.history;
        const { gap_direction_stats, fill_rate, confidence } = await asked(`/stats/gap/summary?${before}`);
        const own = gap_direction_stats[direction].fill_rate;
        const interval = (path: string) => confidence[path];
        if (set === 'side')
          expect([filled_pct, { n, low, high }]).toEqual([own, interval(`gap_direction_stats.${direction}.fill_rate`)]);
        if (set === 'all') expect([filled_pct, { n, low, high }]).toEqual([fill_rate, interval('fill_rate')]);
        if (set === 'side_and_size') expect(n).toBeGreaterThanOrEqual(10);
        expect([at, text]).toEqual([null, expect.stringMatching(new RegExp(`: ${hits} of ${n} filled$`))]);
      }

      const [orbRow] = (await asked(`/stats/orb?${day}`)).data;
      const { orb_minutes, or_high, or_low } = orbRow;
      expect(orb).toMatchObject({ orb_minutes, high: or_high, low: or_low });
      const summary = await asked(`/stats/orb/summary?${before}`);
      const side = orbRow.first_direction;
      if (side) {
        broken++;
        const { n, low, high } = summary.confidence[`continuation_rate_pct_${side}`];
        const rate_pct = summary[`continuation_rate_pct_${side}`];
        expect(orb).toMatchObject({ state: side, history: { of: 'continuation' } });
        if (orb.history.set === 'side') expect(orb.history).toMatchObject({ n, rate_pct, low, high });
      } else if (orb.history.of === 'breakout') {
        whole++;
        const { n, low, high } = summary.confidence['breakout_rate_pct'];
        expect(orb.history).toMatchObject({ at: null, n, rate_pct: summary.breakout_rate_pct, low, high });
      }

      const [{ prev_high, prev_low }] = (await asked(`/stats/pdhlb?${day}`)).data;
      const { close } = last;
      const percent = (level: number) => ((level - close) / close) * 100;
      expect(previous).toMatchObject({ high: prev_high, low: prev_low });
      expect(previous.distance_high_pct).toBeCloseTo(percent(prev_high), 3);
      expect(previous.distance_low_pct).toBeCloseTo(percent(prev_low), 3);
      expect(previous.state).toBe(close > prev_high ? 'above' : close < prev_low ? 'below' : 'inside');
    }
    expect([gaps > 0, broken + whole > 2, questions > 4]).toEqual([true, true, true]);
  });

  it('has the opening range that is asked for, and its question names it; a feed that has none of it keeps its own', async () => {
    const { data } = await asked('/today?symbols=AAPL,HOURLY&orb_minutes=15');
    for (const [{ symbol, session_date: date, orb }, own] of [
      [data[0], '&orb_minutes=15'],
      [data[1], ''],
    ]) {
      const day = `symbol=${symbol}&${EXCHANGE}&start_date=${date}&end_date=${date}`;
      const [{ orb_minutes, or_high, or_low }] = (await asked(`/stats/orb?${day}${own}`)).data;
      expect(orb).toMatchObject({ orb_minutes, high: or_high, low: or_low });
    }
    expect(data.map(({ orb }: Body) => orb.orb_minutes === 15)).toEqual([true, false]);
    expect(data[0].orb.history.question.then).toMatch(/^orb\[orb_minutes=15\]\./);
    expect(data[1].orb.history.question.then).toMatch(/^orb\./);
  });

  it('leaves out what a feed or a symbol does not have, and names symbols that are not stored', async () => {
    const { data } = await asked('/today?symbols=SPY,NEWSY');
    expect(data[0]).toMatchObject({ symbol: 'SPY', orb: null, state: 'closed' });
    expect(data[0].previous).not.toBeNull();
    const nothing = {
      session_date: null,
      state: 'closed',
      stale: false,
      last: null,
      session: null,
      gap: null,
      orb: null,
      previous: null,
    };
    expect(data[1]).toEqual({ symbol: 'NEWSY', ...nothing });
    const unknown = await api.get('/today?symbols=AAPL,NOPE');
    expect([unknown.status, unknown.body.detail.message]).toEqual([404, 'Nothing is stored about NOPE']);
    const many = await api.get(`/today?symbols=${Array.from({ length: 51 }, (_, i) => `S${i}`)}`);
    expect([many.status, many.body.detail[0].type]).toEqual([422, 'too_long']);
    expect((await api.get('/today?symbol=AAPL')).body.detail[0].msg).toMatch(/did you mean 'symbols'/);
  });

  it('shows the first symbols with bars where none are named', async () => {
    const { data } = await asked('/today');
    expect(data.map(({ symbol }: Body) => symbol)).toEqual(['AAPL', 'BTCUSD', 'HOURLY', 'MSFT', 'SPY']);
  });

  it('sees no more history than the plan', async () => {
    const token = api.account('pro_api', { ...UNLIMITED, historyDays: 60 });
    const { data, metadata } = (await api.get('/today?symbols=AAPL', { token })).body;
    const whole = (await asked('/today?symbols=AAPL')).data;
    expect(metadata.history_limited).toBe(true);
    expect(data[0].orb.history.n).toBeLessThanOrEqual(whole[0].orb.history.n);
    const first = new Date(api.clock.nowMs() - 60 * 86_400_000).toISOString().slice(0, 10);
    const end = dayBefore(data[0].session_date);
    const summary = await asked(`/stats/orb/summary?symbol=AAPL&${EXCHANGE}&start_date=${first}&end_date=${end}`);
    const { of, set, n } = data[0].orb.history;
    const cases = (side: string) => summary.confidence[`continuation_rate_pct_${side}`].n;
    const all = cases('up') + cases('down');
    const broken = set === 'side' ? cases(data[0].orb.state) : all;
    expect(n).toBe(of === 'breakout' ? summary.confidence['breakout_rate_pct'].n : broken);
  });

  it('is what it was, by its tag, while nothing lands', async () => {
    const { headers } = await api.get('/today?symbols=AAPL');
    const again = await api.get('/today?symbols=AAPL', { headers: { 'if-none-match': headers.get('etag')! } });
    expect(again.status).toBe(304);
  });
});
