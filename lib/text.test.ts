import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText, nearestName, nearestNames, printable, printableJson, printableLine } from './text.ts';

const HOSTILE: readonly (readonly [name: string, text: string])[] = [
  ['the title of the terminal', '\u001b]0;owned\u0007'],
  ['a clickable address', '\u001b]8;;http://example.org\u001b\\text'],
  ['a colour and a cleared screen', '\u001b[31m\u001b[2J'],
  ['an 8-bit control sequence', '\u009b31m'],
  ['a carriage return over the line before it', 'all is well\rX'],
  ['a backspace and a delete', 'abc\b\b\u007f'],
  ['text that runs the other way', 'invoice\u202egpj.exe'],
  ['isolates', 'a\u2066b\u2069'],
  ['line separators', 'a\u2028b\u2029'],
];
// biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left
const LEFT = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

describe('printable', () => {
  it.each(HOSTILE)('escapes %s', (_, text) => {
    expect(printable(text)).not.toMatch(LEFT);
    expect(printableLine(`${text}\n\t`)).not.toMatch(/[\n\t]/);
    expect(printableJson({ text })).not.toMatch(LEFT);
    expect(JSON.parse(printableJson({ text }))).toEqual({ text });
  });

  it('leaves the text of people alone', () => {
    const text = 'Ünïcode, 日本語, עברית, 👩‍👩‍👧 and "quotes"\n\tas they are';
    expect(printable(text)).toBe(text);
  });

  it('says which character it was', () => {
    expect(printable('\u001b[2J')).toBe('\\u001b[2J');
  });

  it('JSON parses to the same value, whatever the text', { timeout: 30_000 }, () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => JSON.parse(printableJson({ text })).text === text));
  });
});

describe('cells of CSV', () => {
  it.each([
    '=1+1',
    '+cmd|x',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1+1',
    '＋cmd|x',
    '－2+3',
    '＠SUM(A1)',
    '﹦1',
    '﹢1',
    '﹣1',
    '﹫A',
    ' =1',
    '  +1+1',
    '\u00a0=1',
    '\u3000＝1',
    '\ufeff=1',
    '\u200b=1',
    ' -5',
    ' \t@x',
  ])('a formula (%j) gets an apostrophe', (text) => {
    expect(csvText(text)).toBe(`'${text}`);
  });

  it.each([' text', 'a ＝ b', '-5', '+3.25', '-1e-9', '', 'a=b', '2025-06-04', "'quoted"])(
    '%j stays as it is',
    (text) => {
      expect(csvText(text)).toBe(text);
    },
  );
});

const KNOWN = ['symbol', 'symbols', 'start_date', 'end_date', 'time_window', 'limit', 'top_n', 'orb_minutes'];

describe('the nearest name', () => {
  it.each([
    ['symbl', 'symbol'],
    ['symobl', 'symbol'],
    ['Symbol', 'symbol'],
    ['simbols', 'symbols'],
    ['startdate', 'start_date'],
    ['timewindow', 'time_window'],
    ['orb_minute', 'orb_minutes'],
    ['topn', 'top_n'],
  ])('of %s is %s', (name, meant) => expect(nearestName(name, KNOWN)).toBe(meant));

  it.each(['colour', 'x', '', 'foo_bar', 'symbol'.repeat(100)])('of %s is none', (name) =>
    expect(nearestName(name, KNOWN)).toBe(null),
  );

  it('and the order of all come from one look at each name', () => {
    const onlyOnce = new Set(KNOWN).values();
    const { near, meant } = nearestNames('symobl', onlyOnce);
    expect([meant, ...near.slice(0, 2)]).toEqual(['symbol', 'symbol', 'symbols']);
    expect([...near].sort()).toEqual([...KNOWN].sort());
  });
});
