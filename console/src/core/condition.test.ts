import { expect, it } from 'vitest';
import { alternatives, anyOf, join, parse, split, write } from './condition.ts';

it.each([
  'gap.direction=up',
  'prev.gap.gap_pct:0.2..0.5',
  'prev3.orb[orb_minutes=15,breakout_criteria=close].first_direction=up',
  'session.weekday:Monday|Tuesday',
  'session.return_pct',
  'gap.exists=true',
  'trend.return_pct<=-1.5',
  'count(fvg[timeframe=15m];direction=bullish;gap_size_pct>0.1)>=2',
  'prev2.SPY@exists(bos;direction=up)=true',
  'count(bos)',
])('takes %s apart and writes it again', (text) => {
  expect(write(parse(text)!)).toBe(text);
});

it('leaves what it does not know as text', () => {
  for (const text of ['count(fvg;direction=bullish>=2', 'count(fvg.direction)>=2', 'count()>1', 'gap.', '', 'gap']) {
    expect([text, parse(text)]).toEqual([text, null]);
  }
});

it('splits at the top level only', () => {
  const conditions = ['gap.exists=true', 'count(fvg[timeframe=15m];direction=bullish)>=2', 'news.direction="a;b"'];
  expect(split(join(conditions))).toEqual(conditions);
  expect(split(' ; gap.exists=true ;; ')).toEqual(['gap.exists=true']);
});

it('any(...) is a list of conditions, and one alone needs no any', () => {
  const any = 'any(session.weekday=Monday;count(fvg;direction=bullish)>=2)';
  expect(alternatives(any)).toEqual(['session.weekday=Monday', 'count(fvg;direction=bullish)>=2']);
  expect(anyOf(alternatives(any))).toBe(any);
  expect(anyOf(alternatives('gap.exists=true'))).toBe('gap.exists=true');
});
