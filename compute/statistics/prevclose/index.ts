/** PREVCLOSE: the session opens away from the previous close. Does price come back to it? */
import { olderByColumn } from '../plan-history.ts';
import type { ListEndpoint, Statistic, SummaryEndpoint } from '../statistic.ts';
import { completeOnly } from '../summary-parts.ts';
import { LOOK_BACK_FIELDS, RECORD_FIELDS, SUMMARY_FIELDS } from './fields.ts';
import { prevcloseBackShort, prevcloseRecords } from './kernel.ts';
import { PARAMS, TOP_PARAMS } from './params.ts';
import { chosen, summarizePrevclose } from './summary.ts';

const raw: ListEndpoint = {
  kind: 'list',
  path: '',
  description: 'Every gap of the range against the previous close, oldest first',
  params: {},
  fields: RECORD_FIELDS,
  scope: 'symbol',
  paged: true,
  rows: chosen,
  order: () => [],
};

const summary: SummaryEndpoint = {
  kind: 'summary',
  path: '/summary',
  description:
    'How often the symbol opens away from its previous close, and how often and how fast it comes back to it',
  params: {},
  fields: SUMMARY_FIELDS,
  summarize: summarizePrevclose,
};

const top: ListEndpoint = {
  kind: 'list',
  path: '/top',
  description: 'The largest gaps against the previous close',
  params: TOP_PARAMS,
  fields: RECORD_FIELDS,
  scope: 'symbol',
  paged: false,
  rows: (view) => completeOnly(chosen(view)),
  order: () => [{ field: 'gap_pct', descending: true }],
};

const prevclose: Statistic = {
  name: 'prevclose',
  title: 'Gap against the previous close',
  description: 'Sessions that open away from the previous close, and whether and when price comes back to it.',
  definition:
    "Gap up: the open is above the previous session's close; gap down: below it. gap_pct is the distance in percent of " +
    'that close; gaps of less than min_gap_pct are left out. A gap is filled by the first bar of the session that trades ' +
    'at the previous close or beyond it (fill_criteria=close: that closes there). The previous session is the latest ' +
    'earlier one, at most 7 calendar days back.',
  notes: [
    "This is the gap of most scanners and news tickers. The statistic gap is the narrower one: an open beyond the previous session's high or low, filled at that level. open_place and place_breakdown tell the two apart.",
    'Open and close are those of the session window: under the default window of 13:30 to 20:00 UTC the close of a winter day in New York is that of 15:00 local time. session=exchange compares the regular close with the regular open.',
    'The close is the last bar of the feed, not the price of the closing auction, where the feed does not hold it.',
    'An open at the previous close is no gap, whatever min_gap_pct says; it counts in total_days.',
    'min_gap_pct and size_breakdown: a size within 1e-9 of an edge reaches it. partial_fill_pct on an edge belongs to the smaller bucket.',
    'partial_fill_pct looks at the whole session and, under fill_criteria=close, at closes alone; max_run_pct at highs and lows under both, also after the fill.',
    'Weekend sessions of crypto pairs count: their Monday is compared with Sunday.',
    'On 1d bars the fill is known, its time is not. Under fill_criteria=close the only close there is is that of the day.',
    "Prices are the source's, unadjusted: a split, or a dividend on its ex-date, looks like a gap.",
    'weekday selects the gaps and the sessions counted in total_days; the previous session stays the one it was.',
  ],
  definitionNumber: 1,
  basis: 'sessions',
  params: PARAMS,
  fields: RECORD_FIELDS,
  key: [],
  recordOf: 'session',
  carried: [],
  materialised: () => [{ fill_criteria: PARAMS.fill_criteria.fallback }],
  reach: () => ({ back: 1, ahead: 0 }),
  compute(data, { session, values }, wanted) {
    const sessions = data.sessions(session);
    const records = prevcloseRecords(sessions, values['fill_criteria'] === 'close');
    return { records, backShort: !data.reachesStart && prevcloseBackShort(sessions, wanted) };
  },
  olderFields: olderByColumn('prev_date', LOOK_BACK_FIELDS),
  endpoints: [raw, summary, top],
  summary,
};

export default prevclose;
