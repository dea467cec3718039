import { describe, expect, it } from 'vitest';
import type { AssetClass } from '../../exchange/symbol.ts';
import { parseIsoDate } from '../../lib/days.ts';
import { view } from '../../test/support/answer.ts';
import { flat, market } from '../../test/support/market-rows.ts';
import { type SessionRequest, sessionSpec, weekendBars } from '../market/sessions.ts';
import pdhlb from '../statistics/pdhlb/index.ts';
import trend from '../statistics/trend/index.ts';
import { isEmptyRange, type RangeRequest, resolveRange } from './range.ts';
import { coverageWarning, rangeWarnings } from './warnings.ts';

const day = (text: string) => parseIsoDate(text)!;
const LATEST = day('2025-05-30');
const resolved = (request: Partial<RangeRequest>) =>
  resolveRange({ months: 12, timeWindow: '12M', ...request }, LATEST);

describe('a range', () => {
  it('is cut to what the plan allows', () => {
    const range = resolved({ earliest: day('2025-03-01') });
    expect(range).toMatchObject({ effectiveStart: day('2025-03-01'), effectiveEnd: LATEST, historyLimited: true });
    expect(range.wanted).toEqual({ from: day('2025-03-01'), to: LATEST });
  });

  it('that is before the plan altogether is its first day, and nothing is wanted', () => {
    const earliest = day('2025-06-15');
    for (const request of [
      {},
      { date: day('2025-06-14') },
      { startDate: day('2020-01-01'), endDate: day('2020-02-01') },
    ]) {
      const range = resolved({ ...request, earliest });
      expect([range.effectiveStart, range.effectiveEnd, range.historyLimited]).toEqual([earliest, earliest, true]);
      expect(isEmptyRange(range.wanted)).toBe(true);
    }
    expect(isEmptyRange(resolved({ date: earliest, earliest }).wanted)).toBe(false);
  });

  it('that starts after the latest session is that one day', () => {
    const later = day('2031-01-01');
    const range = resolved({ startDate: later });
    expect([range.requestedStart, range.requestedEnd, range.effectiveStart, range.effectiveEnd]).toEqual(
      Array.from({ length: 4 }, () => later),
    );
    const none = resolveRange({ months: 12, timeWindow: '12M', startDate: later }, Number.NaN);
    expect([none.effectiveStart, none.effectiveEnd]).toEqual([later, later]);
  });
});

describe('coverage', () => {
  // 2024-06-03 is a Monday.
  const rows = ['2024-06-03 15:00', '2024-06-04 15:00', '2024-06-05 15:00'].map((time) => flat(time, 1));
  const warningsOf = (from: string, assetClass: 'equity' | 'crypto' = 'equity') => {
    const range = { from: day(from), to: day('2024-06-05') };
    return coverageWarning(view(trend, market(rows, assetClass), { range }), day('2024-06-03'));
  };

  it('shorter than the range is reported with the first session', () => {
    expect(warningsOf('2019-06-05')).toEqual([
      {
        code: 'coverage_shorter',
        text: 'coverage is shorter than asked: the range starts on 2019-06-05, the first session is of 2024-06-03',
      },
    ]);
    expect(warningsOf('2024-05-31')).toHaveLength(1);
  });

  it('is not short of a weekend, but where the symbol trades on it', () => {
    expect(warningsOf('2024-06-01')).toEqual([]);
    expect(warningsOf('2024-06-02', 'crypto')).toHaveLength(1);
    expect(warningsOf('2024-06-03')).toEqual([]);
    expect(warningsOf('2024-06-04')).toEqual([]);
  });
});

const clock = (hours: number, minutes = 0) => hours * 60 + minutes;

interface Feed {
  times: string[];
  assetClass?: AssetClass;
  intervalMin?: number;
  range?: [string, string];
}

function warnings({ times, assetClass, intervalMin, range }: Feed, request: Partial<SessionRequest> = {}): string {
  const rows = times.map((time) => flat(time, 1));
  const data = market(rows, assetClass, intervalMin);
  const session = sessionSpec({ exchange: false, extended: false, ...request });
  const seen = view(pdhlb, data, {
    session,
    ...(range && { range: { from: parseIsoDate(range[0])!, to: parseIsoDate(range[1])! } }),
  });
  const found = rangeWarnings(seen, weekendBars(data.sessions(session), seen.range.from, seen.range.to));
  return found.map(({ text }) => text).join('\n');
}

