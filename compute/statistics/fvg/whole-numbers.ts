/** Mean and median of whole numbers by group. Most fills come soon: small numbers are counted, not kept. */

/** Numbers below this are counted one by one. */
const COUNTED = 1024;

export class WholeNumbers {
  readonly count: Int32Array;
  readonly #sum: Float64Array;
  /** How often each number below COUNTED occurs, COUNTED places a group. */
  readonly #times: Int32Array;
  readonly #larger: number[][];

  constructor(groups: number) {
    this.count = new Int32Array(groups);
    this.#sum = new Float64Array(groups);
    this.#times = new Int32Array(groups * COUNTED);
    this.#larger = Array.from({ length: groups }, () => []);
  }

  /** @param value not negative */
  add(group: number, value: number): void {
    this.count[group]++;
    this.#sum[group] += value;
    if (value < COUNTED) this.#times[group * COUNTED + value]++;
    else this.#larger[group].push(value);
  }

  /** NaN of none. */
  mean(group: number): number {
    return this.#sum[group] / this.count[group];
  }

  /** NaN of none. */
  median(group: number): number {
    const n = this.count[group];
    if (n === 0) return Number.NaN;
    const upper = this.#ranked(group, n >> 1);
    return n % 2 === 1 ? upper : (this.#ranked(group, (n >> 1) - 1) + upper) / 2;
  }

  /** The number at position `rank` in ascending order. */
  #ranked(group: number, rank: number): number {
    let before = 0;
    for (let value = 0; value < COUNTED; value++) {
      before += this.#times[group * COUNTED + value];
      if (before > rank) return value;
    }
    const larger = Float64Array.from(this.#larger[group]).sort();
    return larger[rank - before];
  }
}
