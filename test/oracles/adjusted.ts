/** Bars adjusted for splits, from the words of the definition, one bar at a time. */

export interface PlainBar {
  /** UTC minutes. */
  readonly minute: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

export interface PlainSplit {
  /** `2024-06-10`. */
  readonly exDate: string;
  /** New shares for an old one. */
  readonly ratio: number;
}

const newYork = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' });
const utc = new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC', dateStyle: 'short' });

const rounded = (price: number) => Number(Math.abs(price) >= 10 ? price.toFixed(6) : price.toPrecision(8));

/** Bars of an equity, shorter ones or daily ones. */
export function adjustedBars(
  bars: readonly PlainBar[],
  splits: readonly PlainSplit[],
  { daily = false } = {},
): PlainBar[] {
  const newestFirst = [...splits].sort((a, b) => (a.exDate < b.exDate ? 1 : -1));
  return bars.map((bar) => {
    const date = (daily ? utc : newYork).format(bar.minute * 60_000);
    let shares = 1;
    for (const { exDate, ratio } of newestFirst) if (date < exDate) shares *= ratio;
    if (shares === 1) return bar;
    const price = (raw: number) => rounded(raw / shares);
    return {
      minute: bar.minute,
      open: price(bar.open),
      high: price(bar.high),
      low: price(bar.low),
      close: price(bar.close),
      volume: bar.volume * shares,
    };
  });
}
