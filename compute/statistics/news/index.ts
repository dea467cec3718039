/** NEWS: what price did after a classified news item. Does the market agree with the sentiment? */

import { newYorkDay, newYorkMinute } from '../../../exchange/new-york.ts';
import { ASSET_CLASSES, type AssetClass, formatInterval } from '../../../exchange/symbol.ts';
import { MINUTES_PER_DAY, MS_PER_MINUTE } from '../../../lib/days.ts';
import { lowerBound } from '../../market/bars.ts';
import { reaches } from '../../market/math.ts';
import { type RecordTable, TableBuilder } from '../../market/records.ts';
import { DEFAULT_SESSION, regularHoursOf } from '../../market/sessions.ts';
import { NEWS_SOURCES, type NewsColumns, type NewsSource, type SymbolData } from '../../market/symbol-data.ts';
import { defineStatistic } from '../define.ts';
import type { DateRange } from '../statistic.ts';
import {
  ALIGNMENTS,
  EVENT_FIELDS,
  filtered,
  MOVES,
  PARAMS,
  REACTION_WINDOWS,
  RECORD_FIELDS,
  SUMMARY,
  withReactions,
} from './fields.ts';

const FLAT_BELOW_PCT = 0.01;
const REFERENCE_MOVE_PCT = 1;
const REFERENCE_MOVE_CRYPTO_PCT = 2;
const SMALLEST_IMPACT = 0.1;

const [UP, DOWN, FLAT] = MOVES.map((_, code) => code);

/** Index into MOVES; NaN for NaN. */
function moveOf(returnPct: number): number {
  if (Number.isNaN(returnPct)) return Number.NaN;
  if (!reaches(Math.abs(returnPct), FLAT_BELOW_PCT)) return FLAT;
  return returnPct > 0 ? UP : DOWN;
}

