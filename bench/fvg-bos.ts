/** FVG and BOS on five years of 1m bars: sessions, candles, kernel and summary on one core. */
import { pathToFileURL } from 'node:url';
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
  /** Kernel and summary on candles that are there (they serve several statistics): median and best of the runs. */
  readonly ms: number;
  readonly bestMs: number;
  /** Million bars a second by the median. */
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

/** Rates of both statistics over `runs` rounds of all cases, after a few to warm up. */
export function benchFvgBos(runs = 9, bars: BarColumns = randomMinuteBars(FIVE_YEARS_SESSIONS)): KernelRate[] {
  const times = CASES.map(() => ({ answer: [] as number[], all: [] as number[], records: 0 }));
  for (let round = -WARM_UP_ROUNDS; round < runs; round++) {
    CASES.forEach(({ statistic, values }, i) => {
      const data = symbolData(bars);
      const began = performance.now();
      data.candles(EXCHANGE_SESSION, '1m');
      const candles = performance.now();
      times[i].records = answer(statistic, data, values);
      const ended = performance.now();
      if (round < 0) return;
      times[i].answer.push(ended - candles);
      times[i].all.push(ended - began);
    });
  }
  return CASES.map(({ what }, i) => {
    const ms = middle(times[i].answer);
    return {
      what,
      bars: bars.length,
      records: times[i].records,
      ms: rounded(ms),
      bestMs: rounded(Math.min(...times[i].answer)),
      mbarsPerS: rounded(bars.length / ms / 1000),
      mbarsPerSFromBars: rounded(bars.length / middle(times[i].all) / 1000),
    };
  });
}

const WARM_UP_ROUNDS = 3;
const rounded = (value: number) => Number(value.toFixed(1));

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
  statistic.summary.summarize(
    viewOf({ meta: data.meta, session, range: ALL, timeWindow: '5Y', values, allRecords: records, allDays: noDays }),
  );
  return records.length;
}

/** Neither summary looks at the days. */
const noDays = dayRecords(symbolData(randomMinuteBars(1)).sessions(EXCHANGE_SESSION));

function middle(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[times.length >> 1];
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) console.table(benchFvgBos());
