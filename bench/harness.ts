/** What a part is, how its rounds are run, and its figures: medians of several rounds with their spread, a line each. */

export interface Figure {
  readonly median: number;
  /** Least and greatest of the rounds: what the machine's noise made of it. */
  readonly least: number;
  readonly greatest: number;
  readonly rounds: number;
}

export interface Bar {
  readonly of: 'ours' | 'ratio';
  readonly atLeast?: number;
  readonly atMost?: number;
}

export interface Line {
  /** `p1`... */
  readonly part: string;
  readonly what: string;
  readonly unit: string;
  readonly ours: Figure;
  /** What it is held against; null: a bar alone. */
  readonly peer: Figure | null;
  readonly peerName?: string;
  readonly bars?: readonly Bar[];
  /** Figures of others, from other machines: for orientation. */
  readonly elsewhere?: string;
}

export function figure(values: readonly number[]): Figure {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: middle(sorted), least: sorted[0], greatest: sorted[sorted.length - 1], rounds: sorted.length };
}

/** Of ascending values. */
function middle(sorted: readonly number[]): number {
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

export const ratioOf = ({ ours, peer }: Line): number | null => (peer ? ours.median / peer.median : null);

export function holds(line: Line, bar: Bar): boolean {
  const value = bar.of === 'ours' ? line.ours.median : (ratioOf(line) ?? Number.NaN);
  return value >= (bar.atLeast ?? Number.NEGATIVE_INFINITY) && value <= (bar.atMost ?? Number.POSITIVE_INFINITY);
}

function short(value: number): string {
  const size = Math.abs(value);
  if (size >= 1000) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}

const shown = ({ median, least, greatest }: Figure) => `${short(median)} (${short(least)}-${short(greatest)})`;

function barText(line: Line, bar: Bar): string {
  const bound = bar.atLeast === undefined ? `<= ${short(bar.atMost!)}` : `>= ${short(bar.atLeast)}`;
  return `${bar.of === 'ours' ? '' : 'ratio '}${bound}: ${holds(line, bar) ? 'met' : 'MISSED'}`;
}

/** `what, ours, peer, ratio`, and the bar where there is one. */
export function lineText(line: Line): string {
  const ratio = ratioOf(line);
  const parts = [
    `${line.part} ${line.what}`,
    `ours ${shown(line.ours)} ${line.unit}`,
    line.peer ? `${line.peerName ?? 'peer'} ${shown(line.peer)}` : 'no peer',
    `ratio ${ratio === null ? '-' : short(ratio)}`,
    ...(line.bars ?? []).map((bar) => barText(line, bar)),
    ...(line.elsewhere === undefined ? [] : [`elsewhere: ${line.elsewhere}`]),
  ];
  return parts.join(' | ');
}

export function lineJson(line: Line): object {
  const bars = (line.bars ?? []).map((bar) => ({ ...bar, met: holds(line, bar) }));
  return { ...line, ratio: ratioOf(line), bars };
}

export interface PartOptions {
  /** Rounds that count, beside the one that warms up. */
  readonly rounds: number;
}

/** A file of `parts/` whose name begins with the part's (`p1-...`, `s2-...`) has one as default export. */
export interface Part {
  readonly title: string;
  run(options: PartOptions): Promise<readonly Line[]>;
}

export type Case = () => Promise<number> | number;

/** The values that the cases return, in turn, so that the machine's noise falls on all of them alike; a first round warms up and does not count. */
export async function inTurn(cases: readonly Case[], rounds: number): Promise<number[][]> {
  const values: number[][] = cases.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [i, run] of cases.entries()) {
      const value = await run();
      if (round > 0) values[i].push(value);
    }
  }
  return values;
}

export async function elapsedMs(run: () => Promise<unknown> | unknown): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

/** Time that all threads of this process were at work, the engine's among them. */
export async function cpuMs(run: () => Promise<unknown> | unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A case that runs something several times: its time by the clock, and beside it the processor time of each round. */
export interface Costed {
  readonly run: Case;
  /** Milliseconds a time, of the rounds that count. */
  cpu(): readonly number[];
}

export function costed(times: number, run: () => Promise<unknown> | unknown): Costed {
  const cpu: number[] = [];
  return {
    async run() {
      let elapsed = 0;
      const spent = await cpuMs(async () => {
        elapsed = await elapsedMs(async () => {
          for (let i = 0; i < times; i++) await run();
        });
      });
      cpu.push(spent / times);
      return elapsed / times;
    },
    cpu: () => cpu.slice(1),
  };
}
