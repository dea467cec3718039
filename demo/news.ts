/** Classified news of the demo market: made from the symbol and the date, like its bars. */
import { usEquities } from '../exchange/calendar.ts';
import { isoDate, MINUTES_PER_DAY } from '../lib/days.ts';
import { randomOf } from './bars.ts';
import { DEMO_PREFIX, type DemoSymbol } from './symbols.ts';

export interface DemoNews {
  readonly id: string;
  readonly timeMs: number;
  readonly title: string;
  readonly direction: 'negative' | 'neutral' | 'positive';
  readonly impactScore: number;
}

const PER_DAY = 0.35;

const TITLES = {
  positive: ['raises its outlook for the year', 'wins a large order', 'reports growing demand', 'announces a buyback'],
  neutral: ['names a new finance chief', 'presents at an industry conference', 'opens a second office'],
  negative: ['cuts its outlook', 'recalls a product', 'faces an inquiry', 'loses a major customer'],
} as const;

export function* demoNews(symbol: DemoSymbol, fromDay: number, toDay: number, untilMs: number): Generator<DemoNews> {
  const name = symbol.symbol.slice(DEMO_PREFIX.length);
  for (let day = fromDay; day <= toDay; day++) {
    if (symbol.assetClass !== 'crypto' && !usEquities.hours(day)) continue;
    const random = randomOf(`${symbol.symbol} ${isoDate(day)} news`);
    if (random.next() >= PER_DAY) continue;
    const draw = random.next();
    const direction = draw < 0.4 ? 'positive' : draw < 0.62 ? 'neutral' : 'negative';
    const titles = TITLES[direction];
    const title = `${name} ${titles[Math.floor(random.next() * titles.length)]}`;
    // Most of it comes while the exchange is open: 13:30 to 20:00 UTC.
    const open = random.next() < 0.75;
    const second = Math.floor(open ? 48_600 + random.next() * 23_400 : random.next() * 86_400);
    const timeMs = day * MINUTES_PER_DAY * 60_000 + second * 1_000;
    if (timeMs > untilMs) return;
    const impactScore = Math.round((0.15 + 0.8 * random.next()) * 100) / 100;
    yield { id: `demo-${name.toLowerCase()}-${isoDate(day)}`, timeMs, title, direction, impactScore };
  }
}
