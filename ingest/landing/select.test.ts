import { expect, test } from 'vitest';
import type { BarRow } from '../contract/events.ts';
import { judgeAll } from './select.ts';

const NOON = Date.UTC(2025, 5, 5, 12);
const bar = (close: number, version: number, offset: number): BarRow => ({
  ...{ table: 'bars', symbol: 'SPY', assetClass: 'etf', intervalMin: 1, minute: 29_152_080 },
  ...{ open: close, high: close, low: close, close, volume: 1 },
  ...{ partition: 0, offset, timestampMs: version, source: '', version, revised: false, deleted: false },
});

test('a value set back to what is stored is no duplicate of it, on a clock that is behind the stored versions', () => {
  const stored = new Map([['SPY', bar(1, NOON, 900)]]);
  const rows = [bar(2, NOON - 3_600_000, 0), bar(2, NOON - 3_600_000, 1), bar(1, NOON - 3_600_000, 2)];
  expect(judgeAll(rows, ['SPY', 'SPY', 'SPY'], stored, () => false, [])).toEqual(['write', 'skip', 'write']);
});
