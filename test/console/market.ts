/** Two made-up stocks of five-minute bars over fourteen months up to now, so that a year's history ends within them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomOf } from '../../demo/bars.ts';
import { usEquities } from '../../exchange/calendar.ts';
import { newYorkMinute } from '../../exchange/new-york.ts';
import { dayOfMs } from '../../lib/days.ts';

const DAYS = 430;
const BARS = 78;

/**
 * Writes a file a symbol; answers their paths. Bars end with the day before `nowMs`.
 * @param lastBars of the last session: with fewer than all it is in progress
 * @param days up to now, by the calendar
 */
export function writeMarket(
  folder: string,
  symbols: readonly string[],
  nowMs: number,
  lastBars = BARS,
  days = DAYS,
): string[] {
  const today = dayOfMs(nowMs);
  const traded = (day: number) => {
    const hours = usEquities.hours(day);
    return hours !== null && !hours.earlyClose;
  };
  const last = Array.from({ length: 10 }, (_, i) => today - 1 - i).find(traded);
  return symbols.map((symbol) => {
    const random = randomOf(symbol);
    const lines = ['symbol,ts,open,high,low,close,volume'];
    let price = 100;
    for (let day = today - days; day < today; day++) {
      if (!traded(day)) continue;
      price *= 1 + random.normal() * 0.004;
      for (let i = 0; i < (day === last ? lastBars : BARS); i++) {
        const open = price;
        const close = open * (1 + random.normal() * 0.0012);
        const [high, low] = [Math.max(open, close) * 1.0004, Math.min(open, close) * 0.9996];
        const ts = new Date((newYorkMinute(day, 570) + i * 5) * 60_000).toISOString();
        lines.push(
          [symbol, ts, ...[open, high, low, close].map((value) => value.toFixed(2)), 1000 + ((i * 37) % BARS)].join(
            ',',
          ),
        );
        price = close;
      }
    }
    const path = join(folder, `${symbol}.csv`);
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  });
}
