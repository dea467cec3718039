/** Made-up 1m bars of a US stock: a random walk in cents with gaps overnight. The same for the same seed. */
import { allocateBars, type BarColumns } from '../compute/bars/columns.ts';
import { isWeekend } from '../lib/days.ts';
import { EXCHANGE_OPEN_MIN, newYorkMinute } from '../lib/new-york.ts';

const BARS_A_SESSION = 390;

/** Numbers in [0, 1): a linear congruential generator is random enough for prices. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Regular hours of `sessions` weekdays from `firstDay` on.
 *
 * @param firstDay days since the epoch
 */
export function randomMinuteBars(sessions: number, seed = 1, firstDay = 18_264): BarColumns {
  const bars = allocateBars(sessions * BARS_A_SESSION);
  const random = randomNumbers(seed);
  let cents = 30_000;
  let n = 0;
  for (let day = firstDay, made = 0; made < sessions; day++) {
    if (isWeekend(day)) continue;
    made++;
    const open = newYorkMinute(day, EXCHANGE_OPEN_MIN);
    cents = Math.max(1000, cents + Math.round((random() - 0.5) * 0.01 * cents));
    for (let k = 0; k < BARS_A_SESSION; k++, n++) {
      const first = cents;
      let high = first;
      let low = first;
      // Twelve trades a bar: closes, wicks and overlaps between bars come out much as in real feeds.
      for (let trade = 0; trade < 12; trade++) {
        cents = Math.max(1000, cents + Math.round((random() + random() - 1) * cents * 0.0004));
        if (cents > high) high = cents;
        if (cents < low) low = cents;
      }
      bars.minute[n] = open + k;
      bars.open[n] = first / 100;
      bars.high[n] = high / 100;
      bars.low[n] = low / 100;
      bars.close[n] = cents / 100;
      bars.volume[n] = 100 + Math.floor(random() * 10_000);
    }
  }
  return bars;
}
