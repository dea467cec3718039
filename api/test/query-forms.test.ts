/** What questions may be made of, worked by hand: never, times of day, among, any, two fields, other symbols, moments. */
import { describe, expect, it } from 'vitest';
import { apiOfFile } from '../../test/support/api-of-file.ts';
import { symbolData } from '../../test/support/market-data.ts';
import { flat, market, type Row } from '../../test/support/market-rows.ts';

/** Mon 3 to Mon 10 June 2024: four gaps up of 1 %, filled at 11:00, never, at 14:00 and never; Friday one down, filled at 15:55. */
function gaps() {
  const day = (date: string, open: number, close: number, fill?: readonly [string, number]): Row[] => [
    flat(`2024-06-${date} 13:30`, open),
    ...(fill ? [[`2024-06-${date} ${fill[0]}`, open, open, fill[1], open] satisfies Row] : []),
    flat(`2024-06-${date} 19:55`, close),
  ];
  const rows = [
    ...day('03', 100, 100),
    ...day('04', 101, 101, ['15:00', 100]),
    ...day('05', 102.01, 102),
    ...day('06', 103.02, 103.1, ['18:00', 102]),
    ...day('07', 103, 103.1),
    ...day('10', 104.2, 104.2),
  ];
  return symbolData(market(rows, 'equity', 5).bars, 'GAPS', 'equity', 5);
}

/** On Tuesday to Thursday alone. */
function other() {
  const rows = [51, 49, 51].flatMap((close, i): Row[] => [
    flat(`2024-06-0${4 + i} 13:30`, 50),
    flat(`2024-06-0${4 + i} 19:55`, close),
  ]);
  return symbolData(market(rows, 'etf', 5).bars, 'OTHER', 'etf', 5);
}

const coin = () => symbolData(market([flat('2024-06-04 13:30', 1)], 'crypto', 5).bars, 'COIN', 'crypto', 5);

/** A gap on Tuesday, 9 January 2024, that is never filled. */
const winter = () =>
  symbolData(
    market([flat('2024-01-08 14:30', 100), flat('2024-01-08 20:55', 100),
      flat('2024-01-09 14:30', 101), flat('2024-01-09 20:55', 101)], 'equity', 5).bars,
    ...(['WINTER', 'equity', 5] as const),
  ); // biome-ignore format: sessions

/** Sessions from 22:00 UTC on: up 1 each, back at the close before at 00:30, at 23:30, at 10:00 and never. */
function night() {
  const fills = ['', '05 00:30', '05 23:30', '07 10:00', ''];
  const rows = fills.flatMap((fill, i): Row[] => [
    flat(`2024-06-0${3 + i} 22:00`, 100 + i),
    ...(fill ? [[`2024-06-${fill}`, 100 + i, 100 + i, 99 + i, 100 + i] satisfies Row] : []),
    flat(`2024-06-0${4 + i} 20:55`, 100 + i),
  ]);
  return symbolData(market(rows, 'crypto', 5).bars, 'NIGHT', 'crypto', 5);
}

/** Gaps up of Tuesday to Thursday, filled, and of Friday, not filled; each breaks the high of the day before. */
function daily() {
  const rows = ['03', '04', '05', '06'].map(
    (day, i): Row => [`2024-06-${day} 00:00`, 100 + i, 100 + i, 99 + i, 100 + i],
  );
  rows.push(['2024-06-07 00:00', 105, 106, 104, 106]);
  return symbolData(market(rows, 'equity', 1440).bars, 'DAILY', 'equity', 1440);
}

/** The last candle of a Monday closes above a swing high, 110: the data end with it, or go on above it on Tuesday. */
function jumps() {
  const monday = Array.from({ length: 26 }, (_, i): Row => {
    const time = `2024-06-03 ${new Date((13.5 * 60 + i * 15) * 60_000).toISOString().slice(11, 16)}`;
    return i === 10 ? [time, 100, 110, 100, 100] : flat(time, i === 25 ? 112 : 100);
  });
  const tuesday: Row[] = [flat('2024-06-04 13:30', 115), flat('2024-06-04 19:45', 115)];
  return [
    symbolData(market(monday, 'equity', 15).bars, 'LAST', 'equity', 15),
    symbolData(market([...monday, ...tuesday], 'equity', 15).bars, 'AFTER', 'equity', 15),
  ];
}

