import { expect, it } from 'vitest';
import type { Metadata } from '../core/api.ts';
import { presentRange } from './result-header.tsx';

const metadata = (some: Partial<Metadata>): Metadata => ({
  requested_start: '2025-11-24',
  requested_end: null,
  effective_start: '2025-11-24',
  effective_end: '2026-11-24',
  history_limited: false,
  session: {
    start_time: '09:30',
    end_time: '16:00',
    include_extended_hours: false,
    mode: 'exchange',
    timezone: 'America/New_York',
  },
  base_interval: '1m',
  data_through: '2026-11-24T02:00:00+00:00',
  adjustment: { requested: 'splits', applied: 'none', note: '' },
  warnings: [],
  warning_codes: [],
  ...some,
});

it('the range shown is the one that has data: from the first bar to the last, by the clock of the session', () => {
  expect(presentRange(metadata({}), '2026-03-02T14:30:00+00:00')).toEqual({ from: '2026-03-02', to: '2026-11-23' });
  expect(presentRange(metadata({}), '2020-03-02T14:30:00+00:00')).toEqual({ from: '2025-11-24', to: '2026-11-23' });
  const daily = metadata({ base_interval: '1d', data_through: '2026-11-20T00:00:00+00:00' });
  expect(presentRange(daily, '2026-03-02T00:00:00+00:00')).toEqual({ from: '2026-03-02', to: '2026-11-20' });
});

it('an answer of dates before the first bar keeps its own', () => {
  const early = metadata({ effective_end: '2026-01-31' });
  expect(presentRange(early, '2026-03-02T14:30:00+00:00')).toEqual({ from: '2025-11-24', to: '2026-01-31' });
});
