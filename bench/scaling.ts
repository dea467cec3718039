/**
 * `node dist/bench/scaling.js`: what a whole market would take, by arithmetic over figures that were measured
 * (bench/measured.json). Prints the table of docs/scaling.md; a test holds the page to it. Linear and no more: what does not
 * grow in proportion stands in the page's words.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { projectFile } from '../lib/paths.ts';

const NAMES = [
  'hotRequestsPerSecond',
  'coldFromStoreMs',
  'landingBarsPerSecond',
  'rebuildBarsPerSecondACore',
  'liveBarCpuMsASymbol',
  'firstAnswerCpuMs',
  'lateBarMs',
  'dayEndCpuMsASymbol',
  'diskKbASymbol',
] as const;
export type Measured = Readonly<Record<(typeof NAMES)[number], { readonly value: number; readonly line: string }>>;

export interface Load {
  readonly symbols: number;
  readonly years: number;
  readonly requestsPerSecond: number;
  /** Share of them that the cache does not have. */
  readonly coldShare: number;
  /** Symbols whose answers somebody asks for again after each of their bars. */
  readonly watchedSymbols: number;
  readonly lateBarsADay: number;
}

export const WHOLE_MARKET: Load = {
  symbols: 12_000,
  years: 10,
  requestsPerSecond: 100_000,
  coldShare: 0.01,
  watchedSymbols: 2_000,
  lateBarsADay: 100_000,
};

const SESSIONS_A_YEAR = 252;
const BARS_A_SESSION = 390;
/** Bars of the symbols that S2 was measured with. */
const S2_BARS = 3_900;

export interface Row {
  readonly what: string;
  readonly amount: number;
  readonly unit: string;
  /** The arithmetic, in words. */
  readonly from: string;
}

export function plan(load: Load, measured: Measured): Row[] {
  const of = (name: keyof Measured) => measured[name].value;
  const barsADay = load.symbols * BARS_A_SESSION;
  const bars = barsADay * SESSIONS_A_YEAR * load.years;
  const cold = load.requestsPerSecond * load.coldShare;
  return [
    { what: 'stored bars', amount: bars, unit: 'bars', from: 'symbols x 390 x 252 x years' },
    {
      what: 'bringing the history in: landing',
      amount: bars / of('landingBarsPerSecond') / 3600,
      unit: 'hours of two cores',
      from: 'stored bars / P6',
    },
    {
      what: 'bringing the history in: statistics',
      amount: bars / of('rebuildBarsPerSecondACore') / 3600,
      unit: 'core-hours',
      from: 'stored bars / P4',
    },
    {
      what: 'a minute of the market: landing',
      amount: (load.symbols * of('liveBarCpuMsASymbol')) / 1000,
      unit: 'core-seconds a minute',
      from: 'symbols x S1 landed',
    },
    {
      what: 'the same: answers of watched symbols recomputed',
      amount: (load.watchedSymbols * of('firstAnswerCpuMs')) / 1000,
      unit: 'core-seconds a minute',
      from: 'watched symbols x S1 first answer',
    },
    {
      what: 'the end of a day: records and summaries',
      amount: (load.symbols * of('dayEndCpuMsASymbol')) / 1000 / 60,
      unit: 'core-minutes a day, at most',
      from: 'symbols x S2 (ten days of bars there, one here)',
    },
    {
      what: 'late bars and corrections',
      amount: (load.lateBarsADay * of('lateBarMs')) / 1000 / 3600,
      unit: 'core-hours a day, at most',
      from: 'late bars x P5, none of them together',
    },
    {
      what: 'hot requests',
      amount: (load.requestsPerSecond - cold) / of('hotRequestsPerSecond'),
      unit: 'processes',
      from: 'requests x (1 - cold share) / P1',
    },
    {
      what: 'cold requests',
      amount: (cold * of('coldFromStoreMs')) / 1000,
      unit: 'cores, of the API and the store together',
      from: 'requests x cold share x P2 from the store',
    },
    {
      what: 'disk beside the bars, a replica',
      amount: (load.symbols * of('diskKbASymbol') * ((load.years * SESSIONS_A_YEAR * BARS_A_SESSION) / S2_BARS)) / 1e9,
      unit: 'TB, at most',
      from: 'symbols x S2 disk x (bars a symbol / 3,900)',
    },
  ];
}

const shown = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(2));

export function table(rows: readonly Row[]): string {
  const lines = rows.map(({ what, amount, unit, from }) => `| ${what} | ${shown(amount)} ${unit} | ${from} |`);
  return ['| | | from |', '|---|---|---|', ...lines].join('\n');
}

export function readMeasured(): Measured {
  const read = JSON.parse(readFileSync(projectFile('bench', 'measured.json'), 'utf8'));
  for (const name of NAMES) {
    if (!(read[name]?.value > 0)) throw new TypeError(`bench/measured.json: ${name} needs a value`);
  }
  return read;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.stdout.write(`${table(plan(WHOLE_MARKET, readMeasured()))}\n`);
}