const api = await apiOfFile([gaps(), other(), coin(), winter(), night(), daily(), ...jumps()]);

async function ask(when: string, outcome: string, more: Record<string, string> = {}) {
  const params = { symbol: 'GAPS', session: 'exchange', adjustment: 'raw', ...more, when };
  const { status, body } = await api.get(
    `/query?${new URLSearchParams([...Object.entries(params), ['then', outcome]])}`,
  );
  return { status, body };
}
async function answered(...asked: Parameters<typeof ask>) {
  const { status, body } = await ask(...asked);
  expect([asked, status, body.detail]).toEqual([asked, 200, undefined]);
  return body;
}
const unknown = ({ unknown: of }: { unknown: Record<string, number> }) => [
  of['among'],
  of['when'],
  of['then'],
  of['early'],
];

const UP = 'prevclose.direction=up';

describe('what never came', () => {
  it('is a case without a value', async () => {
    const body = await answered(UP, 'prevclose.minutes_to_fill');
    expect(body).toMatchObject({
      cases: 4,
      n: 2,
      never: 2,
      mean: 180,
      median: 180,
      rest: { cases: 1, n: 1, never: 0 },
    });
    expect(body.data.map(({ outcome }: { outcome: number | null }) => outcome)).toEqual([null, 270, null, 90]);
    expect(body.warnings.join()).toContain('never came in 2 of 4 cases');
  });

  it('stays in the denominator of the curve', async () => {
    const { curve } = await answered(UP, 'prevclose.filled=true');
    const at = (minutes: number) => curve.find((point: { minutes: number }) => point.minutes === minutes);
    expect(curve).toHaveLength(79); // 0 to 390
    expect([at(90), at(95), at(275), at(390)]).toEqual([
      { minutes: 90, cases_pct: 0, rest_pct: 0 },
      { minutes: 95, cases_pct: 25, rest_pct: 0 }, // the end of the bar of 11:00
      { minutes: 275, cases_pct: 50, rest_pct: 0 },
      { minutes: 390, cases_pct: 50, rest_pct: 100 },
    ]);
    expect((await answered(UP, 'session.volume')).curve).toBeNull();
  });
});

describe('a condition', () => {
  it('counts records of which something never came, not those of which nobody knows', async () => {
    const of = async (symbol: string, filter: string) =>
      (await answered('session.weekday=Monday', `count(bos[timeframe=15m];direction=up;${filter})`, { symbol })).data[0]
        .outcome;
    expect([await of('AFTER', 'retest=false'), await of('AFTER', 'retest_time=null')]).toEqual([1, 1]);
    // No candle followed: nobody knows whether one came back to the level, nor when.
    expect([await of('LAST', 'retest=null'), await of('LAST', 'retest_time=null')]).toEqual([1, 0]);
  });

  it.each([
    ['COIN@session.open>0', 'clock'],
    ['NOBODY@session.open>0', 'nothing is stored about NOBODY'],
  ])('refuses %s', async (when, message) => {
    const { status, body } = await ask(when, 'session.volume');
    expect([status, body.detail[0].loc, body.detail[0].msg]).toEqual([
      422,
      ['query', 'when'],
      expect.stringContaining(message),
    ]);
  });
});

