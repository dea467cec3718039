/** Parameters of `/screen`: a figure of the summaries to rank all symbols by. */
import { z } from 'zod';
import type { Field } from '../../compute/market/fields.ts';
import { SummaryFields } from '../../compute/market/render.ts';
import {
  type AnyValues,
  intParam,
  limitParam,
  type Param,
  type ParamSet,
  problem,
  wordParam,
} from '../../compute/statistics/params.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { ASSET_CLASSES, type AssetClass, BASE_INTERVALS_MIN } from '../../exchange/symbol.ts';
import { ADJUSTMENT, LIST_FORMAT, SESSION_CHOICE, WINDOW_ONLY } from './common.ts';

export function screenParams(statistic: Statistic): ParamSet {
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
    ...ADJUSTMENT,
    ...Object.fromEntries([...rankedValues(statistic).keys()].map((name) => [name, statistic.params[name]])),
    limit: limitParam('Number of symbols'),
    ...LIST_FORMAT,
  };
}

/**
 * By parameter, the values that symbols are ranked by: their summaries are stored for every feed that they fit. A value
 * that only coarse feeds keep, as what the default becomes there, would leave the finer feeds out.
 */
export function rankedValues(statistic: Statistic): ReadonlyMap<string, ReadonlySet<unknown>> {
  const feeds = storedByFeed(statistic);
  return new Map(
    varying(feeds).map((name) => {
      const fits = statistic.params[name].fits;
      const ranked = valuesOf(feeds, name).filter((value) =>
        feeds.every(
          ({ intervalMin, stored }) =>
            fits?.(value, intervalMin) === false || stored.some((one) => one[name] === value),
        ),
      );
      return [name, new Set(ranked)];
    }),
  );
}

interface Feed {
  readonly intervalMin: number;
  readonly stored: readonly AnyValues[];
}

/** Feeds that summaries are stored of, with the variants. */
function storedByFeed(statistic: Statistic): Feed[] {
  const feeds = BASE_INTERVALS_MIN.flatMap((intervalMin) =>
    ASSET_CLASSES.map((assetClass) => ({
      intervalMin,
      stored: statistic.materialised({ symbol: 'ANY', assetClass, intervalMin }),
    })),
  );
  return feeds.filter(({ stored }) => stored.length > 0);
}

const valuesOf = (feeds: readonly Feed[], name: string) => [
  ...new Set(feeds.flatMap(({ stored }) => stored.map((variant) => variant[name]))),
];

/** Parameters with several stored values. */
function varying(feeds: readonly Feed[]): string[] {
  const names = new Set(feeds.flatMap(({ stored }) => stored.flatMap((variant) => Object.keys(variant))));
  return [...names].filter((name) => valuesOf(feeds, name).length > 1);
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
