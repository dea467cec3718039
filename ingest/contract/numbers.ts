/**
 * Sizes of numbers. Far beyond what is quoted anywhere, so that products, ratios and sums over years of them stay
 * finite: one bar of 1e308 would make figures that no JSON can hold.
 */
export const PRICE_MIN = 1e-15;
export const PRICE_MAX = 1e15;
export const VOLUME_MAX = 1e21;
/** Of earnings, calendars and dividends, without their sign. */
export const FIGURE_MAX = 1e21;
