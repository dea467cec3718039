/**
 * NEWS a second time, from the rules alone: every bar looked at for every news item. Nothing of it is shared with
 * the kernel. Tests compare the two.
 */

import type { NewsColumns, SymbolData } from '../../compute/market/symbol-data.ts';
import { type NaiveBar, type NaiveSymbol, naiveCloseMin, naiveSymbol, newYorkTime, newYorkWall } from './sessions.ts';
import { average, percent } from './values.ts';

type Source = 'sentiment' | 'sentiment_crypto';
type Sentiment = 'negative' | 'neutral' | 'positive';
const MINUTE = 60_000;
const WINDOWS = [
  ['5m', 5, 5],
  ['15m', 15, 5],
  ['30m', 30, 5],
  ['60m', 60, 10],
] as const;

interface Reaction {
  return_pct: number | null;
  direction: 'up' | 'down' | 'flat' | null;
  absolute_move_pct: number | null;
}

export interface NaiveNews {
  timeMs: number;
  id: string;
  /** Days since the epoch. */
  date: number;
  sentiment: Sentiment;
  impact: number;
  title: string;
  headline: string | null;
  provider: string | null;
  url: string | null;
  assetClass: string;
  /** Unrounded returns by window; null without one. */
  returns: Record<string, number | null>;
  label: string;
  alignment: number | null;
  realization: number | null;
  absorption: number | null;
  complete: boolean;
}

export interface NaiveQuestion {
  source: Source;
  from: number;
  to: number;
  direction?: Sentiment;
  minImpact?: number;
}

/** The news of the range that pass the filters, newest first. */
export function naiveNews(data: SymbolData, question: NaiveQuestion): NaiveNews[] {
  const columns = data.news[question.source];
  const symbol = naiveSymbol(data);
  const all = columns ? Array.from({ length: columns.length }, (_, i) => reactionTo(symbol, columns, i, question)) : [];
  return all
    .filter(({ date }) => date >= question.from && date <= question.to)
    .filter(({ sentiment }) => question.direction === undefined || sentiment === question.direction)
    .filter(({ impact }) => question.minImpact === undefined || impact >= question.minImpact - 1e-9)
    .sort((a, b) => b.timeMs - a.timeMs || (a.id < b.id ? 1 : -1));
}

function reactionTo(symbol: NaiveSymbol, news: NewsColumns, i: number, { source }: NaiveQuestion): NaiveNews {
  const crypto = source === 'sentiment_crypto';
  const timeMs = news.timeMs[i];
  const dateOf = (ms: number) => {
    const minute = Math.floor(ms / MINUTE);
    return Math.floor((crypto ? minute : newYorkWall(minute)) / 1440);
  };
  const date = dateOf(timeMs);
  const dateEnd = (crypto ? (date + 1) * 1440 : newYorkTime(date + 1, 0, 0)) * MINUTE;
  const interval = symbol.intervalMin * MINUTE;
  const ownKind = (symbol.assetClass === 'crypto') === crypto;
  const bars = ownKind && symbol.intervalMin < 1440 ? symbol.bars : [];
  const start = (bar: NaiveBar) => bar.t * MINUTE;
  const reachable = bars.filter((bar) => start(bar) >= timeMs && (crypto || dateOf(start(bar)) === date));
  const baseline = reachable[0];

  const returns: Record<string, number | null> = {};
  const change = (price: number) => ((price - baseline.open) / baseline.open) * 100;
  for (const [name, minutes, grace] of WINDOWS) {
    returns[name] = null;
    if (!baseline || start(baseline) > timeMs + 5 * MINUTE + interval || minutes < symbol.intervalMin) continue;
    const wanted = timeMs + minutes * MINUTE;
    const target = reachable.find((bar) => start(bar) >= wanted);
    if (!target || start(target) > wanted + grace * MINUTE + interval || target === baseline) continue;
    returns[name] = change(target.open);
  }

  returns['eod'] = null;
  const sameDay =
    baseline && dateOf(start(baseline)) === date ? reachable.filter((bar) => dateOf(start(bar)) === date) : [];
  if (sameDay.length > 0) {
    const regular = (bar: NaiveBar) => {
      const clock = newYorkWall(bar.t) - date * 1440;
      return crypto || (clock >= 570 && clock < (naiveCloseMin(date) ?? 0));
    };
    const after = sameDay.slice(1);
    // Later regular bars are the last regular ones of the date; else whatever comes after the baseline.
    const regularAfter = after.filter(regular);
    const last = regularAfter.length > 0 ? regularAfter[regularAfter.length - 1] : after[after.length - 1];
    const known =
      crypto || regularAfter.length === 0 ? dateEnd : newYorkTime(date, naiveCloseMin(date)! / 60, 0) * MINUTE;
    if (last && symbol.lastBarEnd * MINUTE >= known) returns['eod'] = change(last.close);
  }

  const sentiment = (['negative', 'neutral', 'positive'] as const)[news.direction[i] + 1];
  const impact = news.impact[i];
  const r = returns['60m'];
  const ref = crypto ? 2 : 1;
  const sign = { negative: -1, neutral: 0, positive: 1 }[sentiment];
  const alignment = sign === 0 || r === null ? null : sign * Math.max(-1, Math.min(1, r / ref));
  return {
    timeMs,
    id: news.id[i],
    date,
    sentiment,
    impact,
    title: news.title[i],
    headline: news.headline[i],
    provider: news.provider[i],
    url: news.url[i],
    assetClass: news.assetClass[i],
    returns,
    label: labelOf(sentiment, directionOf(r)),
    alignment,
    realization: r === null ? null : Math.min(1, Math.abs(r) / (ref * Math.max(impact, 0.1))),
    absorption: alignment === null ? null : impact * Math.max(0, -alignment),
    complete: symbol.bars.some((bar) => start(bar) >= dateEnd && start(bar) >= timeMs + 70 * MINUTE + interval),
  };
}