/** Index into ALIGNMENTS from the sentiment (-1, 0, 1) and the 60m move (NaN: none). */
function alignmentOf(sentiment: number, move: number): number {
  if (sentiment > 0 && move === UP) return ALIGNMENTS.indexOf('aligned_positive');
  if (sentiment > 0 && move === DOWN) return ALIGNMENTS.indexOf('bearish_divergence');
  if (sentiment < 0 && move === DOWN) return ALIGNMENTS.indexOf('aligned_negative');
  if (sentiment < 0 && move === UP) return ALIGNMENTS.indexOf('bullish_absorption');
  return ALIGNMENTS.indexOf('neutral_or_unclear');
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/**
 * @param returnPct 60m return in percent, NaN without one: then all scores are NaN; the signed ones are, too, where the
 * sentiment is neutral.
 */
function scoresOf(sentiment: number, impact: number, returnPct: number, crypto: boolean) {
  const reference = crypto ? REFERENCE_MOVE_CRYPTO_PCT : REFERENCE_MOVE_PCT;
  const alignment = sentiment === 0 ? Number.NaN : sentiment * clamp(returnPct / reference, -1, 1);
  return {
    alignment,
    realization: clamp(Math.abs(returnPct) / (reference * Math.max(impact, SMALLEST_IMPACT)), 0, 1),
    absorption: impact * Math.max(0, -alignment),
  };
}

/** Minutes after the news, and how much later than that a window's bar may start (besides one base interval). */
export const WINDOWS = [
  { name: '5m', minutes: 5, graceMin: 5 },
  { name: '15m', minutes: 15, graceMin: 5 },
  { name: '30m', minutes: 30, graceMin: 5 },
  { name: '60m', minutes: 60, graceMin: 10 },
] as const;

const BASELINE_GRACE_MIN = 5;
/** From the news to the latest start of a bar that counts in a window, besides one base interval. */
const LONGEST_MIN = 70;

/** Date of a news item of a source, in days: UTC for crypto, else New York. */
export function newsDay(source: NewsSource, timeMs: number): number {
  const minute = Math.floor(timeMs / MS_PER_MINUTE);
  return source === 'sentiment_crypto' ? Math.floor(minute / MINUTES_PER_DAY) : newYorkDay(minute);
}

/** UTC minute at which the date of a source is over. */
function dayEnd(source: NewsSource, day: number): number {
  return source === 'sentiment_crypto' ? (day + 1) * MINUTES_PER_DAY : newYorkMinute(day + 1, 0);
}

/** Start, in UTC minutes, of the bar that must be there for the news to be settled. */
export function settledFrom(source: NewsSource, timeMs: number, intervalMin: number): number {
  return Math.max(dayEnd(source, newsDay(source, timeMs)), timeMs / MS_PER_MINUTE + LONGEST_MIN + intervalMin);
}

/** Records ascending by time, then by id in the order of its UTF-8 bytes, as the store sorts. */
export function newsRecords({ bars, meta, clock }: SymbolData, news: NewsColumns, source: NewsSource): RecordTable {
  const crypto = source === 'sentiment_crypto';
  const measurable = (meta.assetClass === 'crypto') === crypto && meta.intervalMin < MINUTES_PER_DAY;
  const table = new TableBuilder(RECORD_FIELDS, news.length);
  const c = table.all();
  const returns = WINDOWS.map(({ name }) => table.column(`return_pct_${name}`));
  const moves = WINDOWS.map(({ name }) => table.column(`direction_${name}`));
  const eodReturn = table.column('return_pct_eod');
  const eodMove = table.column('direction_eod');
  const texts = (['title', 'headline', 'provider', 'url'] as const).map((name) => ({
    from: news[name],
    to: table.text(name),
  }));
  const ids = table.text('news_id');

  byTimeAndId(news).forEach((i, row) => {
    const timeMs = news.timeMs[i];
    const day = newsDay(source, timeMs);
    const sentiment = news.direction[i];
    const impact = news.impact[i];
    c.date[row] = day;
    c.event_source[row] = NEWS_SOURCES.indexOf(source);
    c.source_table[row] = NEWS_SOURCES.indexOf(source);
    c.asset_class[row] = ASSET_CLASSES.indexOf(news.assetClass[i] as AssetClass);
    c.event_timestamp[row] = timeMs;
    c.direction[row] = sentiment + 1;
    c.impact_score[row] = impact;
    ids[row] = news.id[i];
    for (const { from, to } of texts) to[row] = from[i];
    if (measurable) react(row, timeMs, day);
    c.reaction_alignment[row] = alignmentOf(sentiment, c.direction_60m[row]);
    const scores = scoresOf(sentiment, impact, c.return_pct_60m[row], crypto);
    c.sentiment_reaction_alignment_score[row] = scores.alignment;
    c.impact_realization_score[row] = scores.realization;
    c.absorption_score[row] = scores.absorption;
    c.complete[row] = clock.lastBarStart >= settledFrom(source, timeMs, meta.intervalMin) ? 1 : 0;
  });
  return table.finish(news.length);

  function react(row: number, timeMs: number, day: number) {
    const newsMin = timeMs / MS_PER_MINUTE;
    const end = dayEnd(source, day);
    const lastDayIndex = lowerBound(bars.minute, end) - 1;
    const baseline = lowerBound(bars.minute, newsMin);
    if (baseline >= bars.length || (!crypto && baseline > lastDayIndex)) return;
    const start = bars.minute[baseline];
    const price = bars.open[baseline];
    c.baseline_time[row] = start * MS_PER_MINUTE;
    c.baseline_price[row] = price;

    if (start <= newsMin + BASELINE_GRACE_MIN + meta.intervalMin) {
      WINDOWS.forEach(({ minutes, graceMin }, w) => {
        if (minutes < meta.intervalMin) return;
        const at = lowerBound(bars.minute, newsMin + minutes, baseline);
        if (at <= baseline || at >= bars.length || (!crypto && at > lastDayIndex)) return;
        if (bars.minute[at] > newsMin + minutes + graceMin + meta.intervalMin) return;
        returns[w][row] = ((bars.open[at] - price) / price) * 100;
        moves[w][row] = moveOf(returns[w][row]);
      });
    }
    if (baseline > lastDayIndex) return;
    const close = endOfDayClose(day, end, baseline, lastDayIndex);
    if (Number.isNaN(close)) return;
    eodReturn[row] = ((close - price) / price) * 100;
    eodMove[row] = moveOf(eodReturn[row]);
  }

  function endOfDayClose(day: number, end: number, baseline: number, lastOfDay: number): number {
    if (!crypto) {
      const { open, close } = regularHoursOf(day);
      const lastRegular = lowerBound(bars.minute, close) - 1;
      const regular = lastRegular > baseline && bars.minute[lastRegular] >= open;
      if (regular) return clock.lastBarEnd >= close ? bars.close[lastRegular] : Number.NaN;
    }
    return lastOfDay > baseline && clock.lastBarEnd >= end ? bars.close[lastOfDay] : Number.NaN;
  }
}

/** Indices of the news by time, then id. Ids compare by code point, which is the order of their UTF-8 bytes. */
function byTimeAndId(news: NewsColumns): Uint32Array {
  const indices = Uint32Array.from({ length: news.length }, (_, i) => i);
  return indices.sort((a, b) => news.timeMs[a] - news.timeMs[b] || compareCodePoints(news.id[a], news.id[b]));
}

function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    if (a.charCodeAt(i) === b.charCodeAt(i)) continue;
    // In the middle of a pair both halves before were equal, so the code units decide as the code points would.
    return (a.codePointAt(i) ?? 0) - (b.codePointAt(i) ?? 0);
  }
  return a.length - b.length;
}

