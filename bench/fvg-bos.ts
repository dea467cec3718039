/** FVG and BOS on five years of 1m bars: sessions, candles, kernel and summary on one core. */
import type { BarColumns } from '../compute/bars/columns.ts';
import { EXCHANGE_SESSION } from '../compute/sessions/spec.ts';
import bos from '../compute/statistics/bos/index.ts';
import { dayRecords } from '../compute/statistics/days.ts';
import fvg from '../compute/statistics/fvg/index.ts';
import type { AnyValues } from '../compute/statistics/params.ts';
import { type DateRange, type Statistic, SymbolData } from '../compute/statistics/statistic.ts';
import { viewOf } from '../compute/statistics/view.ts';
import { randomMinuteBars } from './random-bars.ts';

/** Weekdays in five years, holidays left out. */
const FIVE_YEARS_SESSIONS = 1258;
const ALL: DateRange = { from: 0, to: 60_000 };

export interface KernelRate {
  readonly what: string;
  readonly bars: number;
  readonly records: number;
  /** Median of the runs. */
  readonly ms: number;
  /** Million bars a second: kernel and summary on candles that are there (they serve several statistics). */
  readonly mbarsPerS: number;
  /** The same with cutting the bars into sessions and candles. */
  readonly mbarsPerSFromBars: number;
}

const CASES: readonly { what: string; statistic: Statistic; values: AnyValues }[] = [
  { what: 'FVG 1m, all later candles', statistic: fvg, values: fvgValues(0, false) },
  { what: 'FVG 1m, all later candles, closes', statistic: fvg, values: fvgValues(0, true) },
  { what: 'FVG 1m, 50 candles', statistic: fvg, values: fvgValues(50, false) },
  { what: 'BOS 1m, close', statistic: bos, values: bosValues('close', 20) },
  { what: 'BOS 1m, wick', statistic: bos, values: bosValues('wick', 20) },
  { what: 'BOS 1m, 1000 candles followed', statistic: bos, values: bosValues('close', 1000) },
];

function fvgValues(maxBars: number, useCloses: boolean): AnyValues {
  return { timeframe: '1m', max_bars_to_close: maxBars, use_close_prices: useCloses };
}

function bosValues(criteria: string, followBars: number): AnyValues {
  return { timeframe: '1m', swing_length: 5, break_criteria: criteria, follow_bars: followBars };
}

/** Rates of both statistics, each the median of `runs`. */
export function benchFvgBos(runs = 7, bars: BarColumns = randomMinuteBars(FIVE_YEARS_SESSIONS)): KernelRate[] {
  return CASES.map(({ what, statistic, values }) => {
    const warm: number[] = [];
    const fromBars: number[] = [];
    let records = 0;
    for (let run = 0; run < runs + 2; run++) {
      const data = symbolData(bars);
      const began = performance.now();
      data.candles(EXCHANGE_SESSION, '1m');
      const candles = performance.now();
      records = answer(statistic, data, values);
      const ended = performance.now();
      if (run < 2) continue;
      warm.push(ended - candles);
      fromBars.push(ended - began);
    }
    const ms = middle(warm);
    const rate = (time: number) => Number((bars.length / time / 1000).toFixed(1));
    return {
      what,
      bars: bars.length,
      records,
      ms: Number(ms.toFixed(1)),
      mbarsPerS: rate(ms),
      mbarsPerSFromBars: rate(middle(fromBars)),
    };
  });
}

function symbolData(bars: BarColumns): SymbolData {
  const last = bars.minute[bars.length - 1];
  return new SymbolData({
    meta: { symbol: 'BENCH', assetClass: 'equity', intervalMin: 1 },
    bars,
    clock: { lastBarStart: last, lastBarEnd: last + 1 },
    reachesStart: true,
    reachesEnd: true,
  });
}

function answer(statistic: Statistic, data: SymbolData, values: AnyValues): number {
  const session = EXCHANGE_SESSION;
  const { records } = statistic.compute(data, { session, values }, ALL);
  const allDays = noDays;
  statistic.summary.summarize(
    viewOf({ meta: data.meta, session, range: ALL, timeWindow: '5Y', values, allRecords: records, allDays }),
  );
  return records.length;
}

/** Neither summary looks at the days. */
const noDays = dayRecords(symbolData(randomMinuteBars(1)).sessions(EXCHANGE_SESSION));

function middle(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[times.length >> 1];
}

if (process.argv[1] && import.meta.url.endsWith(process.argv[1].split('/').at(-1)!)) console.table(benchFvgBos());
