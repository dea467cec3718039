/** Parameters of `/screen`: a figure of the summaries to rank all symbols by. */
import { z } from 'zod';
import type { Field } from '../../compute/records/fields.ts';
import { SummaryFields } from '../../compute/records/summary.ts';
import {
  intParam,
  limitParam,
  type Param,
  type ParamSet,
  problem,
  wordParam,
} from '../../compute/statistics/params.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { BASE_INTERVALS_MIN } from '../../lib/interval.ts';
import { ASSET_CLASSES, type AssetClass } from '../../lib/symbol.ts';
import { LIST_FORMAT, SESSION_CHOICE, WINDOW_ONLY } from './common.ts';

export function screenParams(statistic: Statistic): ParamSet {
  const kept = [...storedValues(statistic)].filter(([, values]) => values.size > 1);
  return {
    sort_by: sortParam(statistic),
    order: wordParam(['desc', 'asc'], { description: 'desc: the largest first', fallback: 'desc' }),
    min_sample_size: intParam({
      description: 'Leave out symbols whose sample_size is smaller',
      minimum: 0,
      maximum: 1_000_000_000,
      fallback: 0,
    }),
    asset_class: wordParam(ASSET_CLASSES, { description: 'Only symbols of this class' }) as Param<
      AssetClass | undefined
    >,
    ...WINDOW_ONLY,
    ...SESSION_CHOICE,
    ...Object.fromEntries(kept.map(([name]) => [name, statistic.params[name]])),
    limit: limitParam('Number of symbols'),
    ...LIST_FORMAT,
  };
}

/** By parameter, the values whose summaries are kept for some feed. */
export function storedValues(statistic: Statistic): ReadonlyMap<string, ReadonlySet<unknown>> {
  const values = new Map<string, Set<unknown>>();
  for (const intervalMin of BASE_INTERVALS_MIN) {
    for (const assetClass of ASSET_CLASSES) {
      for (const variant of statistic.materialised({ symbol: 'ANY', assetClass, intervalMin })) {
        for (const [name, value] of Object.entries(variant)) {
          if (!Object.hasOwn(statistic.params, name)) continue;
          const kept = values.get(name);
          if (kept) kept.add(value);
          else values.set(name, new Set([value]));
        }
      }
    }
  }
  return values;
}

const isNumber = (field: Field | undefined) => field?.type === 'number' || field?.type === 'integer';

function sortParam(statistic: Statistic): Param<string> {
  const fields = new SummaryFields(statistic.summary.fields);
  const schema = z.string().transform((text, context) => {
    const path = text.trim();
    const sound = path.length <= 200 && !path.includes('*');
    // A leading `summary.` may be left out, as in the keys of confidence.
    const full = sound ? [path, `summary.${path}`].find((candidate) => isNumber(fields.find(candidate))) : undefined;
    if (full !== undefined) return full;
    return problem(
      context,
      'value_error',
      `Input should be the dotted path of a number in the summary; /stats/${statistic.name}/doc lists them`,
    );
  });
  const description = 'Dotted path of a number in the summary, such as sample_size';
  return {
    schema,
    doc: { type: 'string', required: false, default: 'sample_size', description },
    fallback: 'sample_size',
    affects: 'answer',
  };
}
