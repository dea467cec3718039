/** Bars of a stock in regular hours of June 2025, by a seed: New York is four hours behind UTC throughout. */

export interface GeneratedBar {
  /** Days of June, and the start in minutes of New York's day. */
  readonly day: number;
  readonly minute: number;
  /** Open, high, low, close. */
  readonly prices: readonly [number, number, number, number];
  readonly volume: number;
}

/** mulberry32 */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const DAYS = [2, 3, 4, 5, 6, 9, 10, 11];

export function generatedBars(seed: number, { days = 6, step = 5 } = {}): GeneratedBar[] {
  const random = randomOf(seed);
  let price = 50 + Math.floor(random() * 200);
  return DAYS.slice(0, days).flatMap((day) =>
    Array.from({ length: 390 / step }, (_, i) => {
      const open = price;
      price = Number((price * (1 + (random() - 0.5) / 500)).toFixed(2));
      const high = Number((Math.max(open, price) + random() / 5).toFixed(2));
      const low = Number((Math.min(open, price) - random() / 5).toFixed(2));
      const volume = 100 + Math.floor(random() * 90_000);
      return { day, minute: 570 + i * step, prices: [open, high, low, price], volume } as const;
    }),
  );
}

export const two = (value: number): string => String(value).padStart(2, '0');
export const isoDay = ({ day }: GeneratedBar): string => `2025-06-${two(day)}`;
export const clockOf = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** As `stored` of the support of imports answers them. */
export const storedBars = (bars: readonly GeneratedBar[]) =>
  bars.map((bar) => {
    const [open, high, low, close] = bar.prices;
    return { ts: `${isoDay(bar)} ${clockOf(bar.minute + 240)}`, open, high, low, close, volume: bar.volume };
  });
