/** Parameters of SEASONALITY. */
import { limitParam, wordParam } from '../params.ts';
import { METRICS, TYPES } from './fields.ts';

const sortBy = wordParam(METRICS, {
  description: "Metric that segments are ranked by; a green rate means the segment's own",
  fallback: 'median_return_pct',
});

export const SUMMARY_PARAMS = { sort_by: sortBy };

export const TOP_PARAMS = {
  type: wordParam(TYPES, { description: 'Which segments are ranked', fallback: 'weekday' }),
  direction: wordParam(['top', 'bottom'], {
    description: 'top: highest metric first; bottom: lowest first',
    fallback: 'top',
  }),
  sort_by: sortBy,
  limit: limitParam('Number of segments'),
};