export default defineStatistic({
  name: 'news',
  title: 'News reactions',
  description: 'Classified news of a symbol against what its price did in the minutes after and by the end of the day.',
  definition:
    'Baseline: open of the first bar at or after the news (equities and ETFs: on the same New York date). A window of ' +
    '5, 15, 30 or 60 minutes ends at the open of the first bar at or after news time + window, at most 5 minutes (60m: ' +
    '10) plus one base interval later. eod ends at the close of the last regular bar of the date, or of the last bar of ' +
    'the date where the baseline comes after it. A return below 0.01 % either way is flat. The label compares the ' +
    'classified sentiment with the direction of the 60m return; the scores weigh it with 1 % (crypto: 2 %) as a full move.',
  notes: [
    'A window counts from the news, its return from the baseline: where the first bar comes later than the news, the move covers less time than the name of the window says; where the bar at its end comes late, more.',
    'A baseline that starts more than 5 minutes plus one base interval after the news gives no 5m to 60m reaction, but still an eod one if it is on the date of the news.',
    'News in the night or before the open of a feed without extended hours therefore has eod only: from the open to the close of that date. News after the last bar of a date has none.',
    'A window shorter than the base interval of the bars is null; on daily bars all are.',
    'eod stays null until the data reach the regular close of the date, 16:00 New York or an early close (the end of the date for crypto, and for news after the last regular bar).',
    'All stored bars count, extended hours too; there is no session window here. A date on which the exchange is closed has no regular bars.',
    'News is never registered against bars: where the bars of a symbol are of the other kind than the source asked for, all reactions are null.',
    'The summary rests on all news of the range that pass the filters, those in progress too; averages leave out what is null, and limit shortens the list alone.',
    'Sentiment and impact are classified when the news is collected; returns, labels and scores are computed from them and the bars.',
    'The summary holds counts and averages, no rates: confidence is empty.',
  ],
  events: {
    identity: 'news_id',
    sourceOf: (values) => values['event_source'],
    dateOf: newsDay,
    list: {
      rowsKey: 'events',
      head: [{ name: 'reaction_windows', description: 'Windows after the news, in order', values: REACTION_WINDOWS }],
    },
    beforeBars: (first) => `bars on ${first}; news before them has no reactions`,
  },
  storedSessions: { all: DEFAULT_SESSION },
  // 2: eod ends with an early close of the exchange.
  definitionNumber: 2,
  params: PARAMS,
  fields: RECORD_FIELDS,
  key: ['event_timestamp', 'news_id'],
  materialised: () => NEWS_SOURCES.map((source) => ({ event_source: source })),
  // The bars of the date and up to 70 minutes and a bar beyond it; a session more on either side shows where they begin.
  reach: () => ({ back: 1, ahead: 1 }),
  compute(data, { values }, wanted) {
    const source = values.event_source;
    const news = data.news[source];
    if (!news) return { records: new TableBuilder(RECORD_FIELDS, 0).finish(0) };
    return { records: newsRecords(data, news, source), ...shortOf(data, news, source, wanted) };
  },
  console: {
    group: 'news',
    drawn: [{ mark: 'event_timestamp', label: { field: 'title' }, tone: { field: 'direction' } }],
  },
  endpoints: ({ raw, summary }) => [
    raw('Classified news of the range with the reactions of price, newest first', {
      path: '/reactions',
      fields: EVENT_FIELDS,
      rows: (view) => withReactions(filtered(view)),
      order: () => [{ field: 'event_timestamp' }, { field: 'news_id' }],
      defaultOrder: 'desc',
    }),
    summary('Average reactions, and how often price went with the sentiment or against it', SUMMARY, {
      path: '/reactions/summary',
      rows: filtered,
    }),
  ],
  warnings(view) {
    const { meta, values } = view;
    if ((meta.assetClass === 'crypto') !== (values.event_source === 'sentiment_crypto')) {
      const other =
        meta.assetClass === 'crypto'
          ? 'event_source=sentiment_crypto has the news of crypto pairs'
          : 'event_source=sentiment has the news of equities and ETFs';
      const text = `the bars of ${meta.symbol} are not of the kind that event_source=${values.event_source} is about: no reactions; ${other}`;
      return [{ code: 'event_source_mismatch', text }];
    }
    if (meta.intervalMin >= MINUTES_PER_DAY) return [{ code: 'needs_intraday', text: 'no reactions on daily bars' }];
    const short = WINDOWS.filter(({ minutes }) => minutes < meta.intervalMin).map(({ name }) => name);
    const interval = formatInterval(meta.intervalMin);
    if (short.length === 0) return [];
    const text = `no reaction over ${short.join(', ')}: shorter than the bars (${interval})`;
    return [{ code: 'reaction_window_short', text }];
  },
});

/** Whether bars that the wanted news may depend on are outside the loaded range. */
function shortOf(data: SymbolData, of: NewsColumns, source: NewsSource, wanted: DateRange) {
  let earliestMin = Number.POSITIVE_INFINITY;
  let latestMin = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < of.length; i++) {
    const day = newsDay(source, of.timeMs[i]);
    if (day < wanted.from || day > wanted.to) continue;
    earliestMin = Math.min(earliestMin, of.timeMs[i] / 60_000);
    latestMin = Math.max(latestMin, settledFrom(source, of.timeMs[i], data.meta.intervalMin));
  }
  const { minute, length } = data.bars;
  return {
    insufficientLookBack: !data.reachesStart && earliestMin < (minute[0] ?? Number.POSITIVE_INFINITY),
    insufficientLookAhead: !data.reachesEnd && latestMin > (minute[length - 1] ?? Number.NEGATIVE_INFINITY),
  };
}
