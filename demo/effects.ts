/**
 * The effects that the demo market holds on purpose, so that there is something to find. They are invented, and said
 * so wherever the market is shown: `demo/README.md` and the console's start page.
 */

/** Share of a stock's daily return that is made, beside the noise, in its first minutes: opening breaks tend to hold. */
export const OPENING_SHARE = 0.12;
export const OPENING_MINUTES = 15;

/** How restless a coin's Saturdays and Sundays are, against its weekdays. */
export const CRYPTO_WEEKEND_HEAT = 0.6;

/** By weekday from Monday: the shift of a stock's day, as a share of its daily standard deviation. */
const WEEKDAYS = [0, 0.5, 0, 0, -0.45];

/** @param weekday 0 Monday to 4 Friday */
export function weekdayEffect(weekday: number): number {
  return WEEKDAYS[weekday] ?? 0;
}

/** Nights beyond this many standard deviations are large. */
const LARGE_NIGHT = 2;
const REVERSAL = 0.5;
const CONTINUATION = 0.35;

/** Log return of the day that answers a night's: small gaps tend to fill, large ones to continue. */
export function gapEffect(night: number, nightVolatility: number): number {
  return Math.abs(night) > LARGE_NIGHT * nightVolatility ? CONTINUATION * night : -REVERSAL * night;
}