describe('moments', () => {
  it.each([
    ['odc[candle_minutes=240].candle_direction=green', 'odc[candle_minutes=5].candle_direction=green'],
    ['orb[orb_minutes=240].or_bars>0', 'prevclose.fill_time<=12:00'],
    ['orb[orb_minutes=240].or_bars>0', 'prevclose.minutes_to_fill<=150'],
    ['any(session.weekday=Monday;orb[orb_minutes=30].or_bars>0)', 'orb[orb_minutes=15].or_range_pct'],
  ])('refuse %s before %s', async (when, outcome) => {
    const { status, body } = await ask(when, outcome);
    expect([status, body.detail.map(({ type }: { type: string }) => type)]).toEqual([422, ['look_ahead']]);
    expect((await answered(when, outcome, { allow_look_ahead: 'true' })).look_ahead).toBe(true);
  });

  it('refuse what a cutoff has decided by then, summer and winter', async () => {
    // The range of two hours ends at 15:30 UTC in summer, at 16:30 in winter.
    const when = 'orb[orb_minutes=120].or_bars>0';
    for (const outcome of [
      'gap[fill_cutoff=15:00].filled=true',
      'gap[fill_cutoff=15:30].filled_to_prev_close=true',
      'gap[fill_cutoff=15:00].partial_fill_pct',
    ]) {
      const { status, body } = await ask(when, outcome);
      expect([outcome, status, body.detail?.[0].type]).toEqual([outcome, 422, 'look_ahead']);
      expect((await answered(when, outcome, { allow_look_ahead: 'true' })).look_ahead).toBe(true);
    }
    expect((await answered(when, 'gap[fill_cutoff=15:00].closed_in_gap_direction=true')).look_ahead).toBe(false);
    expect((await answered(when, 'prev.gap[fill_cutoff=15:00].filled=true')).look_ahead).toBe(false);
  });

  it('leave out what a cutoff has decided before', async () => {
    // Gaps on Tuesday, Wednesday, Thursday and the second Monday; Tuesday's was filled by 15:05 UTC, Thursday's by 18:05.
    const when = 'orb[orb_minutes=120].or_bars>0;gap.exists=true';
    const summer = await answered(when, 'gap[fill_cutoff=16:00].filled=true');
    // Nobody knows whether the first session opened with a gap.
    expect([summer.cases, summer.hits, unknown(summer)]).toEqual([3, 0, [0, 1, 0, 1]]);
    for (const outcome of ['gap[fill_cutoff=16:00].filled=true', 'gap[fill_cutoff=16:00].max_run_pct']) {
      const body = await answered(when, outcome, { symbol: 'WINTER' });
      expect([body.cases, unknown(body)]).toEqual([0, [0, 1, 0, 1]]);
    }
    const later = await answered(when, 'gap[fill_cutoff=17:00].filled=true', { symbol: 'WINTER' });
    expect([later.cases, later.hits, unknown(later)]).toEqual([1, 0, [0, 1, 0, 0]]);
  });

  it('of a window across midnight are its first occurrences', async () => {
    const window = { symbol: 'NIGHT', session: 'default', start_time: '22:00', end_time: '21:00' };
    for (const [outcome, hits] of [
      ['prevclose.fill_time:23:00..01:00', 2],
      ['prevclose.fill_time<=23:45', 1],
      ['prevclose.fill_time<=00:30', 2],
      ['prevclose.fill_time>00:30', 1],
      ['prevclose.fill_time<=21:30', 3],
    ] as const) {
      const body = await answered(UP, outcome, window);
      expect([outcome, body.cases, body.hits]).toEqual([outcome, 4, hits]);
    }
  });

  it('outside the window are in no session, which is said', async () => {
    const says = async (outcome: string, asked: Record<string, string>) =>
      ((await answered(UP, outcome, asked)).warnings as string[]).filter((text) =>
        text.includes('holds in no session'),
      );
    const day = { symbol: 'NIGHT', session: 'default', start_time: '13:30', end_time: '20:00' };
    const never = (text: string, clock: string, where = 'before the session window opens') => [
      `${text} holds in no session: that is ${where} (times are ${clock})`,
    ];
    const late = 'prevclose.fill_time>20:00';
    expect(await says(late, day)).toEqual(never(late, 'UTC', 'after the session window closes'));
    expect(await says('prevclose.fill_time>=20:00', day)).toEqual([]);
    expect(await says('prevclose.fill_time<=21:00', day)).toEqual([]);
    expect(await says('prevclose.fill_time!=21:00', day)).toEqual([]);
    const noon = 'prevclose.fill_time<=12:00';
    expect(await says(noon, day)).toEqual(never(noon, 'UTC'));
    expect(await says('prevclose.fill_time<=13:30', day)).toEqual([]);
    expect(await says('prevclose.fill_time>12:00', day)).toEqual([]);
    expect(await says(noon, { symbol: 'WINTER' })).toEqual([]);
    // Of another session: its moment is not of this one's window.
    expect(
      (await answered('prev.prevclose.fill_time<=09:00', 'prevclose.filled=true', { symbol: 'WINTER' })).warnings,
    ).not.toContainEqual(expect.stringContaining('holds in no session'));
    const early = 'prevclose.fill_time<=09:00';
    expect(await says(early, { symbol: 'WINTER' })).toEqual(never(early, 'New York'));
  });

  it('are none inside a day of daily bars: of what came and of what did not nobody knows when', async () => {
    const daily = { symbol: 'DAILY' };
    expect(await answered(UP, 'prevclose.filled=true', daily)).toMatchObject({ cases: 4, hits: 3, rate_pct: 75 });
    for (const field of ['fill_time<=12:00', 'minutes_to_fill<=150', 'minutes_to_fill=null', 'volume_at_fill>0']) {
      const body = await answered(UP, `prevclose.${field}`, daily);
      expect([field, body.cases, body.rate_pct, unknown(body)]).toEqual([field, 0, null, [0, 0, 4, 0]]);
    }
    expect(await answered(UP, 'prevclose.minutes_to_fill', daily)).toMatchObject({ cases: 0, n: 0, never: 0 });
    // No low was broken: that needs no order.
    const low = { cases: 4, n: 0, never: 4 };
    expect(await answered(UP, 'pdhlb.follow_through_low_pct', daily)).toMatchObject(low);
    expect(await answered(UP, 'pdhlb.low_break_time<=12:00', daily)).toMatchObject({ cases: 0, rate_pct: null });
  });

  it('are none inside a day of daily bars, which is said', async () => {
    const says = async (...asked: Parameters<typeof ask>) =>
      (await answered(...asked)).warnings.some((text: string) => text.startsWith('daily bars have no moments'));
    const daily = { symbol: 'DAILY' };
    expect(await says('prevclose.filled=true', 'gap.filled_to_prev_close=true', daily)).toBe(true);
    expect(await says('prevclose.filled=true', 'session.return_pct>0', daily)).toBe(false);
    const range = 'orb[orb_minutes=30].or_bars>0';
    expect(await says(range, 'DAILY@prevclose.filled=true')).toBe(true);
    expect(await says(range, 'prevclose.filled=true')).toBe(false);
    expect(await says('session.weekday=Monday', 'DAILY@prevclose.filled=true')).toBe(false);
  });

  it('of an event are those of the cases alone', async () => {
    const body = await answered('prevclose.filled=true', 'ib[ib_minutes=30].broke_high=true');
    expect([body.base, body.rest, body.difference_pct, body.p_value]).toEqual([null, null, null, null]);
    expect(body.warnings.join()).toContain('nothing is compared');
    const close = await answered('prevclose.filled=true', 'session.return_pct>0');
    expect(close.rest.cases).toBeGreaterThan(0);
  });
});

describe('a scan', () => {
  it('takes the same, of symbols of the same clock', async () => {
    const params: [string, string][] = [
      ['symbols', 'GAPS,COIN'],
      ['session', 'exchange'],
      ['min_cases', '1'],
      ['matching', 'now'],
      ['among', 'session.volume>0'],
      ['when', 'any(prev.OTHER@session.close>50;session.weekday=Sunday)'],
      ['then', 'session.return_pct>0'],
      ['allow_look_ahead', 'true'],
    ];
    const { status, body } = await api.get(`/query/scan?${new URLSearchParams(params)}`);
    expect([status, body.detail]).toEqual([200, undefined]);
    expect([body.symbols, body.skipped, body.among]).toEqual([1, 1, 'session.volume>0']);
  });
});
