import { expect, test } from 'vitest';
import { fixedClock } from '../../lib/clock.ts';
import { registry } from '../../lib/metrics.ts';
import { BarColumns } from './batch.ts';
import type { LogEvent } from './events.ts';
import { LiveBars } from './live.ts';

/** Wednesday, 10:00 New York. */
const TEN = Date.UTC(2025, 5, 4, 14);
const MINUTE = 60_000;

function land(live: LiveBars, symbol: string, startMs: number, more: Partial<LogEvent> = {}): void {
  const bars = new BarColumns(1);
  const prices = { open: 1, high: 1, low: 1, close: 1, volume: 1 };
  const kind = { symbol, assetClass: 'equity', intervalMin: 1, deleted: false } as const;
  bars.add(0, { ...kind, ...prices, ms: startMs, revision: undefined, source: undefined }, '');
  bars.symbols = [symbol];
  const event = { topic: 'bars', partition: 0, offset: 0, timestampMs: 0, key: null, value: null, ...more } as const;
  live.record(bars, [event], new Map(), startMs + MINUTE);
}

async function measured(name: string): Promise<Record<string, number>> {
  const { values } = await registry.getSingleMetric(`market_stats_${name}`)!.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels['symbol'] ?? labels['interval'], value]));
}

test('measures how late the next bar of each live symbol is, and forgets symbols', async () => {
  const clock = fixedClock(TEN);
  const live = new LiveBars(clock);
  for (let i = 0; i < 10; i++) land(live, 'ON', TEN + i * MINUTE);
  land(live, 'ONCE', TEN);
  land(live, 'FILE', TEN, { importId: '20250604-140000-0000' });
  // The last bar ended at 10:10 and came at once: the next was due at 10:11.
  clock.set(TEN + 15 * MINUTE);
  live.measure();
  expect(await measured('live_bars_late_seconds')).toEqual({ ON: 4 * 60, ONCE: 13 * 60 });
  expect(await measured('newest_bar_age_seconds')).toMatchObject({ '1m': 5 * 60 });
  expect(live.symbols).toEqual(['ON', 'ONCE']);
  live.forget(new Set(['ONCE']));
  expect(live.symbols).toEqual(['ON']);
});

test('no trading time passes overnight, and a symbol leaves after three sessions without a bar', async () => {
  const clock = fixedClock(TEN);
  const live = new LiveBars(clock);
  // Until 19:59, the end of the extended hours.
  for (let i = 0; i < 600; i++) land(live, 'NIGHT', TEN + i * MINUTE);
  clock.set(Date.UTC(2025, 5, 5, 7));
  live.measure();
  expect(await measured('live_bars_late_seconds')).toEqual({ NIGHT: 0 });
  clock.set(Date.UTC(2025, 5, 12, 20));
  live.measure();
  expect(await measured('live_bars_late_seconds')).toEqual({});
  expect(live.symbols).toEqual([]);
});