function directionOf(returnPct: number | null): 'up' | 'down' | 'flat' | null {
  if (returnPct === null) return null;
  if (returnPct >= 0.01 - 1e-9) return 'up';
  return returnPct <= -0.01 + 1e-9 ? 'down' : 'flat';
}

function labelOf(sentiment: Sentiment, direction: string | null): string {
  const words: Record<string, string> = {
    'positive up': 'aligned_positive',
    'positive down': 'bearish_divergence',
    'negative down': 'aligned_negative',
    'negative up': 'bullish_absorption',
  };
  return words[`${sentiment} ${direction}`] ?? 'neutral_or_unclear';
}

/** An element of `events`, as answers show it. */
export function shownEvent(news: NaiveNews, source: Source) {
  const reactions: Record<string, Reaction> = {};
  for (const window of ['5m', '15m', '30m', '60m', 'eod']) {
    const value = news.returns[window];
    reactions[window] = {
      return_pct: percent(value),
      direction: directionOf(value),
      absolute_move_pct: value === null ? null : percent(Math.abs(value)),
    };
  }
  const time = new Date(news.timeMs).toISOString().replace('.000', '').replace('Z', '+00:00');
  return {
    news_id: news.id,
    event_source: source,
    source_table: `events_${source}`,
    asset_class: news.assetClass,
    event_timestamp: time,
    title: news.title,
    headline: news.headline ?? news.title,
    direction: news.sentiment,
    impact_score: percent(news.impact),
    provider: news.provider,
    url: news.url,
    reactions,
    reaction_alignment: news.label,
    sentiment_reaction_alignment_score: percent(news.alignment),
    impact_realization_score: percent(news.realization),
    absorption_score: percent(news.absorption),
    complete: news.complete,
  };
}

/** The summary's body, as answers show it. */
export function naiveNewsSummary(symbol: string, newest: NaiveNews[], source: Source, timeWindow: string) {
  const events = [...newest].reverse();
  const labelled = (...labels: string[]) => events.filter(({ label }) => labels.includes(label)).length;
  const count = (sentiment: string) => events.filter((event) => event.sentiment === sentiment).length;
  const meanReturn = (window: string, of = events) => percent(average(of.map(({ returns }) => returns[window])));
  const [positive, neutral, negative] = ['positive', 'neutral', 'negative'].map(count);
  let dominant: string | null = 'neutral';
  if (positive > negative && positive > neutral) dominant = 'positive';
  if (negative > positive && negative > neutral) dominant = 'negative';
  if (events.length === 0) dominant = null;
  const side = (sentiment: Sentiment) => ({
    count: count(sentiment),
    average_return_60m: meanReturn(
      '60m',
      events.filter((event) => event.sentiment === sentiment),
    ),
  });
  return {
    symbol,
    event_source: source,
    summary: {
      total_news_events: events.length,
      average_impact_score: percent(average(events.map(({ impact }) => impact))),
      dominant_sentiment: dominant,
      average_return_5m: meanReturn('5m'),
      average_return_15m: meanReturn('15m'),
      average_return_30m: meanReturn('30m'),
      average_return_60m: meanReturn('60m'),
      average_return_eod: meanReturn('eod'),
      aligned_count: labelled('aligned_positive', 'aligned_negative'),
      divergence_count: labelled('bearish_divergence', 'bullish_absorption'),
      bullish_absorption_count: labelled('bullish_absorption'),
      bearish_divergence_count: labelled('bearish_divergence'),
      unclear_count: labelled('neutral_or_unclear'),
      average_alignment_score: percent(average(events.map(({ alignment }) => alignment))),
      average_impact_realization_score: percent(average(events.map(({ realization }) => realization))),
      by_direction: { positive: side('positive'), neutral: side('neutral'), negative: side('negative') },
    },
    time_window: timeWindow,
    sample_size: events.length,
    confidence: {},
  };
}
