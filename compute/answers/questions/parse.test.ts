import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadStatistics } from '../../statistics/registry.ts';
import { parseThen, parseWhen } from './parse.ts';
import { type AnyOf, type Condition, newShared, sourcesOf } from './question.ts';

const sources = sourcesOf(await loadStatistics());
const when = (text: string) => parseWhen(text, sources);
const then = (text: string) => parseThen(text, sources);

const only = (text: string) => {
  const { conditions, problems } = when(text);
  expect(problems).toEqual([]);
  expect(conditions).toHaveLength(1);
  return conditions[0] as Condition;
};

describe('conditions', () => {
  it('name a statistic, its parameters, a field, an operator and a value', () => {
    const { reference, test } = only('orb[orb_minutes=15,breakout_criteria=close].first_direction=up');
    expect(reference.source.name).toBe('orb');
    expect([...reference.params]).toEqual([
      ['orb_minutes', 15],
      ['breakout_criteria', 'close'],
    ]);
    expect([reference.field.name, reference.previous, reference.of]).toEqual(['first_direction', 0, 'field']);
    expect(test).toEqual({ operator: '=', values: [0] });
  });

  it('ignore case of names and words, and spaces around all parts', () => {
    const { reference, test } = only('  PREV2 . Gap [ fill_cutoff = 15:00 ] . Direction : UP | down ');
    expect(reference).toMatchObject({ previous: 2, text: 'PREV2 . Gap [ fill_cutoff = 15:00 ] . Direction' });
    expect(reference.params.get('fill_cutoff')).toBe(900);
    expect(test).toEqual({ operator: 'one_of', values: [0, 1] });
    expect(only('prev.gap.exists=TRUE').reference).toMatchObject({ previous: 1, of: 'record' });
    expect(only('prevclose.filled=true').reference).toMatchObject({ previous: 0 });
  });

  it('take every operator', () => {
    const of = (text: string) => only(text).test;
    expect(of('gap.gap_pct:0.2..0.5')).toEqual({ operator: 'between', values: [0.2, 0.5] });
    expect(of('trend.return_pct:-1.5..-.5')).toEqual({ operator: 'between', values: [-1.5, -0.5] });
    expect(of('gap.gap_pct<=1e-1')).toEqual({ operator: '<=', values: [0.1] });
    expect(of('gap.gap_pct!=3')).toEqual({ operator: '!=', values: [3] });
    expect(of('orb.first_direction=null')).toEqual({ operator: 'is_null', values: [] });
    expect(of('session.month:1|12')).toEqual({ operator: 'one_of', values: [1, 12] });
    expect(of('gap.prev_date>=2024-02-29')).toEqual({ operator: '>=', values: [19_782] });
    const ten = Date.UTC(2024, 0, 2, 15);
    for (const time of [
      '2024-01-02T15:00:00+00:00',
      '"2024-01-02T10:00:00-05:00"',
      '2024-01-02T15:00Z',
      '2024-01-02T15:00:00 00:00',
    ]) {
      expect(of(`orb.breakout_time<${time}`)).toEqual({ operator: '<', values: [ten] });
    }
  });

  it('keep delimiters in quotes', () => {
    expect(only('owc.week="2024-W05;x""y|z"').test).toEqual({ operator: '=', values: ['2024-W05;x"y|z'] });
    expect(when('owc.week="a;b";gap.direction=up').conditions).toHaveLength(2);
  });

  it('count records of statistics with many of them', () => {
    const { reference, test, text } = only('count( fvg[timeframe=15m] ; direction=bullish ; gap_size_pct>0.1 ) >= 2');
    expect(text).toBe('count( fvg[timeframe=15m] ; direction=bullish ; gap_size_pct>0.1 ) >= 2');
    expect(reference).toMatchObject({
      of: 'count',
      text: 'count( fvg[timeframe=15m] ; direction=bullish ; gap_size_pct>0.1 )',
    });
    expect(reference.filters.map(({ field }) => field.name)).toEqual(['direction', 'gap_size_pct']);
    expect(test).toEqual({ operator: '>=', values: [2] });
    expect(only('exists(bos;direction=up)=true').test).toEqual({ operator: '=', values: [1] });
  });

  it('are none in an empty text', () => {
    expect(when(' ')).toEqual({ conditions: [], problems: [] });
  });
});

