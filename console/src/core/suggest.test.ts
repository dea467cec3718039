import { expect, it } from 'vitest';
import type { AskableField, Source } from './askable.ts';
import { suggest } from './suggest.ts';

const field = (
  name: string,
  type: string,
  known: string,
  values: readonly string[] = [],
  unit = 'none',
): AskableField => ({
  name,
  type,
  unit,
  values,
  help: '',
  nullable: true,
  known,
});
const YES_NO = ['true', 'false'];
const source = (name: string, title: string, fields: readonly AskableField[]): Source => ({
  name,
  title,
  fields,
  params: [],
});
const gapFields = [
  field('exists', 'boolean', 'open', YES_NO),
  field('direction', 'string', 'open', ['up', 'down']),
  field('open', 'number', 'open', [], 'price'),
  field('gap_size', 'number', 'open', [], 'price'),
  field('gap_pct', 'number', 'open', [], 'pct'),
  field('filled', 'boolean', 'event', YES_NO),
  field('fill_time', 'timestamp', 'event'),
  field('partial_fill_time', 'timestamp', 'close'),
];
const SOURCES = [
  source('session', 'Session', [
    field('weekday', 'string', 'before', ['Monday', 'Tuesday', 'Wednesday']),
    field('return_pct', 'number', 'close', [], 'pct'),
    field('close', 'number', 'close', [], 'price'),
  ]),
  source('gap', 'Opening gap', gapFields),
  source('insideday', 'Inside and outside days', [field('day_type', 'string', 'close', ['inside', 'outside'])]),
  source('prevclose', 'Gap against the previous close', gapFields),
  source('trend', 'Trend days and streaks', [
    field('trend_day', 'string', 'close', ['up', 'down', 'none']),
    field('above_sma20', 'boolean', 'close', YES_NO),
  ]),
];

const first = (text: string, options: Parameters<typeof suggest>[2] = {}) => suggest(text, SOURCES, options)[0]?.text;

it.each([
  ['gap up', 'prevclose.direction=up'],
  ['gap down over 0.5 %', 'prevclose.direction=down;prevclose.gap_pct>0.5'],
  ['gap > 0.5', 'prevclose.gap_pct>0.5'],
  ['gap between 0.2 and 0.5', 'prevclose.gap_pct:0.2..0.5'],
  ['opening gap at least 1 %', 'gap.gap_pct>=1'],
  ['Monday', 'session.weekday=Monday'],
  ['not mon', 'session.weekday!=Monday'],
  ['after a down day', 'prev.session.return_pct<0'],
  ['down day', 'prev.session.return_pct<0'],
  ['3 days before inside', 'prev3.insideday.day_type=inside'],
  ['yesterday above sma20', 'prev.trend.above_sma20=true'],
  ['SPY down day', 'prev.SPY@session.return_pct<0'],
  ['Monday after a down day', 'session.weekday=Monday;prev.session.return_pct<0'],
  ['monday, down day', 'session.weekday=Monday;prev.session.return_pct<0'],
  ['gap up over 0.5 % on Monday', 'prevclose.direction=up;prevclose.gap_pct>0.5;session.weekday=Monday'],
  ['gap up over 0.5 % after a down day', 'prevclose.direction=up;prevclose.gap_pct>0.5;prev.session.return_pct<0'],
  [
    'on a Monday after a down day with a gap up over 0.5 %',
    'session.weekday=Monday;prev.session.return_pct<0;prevclose.direction=up;prevclose.gap_pct>0.5',
  ],
  ['gap between 0.2 and 0.5 % on Monday', 'prevclose.gap_pct:0.2..0.5;session.weekday=Monday'],
  ['not Monday and SPY down day', 'session.weekday!=Monday;prev.SPY@session.return_pct<0'],
  ['Monday after a down day how often is a gap filled by noon', 'session.weekday=Monday;prev.session.return_pct<0'],
  ['filled after 2 pm', 'prevclose.fill_time>14:00'],
  ['Monday not after a down day', 'session.weekday=Monday;prev.session.return_pct>=0'],
  ['not a down day', 'prev.session.return_pct>=0'],
  ['gap not over 0.5 %', 'prevclose.gap_pct<=0.5'],
  ['Monday inside 3 days before', 'session.weekday=Monday;prev3.insideday.day_type=inside'],
])('a condition typed as “%s” is %s', (text, expected) => {
  expect(first(text, { pairs: true, symbols: new Set(['SPY']) })).toBe(expected);
});

it.each([
  ['filled by noon', 'prevclose.fill_time<=12:00'],
  ['fill time before 10:30', 'prevclose.fill_time<10:30'],
  ['filled after 2 pm', 'prevclose.fill_time>14:00'],
  ['not filled', 'prevclose.filled=false'],
  ['return', 'session.return_pct'],
  ['up day', 'session.return_pct>0'],
])('an outcome typed as “%s” is %s', (text, expected) => {
  expect(first(text, { outcome: true })).toBe(expected);
});

it('what the question names already is meant, and what nobody knows is not guessed', () => {
  expect(first('filled', { outcome: true, context: 'gap.direction=up' })).toBe('gap.filled=true');
  expect(suggest('zebra', SOURCES)).toEqual([]);
  for (const text of ['Monday after a zebra', 'zebra Monday', 'Monday or Tuesday', 'Monday not filled by noon'])
    expect([text, suggest(text, SOURCES, { pairs: true })]).toEqual([text, []]);
});

it('of several conditions each is suggested, too, and one of them where one alone is asked for', () => {
  const texts = suggest('Monday after a down day', SOURCES, { pairs: true }).map(({ text }) => text);
  expect(texts.slice(1)).toEqual(['session.weekday=Monday', 'prev.session.return_pct<0']);
  expect(suggest('Monday after a down day', SOURCES, { outcome: true })).toEqual([]);
});
