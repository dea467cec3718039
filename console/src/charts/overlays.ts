/** What a record says, as levels, zones and events to draw over its bars. Prices and times are the record's own. */
import { BREAKS } from '../core/format.ts';
import type { Row } from '../core/rows.ts';

export type Tone = 'up' | 'down' | 'both' | 'accent' | 'warn' | 'none';

export type Overlay =
  | { readonly kind: 'line'; readonly price: number; readonly label: string; readonly tone: Tone }
  | {
      readonly kind: 'zone';
      readonly top: number;
      readonly bottom: number;
      /** Null: from the first bar, to the last one. */
      readonly from: string | null;
      readonly to: string | null;
      readonly label: string;
      readonly tone: Tone;
    }
  | { readonly kind: 'mark'; readonly time: string; readonly label: string; readonly tone: Tone };

const num = (row: Row, name: string) => (typeof row[name] === 'number' ? row[name] : null);
const text = (row: Row, name: string) => (typeof row[name] === 'string' ? row[name] : null);

function line(row: Row, name: string, label: string, tone: Tone): Overlay[] {
  const price = num(row, name);
  return price === null ? [] : [{ kind: 'line', price, label, tone }];
}

function mark(row: Row, name: string, label: string, tone: Tone): Overlay[] {
  const time = text(row, name);
  return time === null ? [] : [{ kind: 'mark', time, label, tone }];
}

function zone(
  top: number | null,
  bottom: number | null,
  from: string | null,
  to: string | null,
  label: string,
  tone: Tone,
): Overlay[] {
  return top === null || bottom === null ? [] : [{ kind: 'zone', top, bottom, from, to, label, tone }];
}

const after = (start: string | null, minutes: number | null): string | null =>
  start === null || minutes === null ? null : new Date(Date.parse(start) + (minutes - 1) * 60_000).toISOString();

const side = (direction: string | null): Tone => (direction === 'up' ? 'up' : direction === 'down' ? 'down' : 'none');

const OF: Readonly<Record<string, (row: Row, start: string | null) => Overlay[]>> = {
  orb: (row, start) => [
    ...line(row, 'or_high', 'OR high', 'up'),
    ...line(row, 'or_low', 'OR low', 'down'),
    ...zone(
      num(row, 'or_high'),
      num(row, 'or_low'),
      start,
      after(start, num(row, 'orb_minutes')),
      'Opening range',
      'accent',
    ),
    ...mark(row, 'breakout_time', 'breakout', side(text(row, 'first_direction'))),
    ...mark(row, 'reentry_time', 're-entry', 'none'),
  ],
  ib: (row, start) => [
    ...line(row, 'ib_high', 'IB high', 'up'),
    ...line(row, 'ib_low', 'IB low', 'down'),
    ...zone(
      num(row, 'ib_high'),
      num(row, 'ib_low'),
      start,
      after(start, num(row, 'ib_minutes')),
      'Initial balance',
      'accent',
    ),
    ...mark(row, 'first_break_time', 'first break', side(text(row, 'first_direction'))),
  ],
  pdhlb: (row) => [
    ...line(row, 'prev_high', 'previous high', 'up'),
    ...line(row, 'prev_low', 'previous low', 'down'),
    ...mark(row, 'high_break_time', 'high broken', 'up'),
    ...mark(row, 'low_break_time', 'low broken', 'down'),
    ...mark(row, 'retest_high_time', 'retest', 'none'),
    ...mark(row, 'retest_low_time', 'retest', 'none'),
  ],
  gap: (row) => {
    const up = row['direction'] === 'up';
    const level = num(row, up ? 'prev_high' : 'prev_low');
    const open = num(row, 'open');
    return [
      ...zone(up ? open : level, up ? level : open, null, text(row, 'fill_time'), 'Gap', up ? 'up' : 'down'),
      ...line(row, up ? 'prev_high' : 'prev_low', up ? 'previous high' : 'previous low', up ? 'up' : 'down'),
      ...line(row, 'prev_close', 'previous close', 'none'),
      ...mark(row, 'fill_time', 'filled', 'accent'),
    ];
  },
  prevclose: (row) => {
    const [open, close] = [num(row, 'open'), num(row, 'prev_close')];
    const up = row['direction'] === 'up';
    return [
      ...zone(up ? open : close, up ? close : open, null, text(row, 'fill_time'), 'Gap', up ? 'up' : 'down'),
      ...line(row, 'prev_close', 'previous close', 'none'),
      ...mark(row, 'fill_time', 'filled', 'accent'),
    ];
  },
  fvg: (row) =>
    zone(
      num(row, 'top'),
      num(row, 'bottom'),
      text(row, 'formed_at'),
      text(row, 'filled_at'),
      'Fair value gap',
      row['direction'] === 'bullish' ? 'up' : 'down',
    ),
  bos: (row) => {
    const tone = side(text(row, 'direction'));
    const level = num(row, 'level');
    return [
      ...(level === null
        ? []
        : zone(level, level, text(row, 'swing_time'), text(row, 'event_time'), 'Structure', tone)),
      ...mark(row, 'event_time', BREAKS[String(row['type'])] ?? String(row['type']), tone),
    ];
  },
  insideday: (row) => [
    ...line(row, 'prev_high', 'previous high', 'up'),
    ...line(row, 'prev_low', 'previous low', 'down'),
  ],
  odc: (row, start) => [
    ...zone(
      num(row, 'candle_high'),
      num(row, 'candle_low'),
      start,
      after(start, num(row, 'candle_minutes')),
      'Opening candle',
      'accent',
    ),
    ...line(row, 'candle_close', 'candle close', 'none'),
  ],
  trend: (row) => [...line(row, 'open', 'open', 'none'), ...line(row, 'close', 'close', side(text(row, 'trend_day')))],
  news: (row) =>
    mark(
      row,
      'event_timestamp',
      String(row['title'] ?? 'news').slice(0, 40),
      row['direction'] === 'positive' ? 'up' : row['direction'] === 'negative' ? 'down' : 'none',
    ),
};

/** @param start first bar of the session */
export const overlaysOf = (statistic: string, row: Row, start: string | null): readonly Overlay[] =>
  OF[statistic]?.(row, start) ?? [];

/** Statistics that have something to draw over bars. */
export const DRAWABLE = Object.keys(OF);