describe('one of several', () => {
  it('stands in any, with spaces, parameters, counts and parentheses inside', () => {
    const { conditions, problems } = when(
      ' any ( gap.direction=up ; count(fvg;direction=bullish)>=2;owc.week="a;b)" ) ;session.weekday=Monday',
    );
    expect(problems).toEqual([]);
    const [first, second] = conditions as [AnyOf, Condition];
    expect(first.text).toBe('any ( gap.direction=up ; count(fvg;direction=bullish)>=2;owc.week="a;b)" )');
    expect(first.any.map(({ text }) => text)).toEqual([
      'gap.direction=up',
      'count(fvg;direction=bullish)>=2',
      'owc.week="a;b)"',
    ]);
    expect(second.reference.source.name).toBe('session');
  });

  it.each([
    ['any()', 4],
    ['any(gap.direction=up', 0],
    ['any(gap.direction=up;any(gap.filled=true))', 21],
    ['prev.any(gap.direction=up)', 0],
    ['any(gap.direction=up)=true', 21],
    ['any(gap.direction=up;gap.x=1)', 25],
  ])('%s: wrong at %i', (text, position) => {
    expect(when(text).problems).toMatchObject([{ position, type: 'value_error' }]);
  });

  it('is no outcome', () => {
    expect(then('any(gap.filled=true)').problems).toMatchObject([{ position: 0 }]);
  });

  it('counts with all others, of both texts', () => {
    const many = (n: number) => new Array(n).fill('gap.direction=up').join(';');
    expect(when(`any(${many(12)})`).problems).toEqual([]);
    expect(when(`any(${many(13)})`).problems).toMatchObject([{ type: 'too_long', position: 4 + 12 * 17 }]);
    expect(when(`${many(6)};any(${many(7)})`).problems).toMatchObject([{ type: 'too_long' }]);
    const shared = newShared();
    expect(parseWhen(many(6), sources, shared).problems).toEqual([]);
    expect(parseWhen(many(7), sources, shared).problems).toMatchObject([{ type: 'too_long', position: 6 * 17 }]);
  });
});

describe('a field against a field', () => {
  it('has its own session before, symbol and parameters', () => {
    const { reference, test } = only('session.open > prev2. SPY @ session . high');
    expect(reference).toMatchObject({ text: 'session.open', symbol: null, previous: 0 });
    expect(test).toMatchObject({ operator: '>', values: [] });
    expect(test.against).toMatchObject({ text: 'prev2. SPY @ session . high', symbol: 'SPY', previous: 2 });
    expect(
      only('orb[orb_minutes=15].or_high<=orb[orb_minutes=60].or_high').test.against?.params.get('orb_minutes'),
    ).toBe(60);
    expect(only('gap.exists=prev.gap.exists').test.against).toMatchObject({ of: 'record', previous: 1 });
    expect(then('gap.direction=trend.trend_day').problems).toHaveLength(1);
    expect(then('gap.fill_time<prevclose.fill_time').outcome?.test?.against?.source.name).toBe('prevclose');
  });

  it('is of the same unit, type and words', () => {
    for (const [text, position] of [
      ['session.open>session.return_pct', 13],
      ['session.open>gap.filled', 13],
      ['session.weekday=session.month', 16],
      ['session.open>prev.sesion.high', 18],
      ['session.open:session.low..session.high', 13],
    ] as const) {
      expect([text, when(text).problems]).toEqual([text, [expect.objectContaining({ position })]]);
    }
  });

  it('is no number, word or text', () => {
    expect(only('gap.gap_pct>.5').test.values).toEqual([0.5]);
    expect(only('gap.gap_pct>1.5e-1').test.values).toEqual([0.15]);
    expect(only('owc.week=2024.W05').test.values).toEqual(['2024.W05']);
  });
});

