/** The question that the console's first screen shows answered; asked once before anybody looks, so that it is at hand. */
export const FEATURED = {
  when: 'gap.gap_pct<0.5',
  // biome-ignore lint/suspicious/noThenProperty: the name of the parameter
  then: 'gap.filled=true',
} as const;

/** As the first screen asks it. */
export const featuredQuery = (symbol: string) => ({
  ...{ symbol, ...FEATURED },
  ...{ time_window: '24M', session: 'exchange', limit: '1' },
});
