/**
 * Counts and sums of gap records by group. Rows are many (a hundred thousand), groups overlap (all, a direction, an
 * hour, within a session): counts are made per cell of hour, direction and span, then added up to groups. Sums of
 * fractions are made per group at once, oldest first, since their last digit hangs on the order; so are the numbers that
 * medians are of, since a few gaps would not pay for their place in every cell.
 */
import { FILL_BUCKETS } from '../../market/fields.ts';
import { numbers, type RecordTable } from '../../market/records.ts';

const MINUTES_PER_HOUR = 60;
const MS_PER_MINUTE = 60_000;
export const HOURS = 24;
const CELLS = HOURS * 4;

/** Numbers of the groups: four fixed ones, then the UTC hours. */
export const OVERALL = 0;
export const BULLISH = 1;
export const BEARISH = 2;
export const WITHIN_SESSION = 3;
export const FIRST_HOUR = 4;
const GROUPS = FIRST_HOUR + HOURS;

/** Whole numbers below this are counted one by one, for medians; the few larger ones are kept. */
const COUNTED = 256;
/** Of a group: bars, then minutes, to the full fill. */
const LISTS = 2;

/** What is counted, as places in the row of a cell or group. */
const COUNT = 0;
const FOLLOWED = 1;
const TOUCHED = 2;
const FILLED = 3;
const BARS = 4;
const MINUTES = 5;
const BUCKETS = 6;
const PLACES = BUCKETS + FILL_BUCKETS.length;

export class Sums {
  readonly #counts: Float64Array;
  readonly #gapSize = new Float64Array(GROUPS);
  /** Followed gaps whose size the plan does not show. */
  readonly #unsized = new Float64Array(GROUPS);
  readonly #moveAway = new Float64Array(GROUPS);
  /** How often each number below COUNTED occurs, by list: those of bars and of minutes of each group. */
  readonly #times = new Uint32Array(GROUPS * LISTS * COUNTED);
  /** Numbers from COUNTED on, by list. */
  readonly #larger: number[][] = [];

  /** @param horizon candles that gaps were followed on; 0: all there are */
  constructor(records: RecordTable, horizon: number) {
    const cells = this.#addUp(records, horizon);
    this.#counts = new Float64Array(GROUPS * PLACES);
    for (let cell = 0; cell < CELLS; cell++) {
      if (cells[cell * PLACES + COUNT] > 0) for (const group of groupsOf(cell)) this.#fold(cells, cell, group);
    }
  }

  count(group: number): number {
    return this.#counts[group * PLACES + COUNT];
  }

  /** Gaps that rates and averages rest on: complete ones; with unlimited following those with a later candle. */
  followed(group: number): number {
    return this.#counts[group * PLACES + FOLLOWED];
  }

  touched(group: number): number {
    return this.#counts[group * PLACES + TOUCHED];
  }

  filled(group: number): number {
    return this.#counts[group * PLACES + FILLED];
  }

  inBucket(group: number, bucket: number): number {
    return this.#counts[group * PLACES + BUCKETS + bucket];
  }

  /** Averages and medians over nothing are NaN. */
  averages(group: number) {
    const at = group * PLACES;
    const filled = this.filled(group);
    return {
      gapSize: this.#gapSize[group] / (this.followed(group) - this.#unsized[group]),
      moveAway: this.#moveAway[group] / this.followed(group),
      bars: this.#counts[at + BARS] / filled,
      minutes: this.#counts[at + MINUTES] / filled,
      medianBars: this.#median(group, group * LISTS),
      medianMinutes: this.#median(group, group * LISTS + 1),
    };
  }

  #addUp(records: RecordTable, horizon: number): Float64Array {
    const direction = numbers(records, 'direction');
    const formedAt = numbers(records, 'formed_at');
    const spansSession = numbers(records, 'spans_session');
    const complete = numbers(records, 'complete');
    const filled = numbers(records, 'filled');
    const touched = numbers(records, 'touched');
    const gapSize = numbers(records, 'gap_size');
    const bars = numbers(records, 'bars_to_full_fill');
    const minutes = numbers(records, 'minutes_to_full_fill');
    const moveAway = numbers(records, 'move_away_pct_before_touch');
    const bucket = numbers(records, 'fill_bucket');
    const sizes = this.#gapSize;
    const moves = this.#moveAway;
    const cells = new Float64Array(CELLS * PLACES);
    for (let row = 0; row < records.length; row++) {
      const hour = ((formedAt[row] / MS_PER_MINUTE / MINUTES_PER_HOUR) | 0) % HOURS;
      const cell = hour * 4 + direction[row] * 2 + spansSession[row];
      const at = cell * PLACES;
      cells[at + COUNT]++;
      if (horizon > 0 ? complete[row] === 0 : Number.isNaN(bucket[row])) continue;
      cells[at + FOLLOWED]++;
      cells[at + TOUCHED] += touched[row];
      cells[at + BUCKETS + bucket[row]]++;
      if (Number.isNaN(gapSize[row])) for (const group of groupsOf(cell)) this.#unsized[group]++;
      const size = gapSize[row] || 0;
      const move = moveAway[row];
      sizes[OVERALL] += size;
      moves[OVERALL] += move;
      sizes[BULLISH + direction[row]] += size;
      moves[BULLISH + direction[row]] += move;
      sizes[FIRST_HOUR + hour] += size;
      moves[FIRST_HOUR + hour] += move;
      if (spansSession[row] === 0) {
        sizes[WITHIN_SESSION] += size;
        moves[WITHIN_SESSION] += move;
      }
      if (filled[row] === 0) continue;
      cells[at + FILLED]++;
      cells[at + BARS] += bars[row];
      cells[at + MINUTES] += minutes[row];
      this.#note(OVERALL, bars[row], minutes[row]);
      this.#note(BULLISH + direction[row], bars[row], minutes[row]);
      this.#note(FIRST_HOUR + hour, bars[row], minutes[row]);
      if (spansSession[row] === 0) this.#note(WITHIN_SESSION, bars[row], minutes[row]);
    }
    return cells;
  }

  #fold(cells: Float64Array, cell: number, group: number): void {
    for (let place = 0; place < PLACES; place++) this.#counts[group * PLACES + place] += cells[cell * PLACES + place];
  }

  #note(group: number, bars: number, minutes: number): void {
    this.#noteIn(group * LISTS, bars);
    this.#noteIn(group * LISTS + 1, minutes);
  }

  #noteIn(list: number, value: number): void {
    if (value < COUNTED) {
      this.#times[list * COUNTED + value]++;
      return;
    }
    this.#larger[list] ??= [];
    this.#larger[list].push(value);
  }

  #median(group: number, list: number): number {
    const n = this.filled(group);
    if (n === 0) return Number.NaN;
    const upper = this.#ranked(list, n >> 1);
    return n % 2 === 1 ? upper : (this.#ranked(list, (n >> 1) - 1) + upper) / 2;
  }

  /** The number at position `rank` in ascending order. */
  #ranked(list: number, rank: number): number {
    let before = 0;
    for (let value = 0; value < COUNTED; value++) {
      before += this.#times[list * COUNTED + value];
      if (before > rank) return value;
    }
    return Float64Array.from(this.#larger[list]).sort()[rank - before];
  }
}

/** A cell's number is `hour * 4 + direction * 2 + spans a session`. */
function groupsOf(cell: number): number[] {
  const groups = [OVERALL, BULLISH + ((cell >> 1) & 1), FIRST_HOUR + (cell >> 2)];
  if ((cell & 1) === 0) groups.push(WITHIN_SESSION);
  return groups;
}