describe('other symbols', () => {
  it('stand before a statistic, in quotes where they hold other signs', () => {
    expect(only('SPY@gap.direction=up').reference).toMatchObject({ symbol: 'SPY', text: 'SPY@gap.direction' });
    expect(only('prev3.brk.b@gap.filled=true').reference).toMatchObject({ symbol: 'BRK.B', previous: 3 });
    expect(only('"BTC/USD" @ trend.return_pct>0').reference).toMatchObject({ symbol: 'BTC/USD' });
    expect(only('SPY@count(fvg;direction=bullish)>0').reference).toMatchObject({ symbol: 'SPY', of: 'count' });
    expect(only('gap.direction=up').reference.symbol).toBeNull();
    expect(when('"@"@gap.direction=up').problems).toMatchObject([{ position: 0 }]);
    expect(when('SPY@any(gap.direction=up)').problems).toMatchObject([{ position: 4 }]);
  });

  it('are four at most in all texts, without the one asked about', () => {
    const named = (...names: string[]) => names.map((name) => `${name}@gap.exists=true`).join(';');
    expect(when(named('A', 'B', 'C', 'D', 'A')).problems).toEqual([]);
    expect(when(named('A', 'B', 'C', 'D', 'E')).problems).toMatchObject([{ type: 'too_long', position: 4 * 18 }]);
    const shared = newShared({ own: 'E/USD' });
    expect(parseWhen(named('A', 'B', 'C', 'D', 'EUSD'), sources, shared).problems).toEqual([]);
    expect(parseThen('F@gap.filled=true', sources, shared).problems).toMatchObject([{ type: 'too_long' }]);
  });
});

describe('a moment', () => {
  it('is compared with a time of day, or with a moment', () => {
    expect(only('gap.fill_time<=12:00').test).toEqual({ operator: '<=', values: [720], clock: true });
    expect(only('ib.first_break_time:10:00..11:30').test).toEqual({
      operator: 'between',
      values: [600, 690],
      clock: true,
    });
    expect(only('gap.fill_time:9:30|10:00').test).toEqual({ operator: 'one_of', values: [570, 600], clock: true });
    expect(only('gap.fill_time<2024-06-03T12:00').test.clock).toBeUndefined();
  });

  it.each([
    ['gap.fill_time<=24:30', 15],
    ['gap.fill_time:23:00..01:00', 14],
    ['gap.fill_time:10:00..2024-06-03', 21],
  ])('%s: wrong at %i', (text, position) => {
    expect(when(text).problems).toMatchObject([{ position }]);
  });

  it('runs into the next day where the window does', () => {
    const { problems } = parseWhen('gap.fill_time:23:00..01:00', sources, newShared({ wraps: true }));
    expect(problems).toEqual([]);
  });
});

describe('an outcome', () => {
  it('is a condition, or a number by itself', () => {
    expect(then('orb.first_direction=up').outcome).toMatchObject({
      text: 'orb.first_direction=up',
      test: { operator: '=' },
    });
    expect(then(' session.return_pct ').outcome).toMatchObject({ text: 'session.return_pct', test: null });
    expect(then('count(bos)').outcome).toMatchObject({ test: null });
  });

  it('is one', () => {
    const { problems } = then('gap.filled=true;gap.direction=up');
    expect(problems).toMatchObject([{ position: 15 }]);
    expect(then('orb.first_direction').problems).toMatchObject([{ position: 19 }]);
    expect(then('').problems).toMatchObject([{ position: 0, message: 'an empty condition' }]);
  });
});

