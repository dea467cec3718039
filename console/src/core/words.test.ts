import { expect, it } from 'vitest';
import { conditionWords, fieldOnly, ofOneSubject, warningWords } from './words.ts';

const TITLES: Readonly<Record<string, string>> = {
  gap: 'Opening gap',
  orb: 'Opening range breakout',
  session: 'Session',
  insideday: 'Inside and outside days',
};

it.each([
  ['gap.gap_pct<0.5', 'Opening gap: gap below 0.5 %'],
  ['gap.gap_pct:0.2..0.5', 'Opening gap: gap from 0.2 to 0.5 %'],
  ['gap.filled=true', 'Opening gap: filled'],
  ['gap.filled!=true', 'Opening gap: not filled'],
  ['gap.exists=false', 'Opening gap: there is none'],
  ['gap.fill_time=null', 'Opening gap: no fill time'],
  ['gap.fill_time<=12:00', 'Opening gap: fill time by 12:00'],
  ['gap.fill_time:10:00..11:30', 'Opening gap: fill time from 10:00 to 11:30'],
  ['SPY@gap.direction=up', 'SPY: Opening gap: direction is up'],
  ['prev."BRK/B"@gap.filled=true', 'BRK/B: Opening gap, day before: filled'],
  ['session.open>prev.session.high', 'Session: open above high of Session, day before'],
  ['any(gap.filled=true; session.return_pct<0)', 'Opening gap: filled, or Session: return below 0 %'],
  ['session.weekday:Monday|Friday', 'Session: weekday is Monday or Friday'],
  ['session.return_pct', 'Session: return (%)'],
  ['prev.insideday.day_type=inside', 'Inside and outside days, day before: day type is inside'],
  [
    'prev3.orb[orb_minutes=15,breakout_criteria=close].continuation=true',
    'Opening range breakout (opening range 15 min, breakout criteria close), 3 days before: continuation',
  ],
  [
    'count(fvg[timeframe=15m];direction=bullish)>=2',
    'fvg (timeframe 15m), those with direction is bullish: count at least 2',
  ],
  ['gap.ga', 'Opening gap: ga'],
])('%s in words', (text, words) => {
  expect(conditionWords(text, (statistic) => TITLES[statistic] ?? statistic)).toBe(words);
});

it('headings name their statistic where it is not the same in all of them', () => {
  const one = { date: 'Date', 'gap.gap_pct': 'Opening gap: gap (%)', 'gap.fill_time': 'Opening gap: fill time' };
  expect(ofOneSubject(one)).toEqual({ date: 'Date', 'gap.gap_pct': 'Gap (%)', 'gap.fill_time': 'Fill time' });
  for (const other of ['Session: weekday', 'SPY: Opening gap: direction']) {
    expect(ofOneSubject({ ...one, other })).toEqual({ ...one, other });
  }
});

it('the field of a condition is named without its test', () => {
  expect(fieldOnly('prev.orb[orb_minutes=15].breakout_time<=12:00')).toBe('prev.orb[orb_minutes=15].breakout_time');
  expect(fieldOnly('gap.')).toBe('gap.');
});

it.each([
  [
    '12 of 120 gaps were not observed, their first bar is at or after fill_cutoff: fill_rate and all other fill figures leave them out',
    '12 of 120 gaps were not observed, their first bar is at or after “Fill cutoff”: “Fill rate” and all other fill figures leave them out.',
  ],
  ['include_extended_hours has no effect on /stats/gap/summary', '“Include extended hours” has no effect here.'],
  [
    'timeframe=15m was chosen: the default, 5m, does not fit the bars of all symbols',
    '“Timeframe” 15m was chosen: the default, 5m, does not fit the bars of all symbols.',
  ],
  [
    'a condition on an absolute price looks ahead where bars are adjusted by later splits; see adjustment=raw',
    'A condition on an absolute price looks ahead where bars are adjusted by later splits.',
  ],
  [
    'gap.fill_time never came in 3 of 40 cases: they have no value',
    '“Opening gap: fill time” never came in 3 of 40 cases: they have no value.',
  ],
  ['before 2024-05-01 sessions are 1d bars: null there', 'Before 1 May 2024 sessions are 1d bars: null there.'],
])('the warning %s is said with the labels of the page', (warning, words) => {
  const field = (text: string) => conditionWords(text, (name) => TITLES[name] ?? name);
  expect(warningWords(warning, field)).toBe(words);
});
