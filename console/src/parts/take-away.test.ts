import { expect, it } from 'vitest';
import { fileName } from './take-away.tsx';

it.each([
  ['/stats/gap/summary?symbol=SPY&session=exchange', 'gap-summary-SPY.csv'],
  ['/stats/seasonality/weekday?symbol=BRK.B', 'seasonality-weekday-BRK.B.csv'],
  ['/query?symbol=ES/F&then=x', 'query-ES_F.csv'],
  ['/query/scan?then=x', 'query-scan.csv'],
])('a file of %s is called %s', (address, expected) => {
  expect(fileName(address, 'csv')).toBe(expected);
});
