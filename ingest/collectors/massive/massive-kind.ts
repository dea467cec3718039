/** `massive` (Polygon before): aggregates of US stocks by request, or the daily flat files by S3. */
import { z } from 'zod';
import { seriesKind } from '../kind.ts';

export const massiveKind = seriesKind({
  name: 'massive',
  shape: {
    via: z.enum(['rest', 'files'], 'give rest or files').default('rest'),
    requestsPerMinute: z.number('give a whole number from 1 on').int().positive().max(100_000).default(5),
    bucket: z
      .string('name the bucket')
      .regex(/^[a-z0-9.-]{3,63}$/, 'name the bucket')
      .default('flatfiles'),
  },
  assetClasses: ['equity', 'etf'],
  hasStream: false,
  hasNews: false,
  hasActions: false,
  id: ({ via }) => `massive-${via}`,
  async open(own, series, context, url) {
    if (own.via === 'files') {
      const { openFlatFiles } = await import('./flat-files.ts');
      return openFlatFiles({ ...own, intervalMin: series.intervalMin, url }, context);
    }
    const { openAggregates } = await import('./aggregates.ts');
    return openAggregates({ ...own, intervalMin: series.intervalMin, url }, context);
  },
});
