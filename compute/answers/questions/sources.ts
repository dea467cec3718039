/** What conditions can ask about: the statistics whose records belong to sessions, the session itself, its news. */
import { WEEKDAYS } from '../../../lib/days.ts';
import { atClose, atOpen, before, type Field } from '../../market/fields.ts';
import { visibleFields } from '../../market/render.ts';
import type { Statistic } from '../../statistics/statistic.ts';

/** Of the statistics: what a record stands for; `self` and `news` are made here. */
export type SourceKind = NonNullable<Statistic['recordOf']> | 'self' | 'news';

export interface Source {
  readonly name: string;
  readonly kind: SourceKind;
  /** Null for the session and its news. */
  readonly statistic: Statistic | null;
  /** By name, without the symbol and what is never answered. */
  readonly fields: ReadonlyMap<string, Field>;
}

export const SESSION_FIELDS = [
  before.oneOf('weekday', WEEKDAYS, 'Weekday of the date'),
  before.integer('month', 'none', 'Calendar month, 1 to 12'),
  atOpen.price('open', 'First price of the session'),
  atClose.price('high', 'Highest price'),
  atClose.price('low', 'Lowest price'),
  atClose.price('close', 'Last price'),
  atClose.number('return_pct', 'pct', 'Close against the close of the previous session, at most 7 calendar days back', {
    formula: '(close - prev_close) / prev_close * 100',
  }),
  atClose.pct('range_pct', 'Range in percent of the open', '(high - low) / open * 100'),
  atClose.number('volume', 'volume', "Sum of the bars' volumes", { nullable: false }),
  before.boolean(
    'early_close',
    'The exchange closes early by its calendar; null on days that the calendar does not know',
    { nullable: true },
  ),
];

/** Directions of the strongest item; `none` where there is no item. */
export const NEWS_DIRECTIONS = ['negative', 'neutral', 'positive', 'none'] as const;

export const NEWS_FIELDS = [
  before.integer('count', 'count', "News from the end of the previous session's window to the start of this one's"),
  before.number('max_impact_score', 'score', 'Highest classified impact of them, 0 without any', { nullable: false }),
  before.oneOf(
    'direction',
    NEWS_DIRECTIONS,
    'Classified sentiment of the one with the highest impact, of several the latest',
  ),
];

const byName = (fields: readonly Field[]) =>
  new Map(visibleFields(fields).flatMap((field) => (field.constant ? [] : [[field.name, field] as const])));

export function sourcesOf(statistics: readonly Statistic[]): ReadonlyMap<string, Source> {
  const own: Source[] = [
    { name: 'session', kind: 'self', statistic: null, fields: byName(SESSION_FIELDS) },
    { name: 'news', kind: 'news', statistic: null, fields: byName(NEWS_FIELDS) },
  ];
  const theirs = statistics.flatMap((statistic): Source[] =>
    statistic.recordOf === undefined
      ? []
      : [{ name: statistic.name, kind: statistic.recordOf, statistic, fields: byName(statistic.fields) }],
  );
  return new Map([...theirs, ...own].map((source) => [source.name, source]));
}
