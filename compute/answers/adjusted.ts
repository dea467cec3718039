/** Symbols with their prices and volumes adjusted otherwise than records are stored, which are adjusted for splits. */
import type { Reader } from '../../sql/reader.ts';
import { dailyFactors } from '../evaluation/daily-history.ts';
import type { CachePart, RecordCache } from '../evaluation/stored-records.ts';
import { readDividends, readDividendsOfDailies } from '../evaluation/tables/events.ts';
import { type Adjustment, type Dividend, factorsOf, NO_SPLITS } from '../market/bars.ts';
import type { SymbolInfo } from './answers.ts';

interface Dividends {
  /** Since its base interval serves, and before. */
  readonly own: readonly Dividend[];
  readonly before: readonly Dividend[];
}

const BYTES_PER_DIVIDEND = 128;

export class AdjustedSymbols {
  readonly #reader: Reader;
  readonly #dividends: CachePart<Dividends>;

  constructor(reader: Reader, cache: RecordCache) {
    this.#reader = reader;
    this.#dividends = cache.part('dividends');
  }

  /** See `Answers.adjusted`. */
  async of(symbol: SymbolInfo, adjustment: Adjustment): Promise<SymbolInfo> {
    if (adjustment === 'splits' || !symbol.hasBars) return symbol;
    const splits = symbol.splits ?? NO_SPLITS;
    const version = `${symbol.version}|${adjustment}`;
    if (adjustment === 'raw') {
      const adjusted = { to: adjustment, factors: null, daily: null };
      return splits.length === 0 ? symbol : { ...symbol, version, adjusted };
    }
    const { own, before } = await this.#dividendsOf(symbol);
    if (own.length + before.length === 0) return symbol;
    const factors = factorsOf(splits, own, symbol);
    const daily = dailyFactors(splits, [...before, ...own], symbol);
    return { ...symbol, version, adjusted: { to: adjustment, factors, daily } };
  }

  #dividendsOf(symbol: SymbolInfo): Promise<Dividends> {
    const { daily } = symbol;
    const read = async () => {
      const before = daily ? readDividendsOfDailies(this.#reader, symbol, daily.until) : [];
      const { firstBar } = symbol;
      const since = firstBar === null ? [] : readDividends(this.#reader, { ...symbol, firstBar });
      const [own, earlier] = await Promise.all([since, before]);
      return { own, before: earlier };
    };
    const bytesOf = ({ own, before }: Dividends) => (1 + own.length + before.length) * BYTES_PER_DIVIDEND;
    return this.#dividends.load(`${symbol.symbol}|${symbol.version}`, read, bytesOf);
  }
}
