import { expect, it, vi } from 'vitest';
import { curlOf, fileName, pythonOf } from './take-away.tsx';

it.each([
  ['/stats/gap/summary?symbol=SPY&session=exchange', 'gap-summary-SPY.csv'],
  ['/stats/seasonality/weekday?symbol=BRK.B', 'seasonality-weekday-BRK.B.csv'],
  ['/query?symbol=ES/F&then=x', 'query-ES_F.csv'],
  ['/query/scan?then=x', 'query-scan.csv'],
])('a file of %s is called %s', (address, expected) => {
  expect(fileName(address, 'csv')).toBe(expected);
});

it('copied code asks for the figures and the cases, not for the courses that the page draws', () => {
  vi.stubGlobal('location', { origin: 'http://localhost' });
  const address = '/query?symbol=SPY&then=gap.filled%3Dtrue&paths=true&limit=5000';
  for (const code of [curlOf(address), pythonOf(address)]) {
    expect(code).toContain('gap.filled=true');
    expect(code).toContain('5000');
    expect(code).not.toContain('paths');
  }
  vi.unstubAllGlobals();
});
