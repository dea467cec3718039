import { describe, expect, it } from 'vitest';
import { bos, fvg, gap, orb, owc, session } from './generated/sources.ts';
import { anyOf, count, exists, on, prev, whenText } from './question.ts';

describe('conditions write themselves in the grammar', () => {
  it.each([
    [gap.direction.eq('up'), 'gap.direction=up'],
    [gap.gap_pct.between(0.2, 0.5), 'gap.gap_pct:0.2..0.5'],
    [gap.gap_pct.lt(-1e-7), 'gap.gap_pct<-1e-7'],
    [session.weekday.isIn('Monday', 'Friday'), 'session.weekday:Monday|Friday'],
    [
      orb({ orb_minutes: 15, breakout_criteria: 'close' }).or_range_pct.gt(1),
      'orb[orb_minutes=15,breakout_criteria=close].or_range_pct>1',
    ],
    [orb({ orb_minutes: undefined }).broke_high.eq(true), 'orb.broke_high=true'],
    [gap({ fill_cutoff: '15:00' }).filled.eq(false), 'gap[fill_cutoff=15:00].filled=false'],
    [gap.exists(), 'gap.exists=true'],
    [orb.breakout_time.lt(new Date(Date.UTC(2024, 0, 2, 15))), 'orb.breakout_time<2024-01-02T15:00:00.000Z'],
    [orb.breakout_time.lt('2024-01-02T10:00:00-05:00'), 'orb.breakout_time<2024-01-02T10:00:00-05:00'],
    // The later one by its zone.
    [
      orb.breakout_time.between('2024-01-02T15:00Z', '2024-01-02T14:00-05:00'),
      'orb.breakout_time:2024-01-02T15:00Z..2024-01-02T14:00-05:00',
    ],
    [prev(gap).direction.eq('down'), 'prev1.gap.direction=down'],
    [
      prev(prev(gap, 2)({ fill_cutoff: '15:00' }) as typeof gap).filled.eq(true),
      'prev3.gap[fill_cutoff=15:00].filled=true',
    ],
    [
      count(fvg({ timeframe: '15m' }), fvg.direction.eq('bullish'), fvg.gap_size_pct.gt(0.1)).ge(2),
      'count(fvg[timeframe=15m];direction=bullish;gap_size_pct>0.1)>=2',
    ],
    [exists(bos, bos.direction.eq('up')), 'exists(bos;direction=up)=true'],
    [session.open.gt(prev(session).high), 'session.open>prev1.session.high'],
    [on(gap, 'SPY').direction.eq('up'), 'SPY@gap.direction=up'],
    [prev(on(gap, 'BTC/USD'), 2).gap_pct.le(on(gap, 'QQQ').gap_pct), 'prev2."BTC/USD"@gap.gap_pct<=QQQ@gap.gap_pct'],
    [on(prev(session.open.ne(prev(session).high)), 'SPY'), 'prev1.SPY@session.open!=prev2.SPY@session.high'],
    [on(count(bos), 'SPY').ge(prev(count(bos))), 'SPY@count(bos)>=prev1.count(bos)'],
    [on(exists(bos), 'prev1.x').not(), '"prev1.x"@exists(bos)=false'],
    [gap.fill_time.between('10:00', '11:30'), 'gap.fill_time:10:00..11:30'],
  ])('%s', (condition, text) => {
    expect(String(condition)).toBe(text);
    expect(JSON.stringify({ condition })).toBe(JSON.stringify({ condition: text }));
  });

  it('quote what would be read otherwise', () => {
    const text = (week: string) => String(owc.week.eq(week));
    expect(text('2024-W05')).toBe('owc.week=2024-W05');
    expect(text('2024-W05;x"y|z')).toBe('owc.week="2024-W05;x""y|z"');
    expect(text('null')).toBe('owc.week="null"');
    expect(text('a..b')).toBe('owc.week="a..b"');
    expect(text(' a')).toBe('owc.week=" a"');
    expect(text('')).toBe('owc.week=""');
    expect(text('gap.filled')).toBe('owc.week="gap.filled"');
    expect(text('2024.W05')).toBe('owc.week=2024.W05');
  });

  it('are joined by semicolons, texts among them', () => {
    expect(whenText([gap.direction.eq('up'), 'session.month=1'])).toBe('gap.direction=up;session.month=1');
    expect(whenText(gap.direction.eq('up'))).toBe('gap.direction=up');
    expect(whenText([])).toBe('');
  });

  it('leave the sources they are made of as they are', () => {
    orb({ orb_minutes: 30 });
    prev(orb, 3);
    expect(String(orb.or_high)).toBe('orb.or_high');
  });
});

