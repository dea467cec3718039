/**
 * What every field of every statistic's records says of its moments: one that could have said more has its reason here.
 * What it says is held against the bars by known-at.test.ts, decided-at.test.ts and never.test.ts, and is in the clients.
 */
import { describe, expect, it } from 'vitest';
import { NEWS_FIELDS, SESSION_FIELDS } from '../../compute/answers/questions/question.ts';
import type { Field } from '../../compute/market/fields.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';

const lists: readonly (readonly [string, readonly Field[]])[] = [
  ...(await loadStatistics()).map(({ name, fields }) => [name, fields] as const),
  ['session', SESSION_FIELDS],
  ['news (what conditions see)', NEWS_FIELDS],
];
const fields = lists.flatMap(([list, some]) =>
  some.flatMap((field) => (field.internal || field.constant ? [] : [{ ...field, full: `${list}.${field.name}` }])),
);

/** Why a field that may be null of a record that is complete has no `never`: its null is unknown. */
const NULL_IS_UNKNOWN: Readonly<Record<string, readonly string[]>> = {
  'no bar in the range or candle, or none of its height': [
    ...['or_high', 'or_low', 'or_range', 'or_range_pct', 'or_bars', 'or_volume', 'broke_high', 'broke_low'].map(
      (name) => `orb.${name}`,
    ),
    'orb.break_type',
    ...['high', 'low', 'range', 'range_pct', 'bars'].map((name) => `ib.ib_${name}`),
    ...['broke_high', 'broke_low', 'break_type', 'extension_up_x', 'extension_down_x', 'extension_x'].map(
      (name) => `ib.${name}`,
    ),
    ...['close_location', 'close_place'].map((name) => `ib.${name}`),
    ...['odc', 'owc'].flatMap((list) =>
      [
        'candle_open',
        'candle_high',
        'candle_low',
        'candle_close',
        'candle_direction',
        'candle_body_pct',
        'candle_range_pct',
        'candle_close_location',
        'session_open',
        'session_close',
        'session_return_pct',
        'session_direction',
        'rest_return_pct',
        'broke_candle_high',
        'broke_candle_low',
        'break_type',
        'high_in_candle',
        'low_in_candle',
        'max_extension_up_x',
        'max_extension_down_x',
      ].map((name) => `${list}.${name}`),
    ),
    ...['efficiency', 'strength', 'open_location', 'close_location'].map((name) => `trend.${name}`),
  ],
  'about a break, gap or retest that did not come, not of it: asked of sessions with it': [
    ...['hit_0_5x', 'hit_1x', 'hit_1_5x', 'hit_2x', 'reentry', 'false_breakout', 'continuation'].map(
      (name) => `orb.${name}`,
    ),
    // How far price went against the break, not how far the break came.
    'orb.max_adverse_pct',
    ...['high', 'low'].flatMap((side) =>
      [
        `retest_${side}`,
        `retest_${side}_held`,
        `${side}_success`,
        `false_breakout_${side}`,
        // How long and how strong it was.
        `breakout_strength_score_${side}`,
        `duration_${side === 'high' ? 'above' : 'below'}_prev_${side}_min`,
      ].map((name) => `pdhlb.${name}`),
    ),
    'odc.continuation',
    'owc.continuation', // of a doji candle
  ],
  'not observed': [
    ...['filled', 'partial_fill_pct', 'fill_bucket', 'filled_to_prev_close', 'max_run_pct'].map(
      (name) => `gap.${name}`,
    ),
  ],
  'no session, week, calendar or volumes before to compare with': [
    'orb.volume_ratio',
    'odc.volume_ratio',
    'odc.outside_period',
    'owc.outside_period',
    'pdhlb.relative_range_vs_prev_range',
    'insideday.range_vs_prev_x',
    'session.return_pct',
    'session.early_close',
    ...['return_pct', 'range_vs_prev', 'streak_direction', 'above_sma20', 'above_sma50'].map((name) => `trend.${name}`),
  ],
  'no later candle yet': [
    ...['fill_pct', 'fill_bucket', 'move_away_pct_before_touch'].map((name) => `fvg.${name}`),
    ...['follow_through_pct', 'adverse_pct', 'retest', 'failed'].map((name) => `bos.${name}`),
  ],
};

/** Why a boolean or word of the close names no bar that decides it. */
const DECIDED_BY_THE_CLOSE: Readonly<Record<string, readonly string[]>> = {
  'the last price decides': [
    'orb.continuation',
    'orb.false_breakout',
    'pdhlb.high_success',
    'pdhlb.low_success',
    'ib.close_place',
    'gap.closed_in_gap_direction',
    'prevclose.closed_in_gap_direction',
    'insideday.closed_above',
    'insideday.closed_below',
    'odc.session_direction',
    'odc.continuation',
    'trend.trend_day',
    'trend.streak_direction',
    'trend.above_sma20',
    'trend.above_sma50',
  ],
  'a word that later bars replace by another; ask for its sides or its fill, which name their bars': [
    'orb.break_type',
    'ib.break_type',
    'odc.break_type',
    'insideday.day_type',
    'gap.fill_bucket',
    'prevclose.fill_bucket',
  ],
  'the clock alone': fields.flatMap(({ name, full, knownAt }) =>
    name === 'complete' && knownAt === 'close' ? [full] : [],
  ),
  'of a week, which is never asked about as an outcome': [
    'session_direction',
    'continuation',
    'broke_candle_high',
    'broke_candle_low',
    'break_type',
    'high_in_candle',
    'low_in_candle',
    'outside_period',
  ].map((name) => `owc.${name}`),
};

const named = (reasons: Readonly<Record<string, readonly string[]>>) => Object.values(reasons).flat().sort();

/** Of kinds of records that conditions can ask about. */
const asked = fields.filter(({ knownAt }) => knownAt !== undefined);

describe('the moments of every field', () => {
  it('say of each null whether it is never or, with a reason, unknown', () => {
    const silent = asked.filter(({ nullable, never }) => nullable && !never).map(({ full }) => full);
    expect(silent.sort()).toEqual(named(NULL_IS_UNKNOWN));
  });

  it('say of each boolean and word of the close which bar decides it or, with a reason, that none does', () => {
    const words = asked.filter(({ knownAt, type }) => knownAt === 'close' && (type === 'boolean' || type === 'enum'));
    const silent = words.filter(({ decidedAt }) => !decidedAt).map(({ full }) => full);
    expect(silent.sort()).toEqual([...named(DECIDED_BY_THE_CLOSE)].sort());
  });

  it('look at fields that have the words', () => {
    for (const { full, never } of fields) {
      if (!never) continue;
      const [list] = full.split('.');
      const of = fields.find((other) => other.full === `${list}.${never.field}`)!;
      for (const value of never.is) {
        const words = of.type === 'boolean' ? [true, false] : of.values;
        expect([full, words]).toEqual([full, expect.arrayContaining([value])]);
      }
    }
  });
});
