import { expect, it } from 'vitest';
import { columnsOf } from './table.tsx';

const fields = ['date', 'day_type', 'open', 'high', 'low'].map((name) => ({ name }) as never);

it('records begin with their date, ranked symbols with their rate and its interval', () => {
  const day = { low: 1, high: 3, open: 2, date: '2026-08-31', day_type: 'inside' };
  expect(columnsOf([day, { ...day, date: '2026-08-28' }], fields, 'day_type')).toEqual([
    'date',
    'day_type',
    'open',
    'high',
    'low',
  ]);
  const ranked = { sample_size: 104, symbol: 'ALPHA', low: 63.84, high: 80.67, n: 105, value: 73.08, rank: 1 };
  expect(columnsOf([ranked, { ...ranked, symbol: 'BETA' }], fields)).toEqual([
    'rank',
    'symbol',
    'value',
    'n',
    'low',
    'high',
    'sample_size',
  ]);
});

it('one row of an installation says of which symbol it is; one answer says it above', () => {
  const row = { symbol: 'ALPHA', asset_class: 'equity', sessions: 295 };
  expect(columnsOf([row], [])).toEqual(['symbol', 'asset_class', 'sessions']);
  expect(columnsOf([row], fields)).toEqual(['sessions']);
});
