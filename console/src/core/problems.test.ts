import { describe, expect, it } from 'vitest';
import { problemsOf, type Status } from './problems.ts';

const NOW = Date.parse('2026-11-24T18:00:00Z');
const MINUTE = 60_000;
const CALM: Status = { symbols: [], dead_letters: 0, behind: { events: 0, days: 0 } };
const found = (status: Partial<Status>, stalled = { events: 0, days: 0 }) =>
  problemsOf({ ...CALM, ...status }, stalled, NOW).map(({ level, alert }) => `${level} ${alert}`);

describe('what an operator has to act on', () => {
  it('is nothing where nothing is wrong, and nothing of what nobody expects', () => {
    expect(
      found({ collectors: [{ collector: 'a', state: 'running', symbol: 'X', lag_s: 60, last_error: null }] }),
    ).toEqual([]);
    // These symbols were imported once, are daily, were lost long ago, or are stopped.
    expect(found({ symbols: [{ symbol: 'X', interval: '1m', lag_s: 1e6 }] })).toEqual([]);
    expect(found({ symbols: [{ symbol: 'X', interval: '1d', lag_s: 20_000 }] })).toEqual([]);
    expect(found({ skipped: [{ topic: 't', records: 5, found_at: '2026-11-01T00:00:00Z' }] })).toEqual([]);
    expect(
      found({ collectors: [{ collector: 'a', state: 'stopped', symbol: 'X', lag_s: 1e5, last_error: 'away' }] }),
    ).toEqual([]);
  });

  it('comes worst first', () => {
    const all = found({
      symbols: [{ symbol: 'OLD', interval: '1m', lag_s: 1000 }],
      behind: { events: 2_000_000, days: 3 },
      dead_letters: 2,
      dead_letters_by_reason: { price_order: 2 },
      quarantined: [{ symbol: 'Q', statistic: 'orb', message: 'no' }],
      skipped: [{ topic: 't', records: 5, found_at: '2026-11-24T00:00:00Z' }],
      collectors: [
        { collector: 'a', state: 'running', symbol: 'X', lag_s: 1000, last_error: null },
        { collector: 'b', state: 'running', symbol: 'Y', lag_s: 1000, last_error: 'credentials' },
        { collector: 'c', state: 'running', symbol: 'Z', lag_s: 10, last_bar: 'now', last_error: 'away' },
      ],
    });
    expect(all).toEqual([
      'act RecordsSkipped',
      'act IngestLag',
      'act CollectorFails',
      'act CollectorBehind',
      'act SymbolsQuarantined',
      'act DeadLetters',
      'watch CollectorFails',
      'watch ProjectionBehind',
      'watch BarsOld',
    ]);
  });

  it('counts one as one', () => {
    const [days, letters] = [{ behind: { events: 0, days: 1 } }, { dead_letters: 1 }].map(
      (status) => problemsOf({ ...CALM, ...status }, { events: 0, days: 0 }, 0)[0].text,
    );
    expect(days).toBe('1 day waits for its records.');
    expect(letters).toMatch(/^1 event was refused and waits as a dead letter: /);
  });

  it('is what waits once it has not become less for five minutes', () => {
    const waits = { behind: { events: 10, days: 10 } };
    expect(found(waits, { events: 4 * MINUTE, days: 4 * MINUTE })).toEqual([
      'watch IngestLag',
      'watch ProjectionBehind',
    ]);
    expect(found(waits, { events: 0, days: 5 * MINUTE })).toEqual(['act ProjectionBehind', 'watch IngestLag']);
  });
});
