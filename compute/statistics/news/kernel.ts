/** What price did after each news item: news and bars in, one record an item out, labelled and scored. */

import { EXCHANGE_CLOSE_MIN, EXCHANGE_OPEN_MIN, newYorkDay, newYorkMinute } from '../../../exchange/new-york.ts';
import { ASSET_CLASSES, type AssetClass } from '../../../exchange/symbol.ts';
import { MINUTES_PER_DAY, MS_PER_MINUTE } from '../../../lib/days.ts';
import { lowerBound } from '../../market/bars.ts';
import { reaches } from '../../market/math.ts';
import { type RecordTable, TableBuilder } from '../../market/records.ts';
import { NEWS_SOURCES, type NewsColumns, type NewsSource, type SymbolData } from '../../market/symbol-data.ts';
import { ALIGNMENTS, MOVES, RECORD_FIELDS } from './fields.ts';

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
      const regularClose = newYorkMinute(day, EXCHANGE_CLOSE_MIN);
      const lastRegular = lowerBound(bars.minute, regularClose) - 1;
      const regular = lastRegular > baseline && bars.minute[lastRegular] >= newYorkMinute(day, EXCHANGE_OPEN_MIN);
      if (regular) return clock.lastBarEnd >= regularClose ? bars.close[lastRegular] : Number.NaN;
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