describe('what is wrong', () => {
  const problem = (text: string) => {
    const { problems } = when(text);
    expect([text, problems.length]).toEqual([text, 1]);
    return problems[0];
  };

  it.each([
    ['gap.directon=up', 4, 'value_error', 'direction'],
    ['gpa.direction=up', 0, 'value_error', 'gap'],
    ['orb[orb_minuts=15].or_bars>1', 4, 'value_error', 'orb_minutes'],
    ['gap.direction=upp', 14, 'literal_error', 'up'],
    ['orb[orb_minutes=0].or_bars>1', 16, 'greater_than_equal', null],
    ['orb[orb_minutes=x].or_bars>1', 16, 'int_parsing', null],
    ['orb[weekday=Monday].or_bars>1', 4, 'value_error', null],
    ['orb[orb_minutes=5,orb_minutes=5].or_bars>1', 18, 'value_error', null],
    ['orb[orb_minutes=5.or_bars>1', 16, 'value_error', null],
    ['gap.gap_pct>high', 12, 'float_parsing', null],
    ['gap.gap_pct:0.5..0.2', 12, 'value_error', null],
    ['gap.filled=yes', 11, 'bool_parsing', null],
    ['gap.filled>true', 10, 'value_error', null],
    ['gap.filled!=null', 10, 'value_error', null],
    ['gap.exists=null', 11, 'value_error', null],
    ['gap.prev_date=2024-02-30', 14, 'date_from_datetime_parsing', null],
    ['orb.breakout_time<noon', 18, 'time_parsing', null],
    ['gap.direction=up|down', 13, 'value_error', null],
    ['gap.direction', 13, 'value_error', null],
    ['gap.direction=', 14, 'value_error', null],
    ['gap.direction=up"', 16, 'value_error', null],
    ['owc.week="2024', 9, 'value_error', null],
    ['gap', 3, 'value_error', null],
    ['prev0.gap.filled=true', 0, 'greater_than_equal', null],
    ['prev251.gap.filled=true', 0, 'less_than_equal', null],
    ['fvg.direction=bullish', 0, 'value_error', null],
    ['count(gap;direction=up)>1', 0, 'value_error', null],
    ['count(fvg;direction=bullish>1', 20, 'value_error', null],
    ['session[x=1].open>1', 8, 'value_error', null],
    ['gap.direction=up;', 17, 'value_error', null],
    [';gap.direction=up', 0, 'value_error', null],
    ['seasonality.month=1', 0, 'value_error', null],
  ])('%s: at %i', (text, position, type, didYouMean) => {
    expect(problem(text)).toMatchObject({ position, type, didYouMean });
    expect(problem(text).expected).not.toBe('');
  });

  it.each([
    ['orb[orb_minutes=7000].or_bars>1', "'7000' is no value of orb_minutes", 'less than or equal to 240'],
    ['orb[orb_minutes=x].or_bars>1', "'x' is no value of orb_minutes", 'a valid integer'],
    ['orb[orb_minutes=5.or_bars>1', "'[' is not closed", "']' after it"],
    ['count(fvg;direction=bullish>1', "'(' is not closed", "')' after it"],
  ])('%s: what is wrong, and apart from it what was expected', (text, message, expected) => {
    expect(problem(text)).toMatchObject({ message, expected });
    const { problems } = then('gap.direction');
    expect(problems[0].message).toBe("'direction' is one of up, down, which has no distribution");
  });

  it('is reported all at once', () => {
    const { problems, conditions } = when('gap.direction=up;gap.x=1;;orb.or_high>y');
    expect(conditions).toHaveLength(1);
    expect(problems.map(({ position }) => position)).toEqual([21, 25, 38]);
  });

  it('is a text too long, and too many conditions', () => {
    expect(when(`gap.direction=${'x'.repeat(4_096)}`).problems).toMatchObject([{ type: 'too_long', position: 4_096 }]);
    const many = (n: number) => when(new Array(n).fill('gap.direction=up').join(';')).problems;
    expect(many(12)).toEqual([]);
    expect(many(13)).toMatchObject([{ type: 'too_long', position: 12 * 17 }]);
  });

  it('never throws, and its place is in the text', () => {
    const bits =
      'gap orb count( exists( any( SPY@ 12:00 fvg [ ] ) ; = != <= : .. | " . prev2. direction up 15 null orb_minutes=15 é \u0000'.split(
        ' ',
      );
    const text = fc.oneof(
      fc.array(fc.constantFrom(...bits)).map((some) => some.join('')),
      fc.string(),
    );
    fc.assert(
      fc.property(text, (some) => {
        for (const { problems } of [when(some), then(some)]) {
          for (const { position } of problems) {
            expect(position).toBeGreaterThanOrEqual(0);
            expect(position).toBeLessThanOrEqual(some.length);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });
});