describe('bars lost to a weekend date', () => {
  // A Friday in winter, its evening (19:05 and 19:10 New York are Saturday in UTC), and Monday.
  const times = ['2024-01-05 15:00', '2024-01-06 00:05', '2024-01-06 00:10', '2024-01-08 15:00', '2024-01-08 16:00'];
  const lost = 'bars are in sessions dated on a weekend';

  it('are given for a window inside one UTC day, too', () => {
    const wholeDay = { startMin: 0, endMin: 1440, extended: true };
    expect(warnings({ times }, wholeDay)).toContain(`2 ${lost}`);
    expect(warnings({ times }, { ...wholeDay, extended: false })).not.toContain(lost); // no extended bars: nothing lost
  });

  it('are those of the range', () => {
    const night = { startMin: clock(22), endMin: clock(21), extended: true };
    expect(warnings({ times, range: ['2024-01-08', '2024-01-08'] }, night)).not.toContain(lost);
    expect(warnings({ times, range: ['2024-01-05', '2024-01-06'] }, night)).toContain(`2 ${lost}`);
  });
});

describe('bars that straddle an opening', () => {
  const times = ['2024-06-03 13:00', '2024-06-03 14:00', '2024-06-03 15:00', '2024-06-04 14:00'];
  const straddle = 'may straddle the opening';

  it('are given for hourly equities under every window', () => {
    for (const request of [{}, { exchange: true }, { extended: true }, { exchange: true, extended: true }]) {
      expect(warnings({ times, intervalMin: 60 }, request)).toContain(straddle);
    }
    expect(warnings({ times, intervalMin: 30 })).not.toContain(straddle);
  });

  it('are given for crypto where the window starts inside a bar', () => {
    const hourly = (request: Partial<SessionRequest> = {}) =>
      warnings({ times, assetClass: 'crypto', intervalMin: 60 }, request);
    expect(hourly()).toContain(straddle); // 13:30
    expect(hourly({ startMin: clock(14) })).not.toContain(straddle);
    expect(hourly({ extended: true })).not.toContain(straddle); // 00:00
  });
});

describe('a window without regular hours', () => {
  const times = ['2024-06-03 11:00', '2024-06-03 14:00', '2024-06-03 20:30', '2024-06-04 14:00'];
  const none = 'holds none of the regular hours';
  const range: [string, string] = ['2024-06-01', '2024-06-05'];

  it('is given where the answer is empty for it', () => {
    expect(warnings({ times, range }, { startMin: clock(8), endMin: clock(13, 30) })).toContain(none);
    expect(warnings({ times, range }, { startMin: clock(20), endMin: clock(22) })).toContain(none); // summer: closed
    expect(warnings({ times, range }, { startMin: clock(20), endMin: clock(13, 30) })).toContain(none);
  });

  it('is not given for where there are regular hours, extended bars, or no exchange', () => {
    expect(warnings({ times, range }, { startMin: clock(8), endMin: clock(13, 31) })).not.toContain(none);
    expect(warnings({ times, range }, { startMin: clock(8), endMin: clock(12), extended: true })).not.toContain(none);
    expect(warnings({ times, range, assetClass: 'crypto' }, { startMin: clock(2), endMin: clock(3) })).not.toContain(
      none,
    );
    const winter: [string, string] = ['2024-01-01', '2024-01-05']; // 20:00 is 15:00 New York
    expect(warnings({ times, range: winter }, { startMin: clock(20), endMin: clock(22) })).not.toContain(none);
  });
});

it('an opening that looks like a split is named with the split that it looks like', () => {
  // 40 in the evening; 17.3 in the morning is far away and no simple ratio, 30 not far enough.
  const warning = (open: number) => {
    const data = market([flat('2024-06-03 14:00', 40), flat('2024-06-04 14:00', open)]);
    const seen = view(pdhlb, data, { session: sessionSpec({ exchange: false, extended: false }) });
    return rangeWarnings(seen, 0)
      .map(({ text }) => text)
      .join();
  };
  expect(warning(10.1)).toContain('on 2024-06-04 (as by a split of 4:1): an unadjusted split?');
  expect(warning(27)).toContain('on 2024-06-04 (as by a split of 3:2)');
  expect(warning(400)).toContain('on 2024-06-04 (as by a split of 1:10)');
  expect(warning(17.3)).toContain('on 2024-06-04: an unadjusted split?');
  expect(warning(30)).not.toContain('split');
});
