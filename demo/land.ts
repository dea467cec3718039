/** Lands the demo market in the store through the same code as any other events. */
import { setImmediate } from 'node:timers/promises';
import { type BarBlock, BarBlockBuilder } from '../ingest/contract/bar-block.ts';
import type { PushedEvent } from '../ingest/landing/events.ts';
import type { Landing } from '../ingest/landing/landing.ts';
import type { Clock } from '../lib/clock.ts';
import { dayOfMs, monthsBefore } from '../lib/days.ts';
import { demoBars, demoNews } from './bars.ts';
import { DEMO_SYMBOLS, type DemoSymbol } from './symbols.ts';

const MONTHS = 25;
/** Bars per group: a few milliseconds of work. */
const GROUP_BARS = 2_000;
/** Source of the events. The number rises when the generated market changes, so that it is landed again. */
export const DEMO_SOURCE = 'demo 3';

interface DemoOptions {
  readonly landing: Landing;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Returns the last stored day of a symbol's bars of this source (days since the epoch), from which it continues; else null. */
  readonly lastDay: (symbol: string) => number | null;
  /** Returns the first stored day of its bars of any source: an older market is corrected from there. */
  readonly firstDay?: (symbol: string) => number | null;
  /** Called before the first symbol with `done` 0, and after each symbol. */
  readonly onSymbol: (done: number, total: number, symbol: string) => Promise<void> | void;
}

/** Lands the missing events up to now, symbol after symbol; returns the number of landed events, fewer if aborted. */
export async function landDemo(options: DemoOptions): Promise<number> {
  let landed = 0;
  try {
    for await (const events of landings(options)) landed += events;
  } catch (error) {
    // Landing rejects if it is aborted between two batches; that is no failure here.
    if (!options.signal.aborted || error !== options.signal.reason) throw error;
  }
  return landed;
}

async function* landings({ landing, clock, signal, lastDay, firstDay, onSymbol }: DemoOptions): AsyncGenerator<number> {
  const nowMs = clock.nowMs();
  const today = dayOfMs(nowMs);
  for (const [index, symbol] of DEMO_SYMBOLS.entries()) {
    if (signal.aborted) return;
    await onSymbol(index, DEMO_SYMBOLS.length, symbol.symbol);
    // The last stored day may be incomplete, so it is generated again; bars that are stored already are duplicates.
    const start = monthsBefore(today, MONTHS);
    const fromDay = lastDay(symbol.symbol) ?? Math.min(firstDay?.(symbol.symbol) ?? start, start);
    // News lands first, because a restart continues after the last bar and must not miss any news before it.
    const topic = symbol.assetClass === 'crypto' ? 'events.sentiment_crypto' : 'events.sentiment';
    const news = until(signal, newsEvents(symbol, fromDay, today, nowMs));
    yield (await landing.landEvents(topic, news, { signal })).landed;
    const bars = barGroups(symbol, fromDay, nowMs, signal);
    yield (await landing.landEvents('bars', bars, { signal })).landed;
  }
  if (signal.aborted) return;
  await onSymbol(DEMO_SYMBOLS.length, DEMO_SYMBOLS.length, '');
}

function* until<T>(signal: AbortSignal, events: Iterable<T>): Generator<T> {
  for (const event of events) {
    if (signal.aborted) return;
    yield event;
  }
}

/** Yields bars in groups of columns; the event loop answers the console's requests between two groups. */
async function* barGroups(
  symbol: DemoSymbol,
  fromDay: number,
  nowMs: number,
  signal: AbortSignal,
): AsyncGenerator<BarBlock> {
  const meta = { symbol: symbol.symbol, asset_class: symbol.assetClass, interval: '1m' };
  const group = new BarBlockBuilder(DEMO_SOURCE, GROUP_BARS);
  let row = 0;
  for (const { minute, ...figures } of demoBars(symbol, fromDay, dayOfMs(nowMs), Math.floor(nowMs / 60_000))) {
    if (!group.take({ ...meta, ts: minute * 60_000, ...figures }, ++row, undefined))
      throw new Error(`the demo market made an invalid bar of ${meta.symbol}: ${JSON.stringify(figures)}`);
    if (!group.isFull) continue;
    await setImmediate();
    if (signal.aborted) return;
    yield group.finish();
  }
  if (group.length > 0) yield group.finish();
}

function* newsEvents(symbol: DemoSymbol, fromDay: number, toDay: number, nowMs: number): Generator<PushedEvent> {
  for (const news of demoNews(symbol, fromDay, toDay, nowMs)) {
    const value = JSON.stringify({
      id: news.id,
      symbol: symbol.symbol,
      asset_class: symbol.assetClass,
      event_timestamp: news.timeMs,
      title: news.title,
      direction: news.direction,
      impact_score: news.impactScore,
      provider: DEMO_SOURCE,
    });
    yield { key: symbol.symbol, value, source: DEMO_SOURCE };
  }
}
