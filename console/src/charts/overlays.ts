/** Levels, zones and events of a record, to draw over its bars. Prices and times are the record's own. */
import type { Drawn } from '../../../compute/statistics/statistic.ts';
import { BREAKS } from '../core/format.ts';
import type { Row } from '../core/rows.ts';

type Tone = 'up' | 'down' | 'both' | 'accent' | 'warn' | 'none';

export type Overlay =
  | { readonly kind: 'line'; readonly price: number; readonly label: string; readonly tone: Tone }
  | {
      readonly kind: 'zone';
      readonly top: number;
      readonly bottom: number;
      /** Null: from the first bar or to the last one. */
      readonly from: string | null;
      readonly to: string | null;
      readonly label: string;
      readonly tone: Tone;
    }
  | { readonly kind: 'mark'; readonly time: string; readonly label: string; readonly tone: Tone };

const num = (row: Row, name: string | undefined) => {
  const value = name && row[name];
  return typeof value === 'number' ? value : null;
};
const text = (row: Row, name: string | undefined) => {
  const value = name && row[name];
  return typeof value === 'string' ? value : null;
};

const DIRECTIONS: Readonly<Record<string, Tone>> = {
  up: 'up',
  bullish: 'up',
  positive: 'up',
  down: 'down',
  bearish: 'down',
  negative: 'down',
};
const MAX_LABEL = 40;

function overlayOf(drawn: Drawn, row: Row, start: string | null): Overlay | null {
  const { line, zone, mark, minutes, direction } = drawn;
  if (direction && row['direction'] !== direction) return null;
  const tone = typeof drawn.tone === 'string' ? drawn.tone : (DIRECTIONS[text(row, drawn.tone.field) ?? ''] ?? 'none');
  const word = typeof drawn.label === 'string' ? drawn.label : String(row[drawn.label.field]);
  const label = BREAKS[word] ?? word.slice(0, MAX_LABEL);
  if (zone) {
    const [top, bottom] = [num(row, zone[0]), num(row, zone[1])];
    if (top === null || bottom === null) return null;
    const length = num(row, minutes);
    const end = start && length && new Date(Date.parse(start) + (length - 1) * 60_000).toISOString();
    const from = drawn.from ? text(row, drawn.from) : minutes ? start : null;
    return { kind: 'zone', top, bottom, from, to: end || text(row, drawn.to), label, tone };
  }
  const price = num(row, line);
  if (price !== null) return { kind: 'line', price, label, tone };
  const time = text(row, mark);
  return time === null ? null : { kind: 'mark', time, label, tone };
}

/** Returns the overlays of a record. @param start first bar of the session */
export const overlaysOf = (drawn: readonly Drawn[], row: Row, start: string | null): readonly Overlay[] =>
  drawn.flatMap((one) => overlayOf(one, row, start) ?? []);
