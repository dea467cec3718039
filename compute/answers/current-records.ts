/**
 * Records of a materialised variant as of what has landed: as they are stored, and with the live tail where the stored ones
 * do not follow all of it. Null: they are not stored, or not as this build would compute them now.
 */
import type { Reader } from '../../sql/reader.ts';
import { isCutoverMoved } from '../evaluation/bar-ends.ts';
import { type Job, type JobResult, runJob } from '../evaluation/evaluation.ts';
import type { SymbolState } from '../evaluation/state.ts';
import { type Unit, unitFor } from '../evaluation/stored-records.ts';
import { recordsTable, SESSIONS, SESSIONS_DEFINITION, SESSIONS_TABLE } from '../evaluation/tables/schema.ts';
import type { RecordTable } from '../market/records.ts';
import type { DateRange, Statistic } from '../statistics/statistic.ts';
import { Overloaded, type SymbolInfo, type ViewRequest } from './answers.ts';
import { BarsUsed } from './bars-used.ts';
import type { BoundedBars } from './bounded-bars.ts';
import { isUnsettled, type UnitRecords, withLiveTail } from './live-tail.ts';
import { type AnswerThreads, runWithin } from './threads.ts';
import { NO_DAYS, type RecordsOfUnits } from './unit-records.ts';

export interface CurrentRecordsOptions extends AnswerThreads {
  readonly reader: Reader;
  readonly statistics: readonly Statistic[];
  readonly records: RecordsOfUnits;
  readonly bars: BoundedBars;
  /** False: nothing is taken from the store but sessions. */
  readonly useStored: boolean;
}

const SESSIONS_UNIT = { table: SESSIONS_TABLE, variant: '', definition: SESSIONS_DEFINITION };
/** Bars up to which a tail is computed in place: handing it to a thread would take longer. */
const FEW_BARS = 50_000;

export class CurrentRecords {
  readonly #options: CurrentRecordsOptions;

  constructor(options: CurrentRecordsOptions) {
    this.#options = options;
  }

  /** The unit whose records are materialised for the request; null: they are computed on demand alone. */
  unit({ statistic, symbol, session, values }: Omit<ViewRequest, 'range'>): Unit | null {
    return this.#options.useStored ? unitFor(statistic, symbol, session, values) : null;
  }

  async of(request: Omit<ViewRequest, 'range'>): Promise<UnitRecords | null> {
    const { symbol, statistic } = request;
    const unit = this.unit(request);
    if (!unit || !this.isCurrent(statistic, symbol)) return null;
    const session = unit.session === 'all' ? 'default' : unit.session;
    // What corrected news stood for is not known from the records alone.
    if (!isFollowed(symbol) || (isUnsettled(symbol) && newsChanged(statistic, symbol))) return null;
    const [records, days] = await Promise.all([
      this.#options.records.stored(symbol, unitOf(statistic, unit)),
      this.#storedDays(symbol, session),
    ]);
    if (!records || !days) return null;
    const { barsUsed = new BarsUsed() } = request;
    return isUnsettled(symbol)
      ? this.#withTail(barsUsed, symbol, { statistic, unit }, session, { records, days })
      : { records, days };
  }

  /** The sessions of a materialised window. */
  async days(symbol: SymbolInfo, session: string, barsUsed: BarsUsed): Promise<RecordTable | null> {
    if (isOutdated(symbol, SESSIONS) || !isFollowed(symbol)) return null;
    const days = await this.#storedDays(symbol, session);
    if (!days || !isUnsettled(symbol)) return days;
    return (await this.#withTail(barsUsed, symbol, null, session, { records: NO_DAYS, days })).days;
  }

  /** What is stored was computed as this build would. */
  isCurrent({ name }: Statistic, symbol: SymbolInfo): boolean {
    // Records are stored of bars that are adjusted for splits, as `adjusted` leaves them.
    return !symbol.adjusted && !isOutdated(symbol, SESSIONS) && !isOutdated(symbol, name);
  }

  /** Its stored records are in memory. */
  areInMemory(statistic: Statistic, symbol: SymbolInfo, unit: Unit): boolean {
    return this.#options.records.holds(symbol, unitOf(statistic, unit));
  }

  async #storedDays(symbol: SymbolInfo, session: string): Promise<RecordTable | null> {
    if (!symbol.hasBars && !isUnsettled(symbol)) return NO_DAYS;
    return this.#options.records.stored(symbol, { ...SESSIONS_UNIT, session });
  }

  /** With what has landed since; computed once for each state. */
  #withTail(
    barsUsed: BarsUsed,
    symbol: SymbolInfo & { readonly unsettled: SymbolState },
    one: { readonly statistic: Statistic; readonly unit: Unit } | null,
    session: string,
    stored: UnitRecords,
  ): Promise<UnitRecords> {
    const { reader, bars, useStored } = this.#options;
    const unit = one ? `${one.unit.series}|${one.unit.variant}` : SESSIONS;
    const key = `${unit}|${session}|${symbol.symbol}|${symbol.version}`;
    const options = {
      reader,
      bars: bars.cache,
      run: (job: Job) => this.#runTail(symbol, job),
      admit: (range: DateRange) => bars.admit(symbol, range, { barsUsed, isStored: useStored }),
    };
    return this.#options.records.computed(key, () => withLiveTail(options, symbol, one, session, stored));
  }

  #runTail({ symbol }: SymbolInfo, job: Job): Promise<JobResult> {
    if (job.bars.length <= FEW_BARS) return runJob(job, this.#options.statistics);
    // No other range is quicker: once stored, its records are.
    const late = () => new Overloaded(`what has landed of ${symbol} is being computed: ask again later`);
    return runWithin(this.#options, job, late);
  }
}

/** The live tail tells what has changed since the records were stored. */
function isFollowed(symbol: SymbolInfo): boolean {
  if (!isUnsettled(symbol)) return true;
  const { hasDailies, firstBar, unsettled } = symbol;
  return unsettled.settled !== null && !(hasDailies && isCutoverMoved(unsettled, firstBar));
}

const isOutdated = ({ outdated }: SymbolInfo, name: string) => outdated?.has(name) ?? false;

const newsChanged = (statistic: Statistic, { unsettled }: SymbolInfo) =>
  statistic.events !== undefined &&
  unsettled!.days.some((one) => one.dirty && one.kind !== 'bars' && one.kind !== 'bars_daily');

const unitOf = (statistic: Statistic, unit: Unit) => ({
  table: recordsTable(statistic),
  session: unit.session,
  variant: unit.variant,
  definition: statistic.definitionNumber,
});