describe('what cannot be meant is an error at once', () => {
  it.each([
    [() => gap.gap_pct.eq(Number.NaN), 'finite number'],
    [() => gap.gap_pct.between(1, 0), 'lower end first'],
    [() => orb.breakout_time.between(new Date(1), new Date(0)), 'lower end first'],
    [() => orb.breakout_time.lt(new Date('noon')), 'Invalid time value'],
    [() => prev(gap, 0), '1 to 250'],
    [() => prev(prev(gap, 200), 51), '1 to 250'],
    [() => prev(gap, 1.5), '1 to 250'],
    // @ts-expect-error a list of values
    [() => gap.direction.isIn(), 'needs a value'],
    // @ts-expect-error a test of another statistic
    [() => count(fvg, bos.direction.eq('up')), 'cannot test bos'],
    // @ts-expect-error a condition is needed
    [() => anyOf(), 'needs a condition'],
    [() => on(on(gap, 'SPY'), 'QQQ'), 'of SPY already'],
    [() => on(gap, 'S"Y'), 'is not a symbol'],
    // @ts-expect-error records are tested by values
    [() => fvg.gap_size_pct.gt(fvg.gap_size_pct), 'takes a value'],
    // @ts-expect-error a range has values at its ends
    [() => gap.gap_pct.between(session.open, 1), 'a value is'],
  ])('%s', (make, message) => {
    expect(make).toThrow(message);
  });

  it('by types, too', () => {
    // @ts-expect-error no such word
    gap.direction.eq('upp');
    // @ts-expect-error no such field
    expect(gap.directon).toBeUndefined();
    // @ts-expect-error words have no order
    expect(gap.direction.lt).toBeUndefined();
    // @ts-expect-error a number is no word
    gap.direction.eq(gap.gap_pct);
    // @ts-expect-error no such parameter value
    orb({ breakout_criteria: 'touch' });
  });
});

describe('when a field is known', () => {
  it('is reported before anything is sent', () => {
    expect([gap.direction.knownAt, gap.filled.knownAt, session.close.knownAt]).toEqual(['open', 'event', 'close']);
    expect([prev(session).close.knownAt, owc.candle_direction.knownAt]).toEqual(['before', 'before']);
    expect([gap.exists().knownAt, session.exists().knownAt]).toEqual(['open', 'before']);
    expect([count(bos).knownAt, exists(bos, bos.failed.eq(true)).knownAt]).toEqual(['event', 'later']);
    expect(gap.direction.eq(gap.direction).knownAt).toBe('open');
    expect([session.open.gt(session.close).knownAt, prev(session.open.gt(session.close)).knownAt]).toEqual([
      'close',
      'before',
    ]);
    expect(prev(exists(bos, bos.failed.eq(true))).knownAt).toBe('later');
  });
});

it('one of several conditions stands in any', () => {
  const either = anyOf(gap.direction.eq('up'), 'session.weekday=Monday');
  expect(whenText(either)).toBe('any(gap.direction=up;session.weekday=Monday)');
  expect(whenText([either, gap.exists()])).toBe('any(gap.direction=up;session.weekday=Monday);gap.exists=true');
});
