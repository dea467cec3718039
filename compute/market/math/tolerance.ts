/**
 * Comparisons of ratios with thresholds. Prices in cents make exact ties common and binary fractions miss them by an
 * ulp: 1e-9, in favour of reaching the threshold. Prices against prices are compared exactly, never with these.
 */
export const TOLERANCE = 1e-9;

export const reaches = (value: number, threshold: number) => value >= threshold - TOLERANCE;
export const staysWithin = (value: number, threshold: number) => value <= threshold + TOLERANCE;

/** A price above (below) a mean of prices: by more than 1e-9 of the mean. */
export const aboveMean = (price: number, average: number) => price - average > TOLERANCE * Math.abs(average);
export const belowMean = (price: number, average: number) => average - price > TOLERANCE * Math.abs(average);
