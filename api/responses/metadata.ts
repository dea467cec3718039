/** `metadata` of an answer: its shape, and what it has of a request, a range and symbols. */
import { z } from 'zod';
import type { SymbolInfo } from '../../compute/answers/answers.ts';
import { count, date, text, textOrNull, timeOrNull } from '../../compute/answers/shapes.ts';
import { endOfBars } from '../../compute/answers/symbols.ts';
import { isEmptyRange, type ResolvedRange } from '../../compute/evaluation/range.ts';
import type { Adjustment, Split } from '../../compute/market/bars.ts';
import { ADJUSTMENTS } from '../../compute/market/bars.ts';
import { isoTimestamp } from '../../compute/market/render.ts';
import { followsNewYork, type SessionSpec, utcWindow } from '../../compute/market/sessions.ts';
import { WARNING_CODES, type Warning, type WarningCode } from '../../compute/market/warning.ts';
import { type AssetClass, formatInterval } from '../../exchange/symbol.ts';
import { isoDate } from '../../lib/days.ts';
import type { DataRequest } from '../route.ts';

export const Metadata = z
  .object({
    requested_start: date.describe('First date of the range asked for'),
    requested_end: date.describe('Last date of the range asked for'),
    effective_start: date.describe('First date of the range looked at'),
    effective_end: date.describe('Last date of the range looked at'),
    history_limited: z.boolean().describe("The plan's history cut the start of the range"),
    session: z
      .object({
        start_time: text.describe('HH:MM'),
        end_time: text.describe('HH:MM, 24:00 is the end of the day'),
        include_extended_hours: z.boolean(),
        mode: z.enum(['default', 'extended', 'exchange', 'custom']),
        timezone: text.describe('The clock that the times are of'),
      })
      .nullable()
      .describe('The part of the day looked at; null for news'),
    base_interval: textOrNull.describe(
      'Finest interval of the bars of the range; null if several symbols differ, or nothing but news is stored',
    ),
    data_through: timeOrNull.describe('End of the last stored bar'),
    adjustment: z
      .object({
        requested: z.enum(ADJUSTMENTS),
        applied: z.enum(['none', 'splits']).describe('none: they are as they were landed'),
        note: text.describe('The same in words, with the splits of one symbol'),
      })
      .describe('What prices and volumes are adjusted for'),
    warnings: z.array(text).describe('What to know before believing the figures'),
    warning_codes: z.array(z.enum(Object.keys(WARNING_CODES) as WarningCode[])).describe(
      `The code of each warning, in the same order, for programs; new ones may come.\n\n${Object.entries(WARNING_CODES)
        .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
        .join('\n')}`,
    ),
    next_cursor: textOrNull.optional().describe('Of paged lists: cursor of the next page; null on the last'),
    total: count.optional().describe('Of lists about one symbol: rows of all pages, before limit'),
  })
  .meta({ id: 'Metadata' });
export type Metadata = z.output<typeof Metadata>;

export const dateShown = (day: number | undefined): string | null =>
  day === undefined || !Number.isFinite(day) ? null : isoDate(day);

/** Returns the range as it stands before the rows. */
export const rangeShown = ({ timeWindow, effectiveStart, effectiveEnd }: ResolvedRange) => ({
  time_window: timeWindow,
  start_date: dateShown(effectiveStart),
  end_date: dateShown(effectiveEnd),
});

/** @param about.symbols those the response is about */
export function metadataOf(
  { session, adjustment, route }: DataRequest,
  about: {
    symbols: readonly SymbolInfo[];
    range: ResolvedRange | null;
    warnings: readonly Warning[];
  },
): Metadata {
  const { range } = about;
  const isBefore = range !== null && isEmptyRange(range.wanted);
  const warnings = isBefore ? [beforeHistory(range), ...about.warnings] : about.warnings;
  const withBars = about.symbols.filter((symbol) => symbol.hasBars);
  const intervals = new Set(withBars.map((symbol) => symbol.intervalMin));
  const crypto = withBars.length > 0 && withBars.every((symbol) => symbol.assetClass === 'crypto');
  const ends = withBars.map(endOfBars);
  return {
    requested_start: dateShown(range?.requestedStart),
    requested_end: dateShown(range?.requestedEnd),
    effective_start: dateShown(range?.effectiveStart),
    effective_end: dateShown(range?.effectiveEnd),
    history_limited: range?.historyLimited ?? false,
    session: route.statistic?.events ? null : sessionShown(session, crypto ? 'crypto' : 'equity'),
    base_interval: intervals.size === 1 ? formatInterval([...intervals][0]) : null,
    data_through: ends.length === 0 ? null : isoTimestamp(ends.reduce((a, b) => Math.max(a, b)) * 60_000),
    adjustment: adjustmentShown(adjustment, withBars),
    warnings: warnings.map(({ text }) => text),
    warning_codes: warnings.map(({ code }) => code),
  };
}

/** Warns that all of the range is before the plan's history. */
const beforeHistory = ({ effectiveStart }: ResolvedRange): Warning => ({
  code: 'before_history',
  text: `the plan's history begins on ${isoDate(effectiveStart)}, after the range asked for: nothing of it is shown`,
});

export const ignoredWarnings = ({ ignored, route }: DataRequest): Warning[] =>
  ignored.map((name) => ({ code: 'parameter_ignored', text: `${name} has no effect on ${route.path}` }));

const NEW_YORK_TIMES = { exchange: ['09:30', '16:00'], extended: ['04:00', '20:00'] } as const;

const clockTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Returns the window of the asset class; over several classes, that of equities. */
function sessionShown(spec: SessionSpec, assetClass: AssetClass): Metadata['session'] {
  const { startMin, endMin } = utcWindow(spec, assetClass);
  const common = { include_extended_hours: spec.extended, mode: spec.mode };
  if (followsNewYork(spec, assetClass)) {
    const [start_time, end_time] = NEW_YORK_TIMES[spec.mode as 'exchange' | 'extended'];
    return { start_time, end_time, ...common, timezone: 'America/New_York' };
  }
  return { start_time: clockTime(startMin), end_time: clockTime(endMin), ...common, timezone: 'UTC' };
}

/** Returns `2020-08-31 4:1`; for a reverse split `2020-08-31 1:10`. */
const splitShown = ({ day, ratio }: Split) =>
  `${isoDate(day)} ${ratio >= 1 ? `${Number(ratio.toPrecision(6))}:1` : `1:${Number((1 / ratio).toPrecision(6))}`}`;

const counted = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;

/** Describes the adjustment that the prices of these symbols have. */
function adjustmentShown(requested: Adjustment, symbols: readonly SymbolInfo[]): Metadata['adjustment'] {
  const withSplits = symbols.filter(({ splits }) => splits !== undefined && splits.length > 0);
  if (requested === 'raw') return { requested, applied: 'none', note: 'prices and volumes are as they were landed' };
  if (withSplits.length === 0) {
    const note = 'no split is stored: prices and volumes are as they were landed';
    return { requested, applied: 'none', note };
  }
  const [one] = symbols;
  const splits =
    symbols.length > 1
      ? `the splits of ${counted(withSplits.length, 'symbol')}`
      : `${counted(one.splits!.length, 'split')} (${one.splits!.map(splitShown).join(', ')})`;
  return { requested, applied: 'splits', note: `adjusted for ${splits}` };
}
