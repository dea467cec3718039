/** IB: the first hour of the session sets a range. Which sides are broken, which first, how far, where does it close? */
import { numbers, partOf } from '../../market/records/table.ts';
import { defineStatistic, selected } from '../define.ts';
import { fillsWindow } from '../opening-window.ts';
import { BREAK_TYPES } from '../outcomes.ts';
import { completeOnly } from '../summary-parts.ts';
import { FIGURES, PARAMS, RECORD_FIELDS, SUMMARY_FIELDS, TOP_PARAMS } from './fields.ts';
import { ibRecords } from './kernel.ts';

const NONE = BREAK_TYPES.indexOf('none');

export default defineStatistic({
  name: 'ib',
  title: 'Initial balance',
  description: 'The range of the first hour, whether its high or low is broken later, which first and how far.',
  definition:
    'The initial balance is the range of the bars of the first ib_minutes from the anchor of the day. A side is broken ' +
    'by the first later bar that trades beyond it (strictly). An extension is the largest later move beyond a side in ' +
    'multiples of the height of the balance; close_location places the close of the session in it, 0 at its low and 1 ' +
    'at its high.',
  notes: [
    'This is the range of the first hour of Market Profile; orb asks about shorter ranges, follows the first break and identifies false ones. break_type means the same in both.',
    'outcomes, outcomes_by_weekday and outcomes_by_size count sessions by the sides that they broke: only the high, only the low, both, neither. The four shares of a part add up to 100.',
    'outcomes_by_size goes by ib_range_pct, with the edges of the gap statistics: a height in percent follows from the session alone, and so compares ranges of dates and symbols. A height within 1e-9 of an edge belongs to the larger bucket.',
    'Where one bar breaks both sides nobody knows which came first: first_direction is null, break_type both, first_break_time its start.',
    'A balance without a bar, or still under way, has no figures; complete sessions without one are counted in no_range_days alone. One that reaches beyond the window ends with it, and cannot be broken.',
    'A balance of no height (all prices equal) has no multiples: extensions and close_location are null.',
    'Minutes are of the clock, whether or not there are bars. A 1h bar that straddles the opening is judged by its start.',
  ],
  // 2: records name the bars that break each side.
  definitionNumber: 2,
  recordOf: 'session',
  rangeParam: 'ib_minutes',
  params: PARAMS,
  needsIntraday: { param: 'ib_minutes' },
  fields: RECORD_FIELDS,
  materialised: ({ intervalMin }) => (PARAMS.ib_minutes.fit?.(intervalMin) ? [{}] : []),
  reach: () => ({ back: 0, ahead: 0 }),
  compute: (data, { session, values }) => ({
    records: ibRecords(data.sessions(session), data.clock, values.ib_minutes),
  }),
  endpoints: ({ raw, summary, top }) => [
    raw('The initial balance of every session of the range and what became of it, oldest first'),
    summary(
      'How often each side of the initial balance is broken, alone or both, which first, how far, and where it closes',
      SUMMARY_FIELDS,
      (view, rates, all) => {
        const bars = numbers(all, 'ib_bars');
        const days = partOf(all, (row) => bars[row] > 0);
        return {
          ib_minutes: view.values.ib_minutes,
          total_days: all.length,
          no_range_days: all.length - days.length,
          ...FIGURES.of(days, rates),
          sample_size: days.length,
        };
      },
    ),
    top('The sessions that went furthest beyond their initial balance, in multiples of it', TOP_PARAMS, {
      rows: (view) => {
        const rows = completeOnly(selected(view));
        const type = numbers(rows, 'break_type');
        return partOf(rows, (row) => !Number.isNaN(type[row]) && type[row] !== NONE);
      },
      order: () => [{ field: 'extension_x', descending: true }],
    }),
  ],
  warnings: (view) =>
    fillsWindow(view.session, view.meta, view.values.ib_minutes)
      ? ['ib_minutes takes up the whole window, at least in part of the year: nothing of the day is left to break it']
      : [],
});
