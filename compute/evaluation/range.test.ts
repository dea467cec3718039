import { describe, expect, it } from 'vitest';
import { parseIsoDate } from '../../lib/days.ts';
import { view } from '../../test/support/answer.ts';
import { flat, market } from '../../test/support/market-rows.ts';
import trend from '../statistics/trend/index.ts';
import { isEmptyRange, type RangeRequest, resolveRange } from './range.ts';
import { coverageWarning } from './warnings.ts';

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
      'coverage is shorter than asked: the range starts on 2019-06-05, the first session is of 2024-06-03',
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
