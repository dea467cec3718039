/** Parts of the benchmark, their rounds, and their figures: one line each, with median and spread of several rounds. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../lib/logger.ts';

export interface Figure {
  readonly median: number;
  /** Least and greatest value of the rounds: the machine's noise. */
  readonly least: number;
  readonly greatest: number;
  /** Number of rounds; 0: not measured, so the values have no meaning. */
  readonly rounds: number;
}

interface Bar {
  readonly of: 'ours' | 'ratio';
  readonly atLeast?: number;
  readonly atMost?: number;
}

export interface Line {
  /** Name of the part: `p1`...; default: the one in the file's name. */
  readonly part?: string;
  readonly what: string;
  readonly unit: string;
  readonly ours: Figure;
  /** Figure of the peer; null: there is only a bar. */
  readonly peer: Figure | null;
  readonly peerName?: string;
  readonly bars: readonly Bar[];
}

interface About {
  readonly part?: string;
  readonly peer?: readonly [values: readonly number[], name: string];
  readonly ours?: Omit<Bar, 'of'>;
  readonly ratio?: Omit<Bar, 'of'>;
}

/** Makes a line. @param values of the rounds, or a single one @param about bars for ours and for the ratio to the peer */
export function line(what: string, unit: string, values: number | readonly number[], about: About = {}): Line {
  const { part, peer } = about;
  const bars = (['ours', 'ratio'] as const).flatMap((of) => (about[of] ? [{ of, ...about[of] }] : []));
  const against = peer ? { peer: figure(peer[0]), peerName: peer[1] } : { peer: null };
  return { part, what, unit, ours: figure([values].flat()), ...against, bars };
}

function figure(values: readonly number[]): Figure {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  return { median, least: sorted[0], greatest: sorted[sorted.length - 1], rounds: sorted.length };
}

/** Returns the quantile of ascending values; NaN if there are none. */
export const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

const ratioOf = ({ ours, peer }: Line): number | null =>
  peer && ours.rounds > 0 && peer.rounds > 0 ? ours.median / peer.median : null;

function holds(line: Line, bar: Bar): boolean {
  const value = bar.of === 'ours' ? line.ours.median : (ratioOf(line) ?? Number.NaN);
  return value >= (bar.atLeast ?? Number.NEGATIVE_INFINITY) && value <= (bar.atMost ?? Number.POSITIVE_INFINITY);
}

function short(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}

const shown = ({ median, least, greatest, rounds }: Figure, unit = '') =>
  rounds === 0 ? 'not measured' : `${short(median)} (${short(least)}-${short(greatest)})${unit && ` ${unit}`}`;

function barText(line: Line, bar: Bar): string {
  const bound = bar.atLeast === undefined ? `<= ${short(bar.atMost!)}` : `>= ${short(bar.atLeast)}`;
  const known = bar.of === 'ours' ? line.ours.rounds > 0 : ratioOf(line) !== null;
  return `${bar.of === 'ours' ? '' : 'ratio '}${bound}: ${known ? (holds(line, bar) ? 'met' : 'MISSED') : 'not measured'}`;
}

/** Returns the text of a line: `what, ours, peer, ratio`, and the bar if there is one. */
export function lineText(line: Line): string {
  const ratio = ratioOf(line);
  const parts = [
    `${line.part} ${line.what}`,
    `ours ${shown(line.ours, line.unit)}`,
    line.peer ? `${line.peerName} ${shown(line.peer)}` : 'no peer',
    `ratio ${ratio === null ? '-' : short(ratio)}`,
    ...line.bars.map((bar) => barText(line, bar)),
  ];
  return parts.join(' | ');
}

export function lineJson(line: Line): object {
  const bars = line.bars.map((bar) => ({ ...bar, met: holds(line, bar) }));
  return { ...line, ratio: ratioOf(line), bars };
}

/**
 * A part: the default export of a file in `parts/` whose name begins with the part's (`p1-...`, `s2-...`). It runs in a
 * process of its own. @param rounds that count, beside the warm-up
 */
export type Part = (rounds: number) => Promise<readonly Line[]>;

/** Logger of failures in measured code: figures of work that was not done would look good. */
export const logger = createLogger({ name: 'bench', level: 'error' });

/** Runs the cases in turn, so that the machine's noise affects them alike; the first round warms up and does not count. */
export async function inTurn<K extends string, V>(
  cases: Readonly<Record<K, () => Promise<V> | V>>,
  rounds: number,
): Promise<Record<K, V[]>> {
  const names = Object.keys(cases) as K[];
  const values = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<K, V[]>;
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const value = await cases[name]();
      if (round > 0) values[name].push(value);
    }
  }
  return values;
}

/** Milliseconds by the clock, and processor time of all threads of this process, including the engine's. */
export interface Cost {
  readonly ms: number;
  readonly cpu: number;
}

export const msOf = (costs: readonly Cost[]) => costs.map(({ ms }) => ms);
export const cpuOf = (costs: readonly Cost[]) => costs.map(({ cpu }) => cpu);

/** Measures the cost of one run. @param times runs in a row, over which the cost is averaged */
export async function costOf(run: () => Promise<unknown> | unknown, times = 1): Promise<Cost> {
  const [before, began] = [process.cpuUsage(), performance.now()];
  for (let i = 0; i < times; i++) await run();
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  return { ms: ms / times, cpu: (user + system) / 1000 / times };
}

const ends: (() => void)[] = [];
process.once('exit', () => {
  for (const end of ends.reverse()) end();
});

/** Registers a function to call when this process ends in any way; the last registered runs first. */
export const atExit = (end: () => void) => void ends.push(end);

export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'market-stats-bench-'));
  atExit(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }));
  return path;
}
