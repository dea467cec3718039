/** OWC once more, the slow and obvious way and from the statistics page alone: one object a week. */
import { candleOf, type Opening, openingSummary, shownOpening } from './opening.ts';
import { dateText, type NaiveSession, type NaiveSymbol, type NaiveWindow, naiveSessions } from './sessions.ts';
import { naiveRates } from './values.ts';

/** `before` is the ISO week just before, where it has sessions. */
export interface NaiveWeek extends Opening {
  week: string;
}

const barsOf = (sessions: NaiveSession[]) => sessions.flatMap((session) => session.bars);

const mondayOf = (session: NaiveSession) => session.date - session.weekday;

function weekText(monday: number): string {
  const thursday = new Date((monday + 3) * 86_400_000);
  const dayOfYear = (thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / 86_400_000;
  return `${thursday.getUTCFullYear()}-W${String(Math.floor(dayOfYear / 7) + 1).padStart(2, '0')}`;
}

export function naiveWeeks(symbol: NaiveSymbol, window: NaiveWindow, openingDays: number): NaiveWeek[] {
  const sessions = naiveSessions(symbol, window);
  const byMonday = new Map<number, NaiveSession[]>();
  for (const session of sessions) {
    const monday = mondayOf(session);
    byMonday.set(monday, [...(byMonday.get(monday) ?? []), session]);
  }
  const lastStart = symbol.bars.length === 0 ? Number.NEGATIVE_INFINITY : symbol.bars[symbol.bars.length - 1].t;
  return [...byMonday]
    .filter(([, own]) => own.length > openingDays)
    .map(([monday, own]) => ({
      week: weekText(monday),
      date: own[0].date,
      candle: candleOf(barsOf(own.slice(0, openingDays))),
      period: candleOf(barsOf(own)),
      before: candleOf(barsOf(byMonday.get(monday - 7) ?? [])),
      complete: lastStart >= (monday + 7) * 1440 && lastStart >= sundayEnd(symbol, window, monday + 6),
    }));
}

/** End of a crypto pair's Sunday window; others have none. */
function sundayEnd(symbol: NaiveSymbol, window: NaiveWindow, sunday: number): number {
  if (symbol.assetClass !== 'crypto' || symbol.intervalMin === 1440) return Number.NEGATIVE_INFINITY;
  if (window.mode === 'extended') return (sunday + 1) * 1440;
  return window.endMin > window.startMin ? sunday * 1440 + window.endMin : (sunday + 1) * 1440 + window.endMin;
}

export function shownWeek(symbol: string, week: NaiveWeek) {
  return { symbol, week: week.week, date: dateText(week.date), ...shownOpening(week), complete: week.complete };
}

/** Of complete weeks. */
export function naiveOwcSummary(symbol: string, weeks: NaiveWeek[], openingDays: number) {
  const made = naiveRates();
  return {
    symbol,
    opening_days: openingDays,
    total_weeks: weeks.length,
    ...openingSummary(weeks, made),
    sample_size: weeks.length,
    confidence: made.confidence,
    time_window: 'custom',
  };
}
