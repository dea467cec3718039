/** Ranks symbols by a figure of their stored summaries with one query, whatever the number of symbols. */
import { type AssetClass, seriesName } from '../../exchange/symbol.ts';
import type { Reader } from '../../sql/reader.ts';
import { recordValues, variantLabel } from '../evaluation/stored-records.ts';
import { metricSql, summaryTableName } from '../evaluation/tables/schema.ts';
import type { Statistic } from '../statistics/statistic.ts';
import { type Answers, Overloaded } from './answers.ts';

/** The windows whose summaries are stored. */
export type StoredSession = 'default' | 'exchange';

export interface ScreenRequest {
  readonly statistic: Statistic;
  readonly session: StoredSession;
  /** Dotted path of a number in the summary. */
  readonly sortBy: string;
  readonly order: 'asc' | 'desc';
  readonly minSampleSize: number;
  readonly assetClass?: AssetClass;
  readonly limit: number;
}

export interface ScreenRow {
  readonly symbol: string;
  readonly assetClass: AssetClass;
  /** The figure as the summary shows it (rounded). */
  readonly value: number;
  /** Cases behind the figure; NaN where it is no rate. */
  readonly n: number;
  readonly sampleSize: number;
  /** Latest session that the figure rests on, days since the epoch. */
  readonly asOf: number;
}

export type Screens = Pick<StoreScreens, 'screen'>;

export class StoreScreens {
  readonly #reader: Reader;
  readonly #answers: Pick<Answers, 'listed'>;

  constructor(reader: Reader, answers: Pick<Answers, 'listed'>) {
    this.#reader = reader;
    this.#answers = answers;
  }

  /**
   * The first `limit` symbols by the figure, ties by symbol; those whose summary has no such number, or a smaller sample than
   * asked for, are left out.
   */
  async screen(request: ScreenRequest): Promise<readonly ScreenRow[]> {
    const { statistic } = request;
    const labels = new Map<string, string>();
    for (const { symbol, intervalMin, hasBars } of await this.#answers.listed()) {
      // The defaults adapt to the feed, so the variant differs from symbol to symbol.
      const label = variantLabel(statistic.params, recordValues(statistic.params, {}, intervalMin));
      if (hasBars) labels.set(seriesName({ symbol, intervalMin }), label);
    }
    const path = request.sortBy.replace(/^summary\./, '');
    const rows = await this.#reader.query<{
      series: string;
      symbol: string;
      asset_class: AssetClass;
      variant: string;
      definition: number;
      value: number;
      n: number | null;
      sample_size: number;
      as_of: number;
    }>(
      `SELECT CAST(series, 'String') AS series, CAST(symbol, 'String') AS symbol, CAST(asset_class, 'String') AS asset_class, CAST(variant, 'String') AS variant,
         definition, ${metricSql('{path:String}')} AS found, ifNull(found, 0) AS value,
         ${metricSql('{casesPath:String}')} AS n, sample_size,
         toInt32(end_date) AS as_of
       FROM ${summaryTableName(statistic)} FINAL
       WHERE session = {session:String} AND has({variants:Array(String)}, variant)
         AND (definition != {definition:UInt32}
           OR (sample_size >= {minSampleSize:UInt32} AND found IS NOT NULL))
         AND ({assetClass:String} = '' OR asset_class = {assetClass:String})
       ORDER BY value ${request.order === 'desc' ? 'DESC' : 'ASC'}, symbol`,
      {
        path,
        casesPath: `confidence.${path}.n`,
        session: request.session,
        variants: [...new Set(labels.values())],
        definition: statistic.definitionNumber,
        minSampleSize: request.minSampleSize,
        assetClass: request.assetClass ?? '',
      },
    );
    const ranked = rows.filter(({ series, variant }) => labels.get(series) === variant);
    // A ranking without these would look complete.
    if (ranked.some(({ definition }) => definition !== statistic.definitionNumber)) {
      throw new Overloaded(`the summaries of ${statistic.name} are being computed again by another definition`);
    }
    return ranked.slice(0, request.limit).map(({ symbol, asset_class, value, n, sample_size, as_of }) => ({
      symbol,
      assetClass: asset_class,
      value,
      n: n ?? Number.NaN,
      sampleSize: sample_size,
      asOf: as_of,
    }));
  }
}
