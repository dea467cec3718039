import type { Line } from '../figures.ts';

export interface PartOptions {
  /** Rounds that count, beside the one that warms up. */
  readonly rounds: number;
}

/** A file beside this one whose name begins with the part's (`p1-...`, `s2-...`) has one as default export. */
export interface Part {
  readonly title: string;
  run(options: PartOptions): Promise<readonly Line[]>;
}
