/** The part of an answer that comes from daily bars, of before a symbol's shorter bars serve, and what is to be said of it. */
import type { Reader } from '../../sql/reader.ts';
import { BYTES_PER_BAR } from '../evaluation/bar-cache.ts';
import {
  type DailyHistory,
  dailyFactors,
  dailyHistoryOf,
  dailyWarnings,
  loadDailyBars,
} from '../evaluation/daily-history.ts';
import { type CachePart, type RecordCache, recordValues, variantLabel } from '../evaluation/stored-records.ts';
import { type BarColumns, NO_SPLITS } from '../market/bars.ts';
import type { SymbolInfo, ViewAnswer, ViewRequest } from './answers.ts';
import { servedByDailies, whyNoDailies } from './dailies.ts';
import type { RecordsOfUnits } from './unit-records.ts';
import { readUnserved, type Unserved, unservedWarnings } from './unserved.ts';

/** Of what is known of a symbol's bars without effect. */
const BYTES_PER_SPAN = 200;

export class DailyPart {
  readonly #reader: Reader;
  readonly #records: RecordsOfUnits;
  readonly #bars: CachePart<BarColumns>;
  readonly #unserved: CachePart<Unserved>;

  constructor(reader: Reader, cache: RecordCache, records: RecordsOfUnits) {
    this.#reader = reader;
    this.#records = records;
    this.#bars = cache.part('dailies');
    this.#unserved = cache.part('unserved');
  }

  /** Null where there are none of this request. */
  async of(request: Omit<ViewRequest, 'range'>): Promise<DailyHistory | null> {
    const { statistic, symbol, session, values, withDailies } = request;
    const daily = withDailies ? servedByDailies({ statistic, symbol, session, values }) : null;
    if (!daily) return null;
    const { until, isAlone } = daily;
    const factors = symbol.adjusted ? symbol.adjusted.daily : dailyFactors(symbol.splits ?? NO_SPLITS, [], symbol);
    const state = `${daily.version}|${until}|${isAlone}|${symbol.assetClass}|${factors?.key ?? ''}`;
    const variant = variantLabel(statistic.params, recordValues(statistic.params, values, symbol.intervalMin));
    const records = await this.#records.computed(`dailies|${state}|${statistic.name}|${variant}`, async () => {
      const load = () => loadDailyBars(this.#reader, symbol.symbol, until, factors);
      const bars = await this.#bars.load(state, load, ({ length }) => length * BYTES_PER_BAR);
      return dailyHistoryOf(statistic, symbol, bars, daily, { session, values });
    });
    return { ...records, until, isAlone };
  }

  /** Why daily bars before the shorter ones give no records of this request. */
  warnings(request: ViewRequest, { wanted }: ViewAnswer['range']): string[] {
    const { statistic, symbol, withDailies } = request;
    if (!withDailies || !symbol.daily) return [];
    return dailyWarnings(statistic, symbol.daily, wanted, whyNoDailies(request));
  }

  /** The answer, with which bars of either interval are in no answer. */
  async withUnserved<T extends Pick<ViewAnswer, 'range' | 'warnings'>>(request: ViewRequest, answer: T): Promise<T> {
    if (!request.symbol.hasDailies) return answer;
    const more = unservedWarnings(request, await this.#unservedOf(request.symbol), answer.range.wanted);
    return more.length === 0 ? answer : { ...answer, warnings: [...answer.warnings, ...more] };
  }

  /** The symbol with the shorter bars before the cutover, too. */
  async withUnservedBars(symbol: SymbolInfo): Promise<SymbolInfo> {
    if (!symbol.hasDailies) return symbol;
    const { shorter } = await this.#unservedOf(symbol);
    return shorter ? { ...symbol, firstBar: shorter.first, lastBar: symbol.lastBar ?? shorter.last } : symbol;
  }

  #unservedOf(symbol: SymbolInfo): Promise<Unserved> {
    const read = () => readUnserved(this.#reader, symbol);
    return this.#unserved.load(`${symbol.symbol}|${symbol.version}`, read, () => BYTES_PER_SPAN);
  }
}
