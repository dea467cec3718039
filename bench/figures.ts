/** Figures of a benchmark: medians of several rounds with their spread, and the lines that show them. */

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
