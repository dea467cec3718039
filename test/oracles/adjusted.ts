/** Bars adjusted for corporate actions, from the words of the definition, one bar at a time. */

export interface PlainBar {
  /** UTC minutes. */
  readonly minute: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

export interface PlainAction {
  readonly kind: 'split' | 'dividend';
  /** `2024-06-10`. */
  readonly exDate: string;
  /** The ratio of a split, the amount of a dividend. */
  readonly value: number;
}

const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'short',
  hourCycle: 'h23',
});

/** `2024-06-10` and `09:30` on the clock of New York. */
function newYork(minute: number): { date: string; time: string } {
  const [date, time] = parts.format(minute * 60_000).split(', ');
  return { date, time };
}

const rounded = (price: number) => Number(Math.abs(price) >= 10 ? price.toFixed(6) : price.toPrecision(8));

/** The date that a daily bar is stored under; all of it is regular hours. */
const dateOf = (minute: number) => ({ date: new Date(minute * 60_000).toISOString().slice(0, 10), time: '12:00' });

/** Bars of an equity, shorter ones or daily ones. */
export function adjustedBars(
  bars: readonly PlainBar[],
  actions: readonly PlainAction[],
  { daily = false } = {},
): PlainBar[] {
  const dated = bars.map((bar) => ({ ...bar, ...(daily ? dateOf : newYork)(bar.minute) }));
  const newestFirst = [...actions].sort((a, b) => (a.exDate < b.exDate ? 1 : -1));
  return dated.map(({ date, time: _, ...bar }) => {
    const later = newestFirst.filter(({ exDate }) => date < exDate);
    let shares = 1;
    for (const { kind, value } of later) if (kind === 'split') shares *= value;
    let left = 1;
    for (const exDate of new Set(later.filter(({ kind }) => kind === 'dividend').map((one) => one.exDate))) {
      const regular = dated.filter((one) => one.date < exDate && one.time >= '09:30' && one.time < '16:00');
      if (regular.length === 0) continue;
      const onThatDay = later.filter((one) => one.exDate === exDate);
      const paid = onThatDay.reduce((sum, one) => sum + (one.kind === 'dividend' ? one.value : 0), 0);
      const split = onThatDay.reduce((product, one) => product * (one.kind === 'split' ? one.value : 1), 1);
      const close = regular[regular.length - 1].close / split;
      if (paid < close) left *= 1 - paid / close;
    }
    if (shares === 1 && left === 1) return bar;
    const price = (raw: number) => rounded((raw / shares) * left);
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
