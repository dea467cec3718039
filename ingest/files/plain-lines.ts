/**
 * Lines of CSV as plain bars, from their characters to columns: an object for each line, its cells and its time would
 * cost many times as much. It takes a line only where nothing is left to judge: figures of digits and a decimal sign, a
 * time whose date was read before in the same spelling, and all else as in a line that the mapper made a plain bar of.
 * Any other line is for `RowMapper`; a property test holds the two to the same events.
 */
import { BAR_FIGURES } from '../contract/bar.ts';
import type { BarBlockBuilder, BarTemplate } from '../contract/bar-block.ts';
import type { CsvLayout } from './csv-layout.ts';
import type { IntervalGuess } from './interval.ts';
import type { Conventions, RowMapper } from './mapper.ts';
import { plainEpochMs } from './time.ts';

const TIME = BAR_FIGURES.length;
const CLOCK = TIME + 1;
const HEAD = TIME + 2;
const UNUSED = TIME + 3;
const ROLES: Record<string, number> = {
  ...Object.fromEntries(BAR_FIGURES.map((field, i) => [field, i])),
  ...{ ts: TIME, symbol: HEAD, asset_class: HEAD, interval: HEAD },
};

const SEPARATORS = [',', ';', '\t', '|'];
const QUOTE = 34;
const ASCII_MAX = 127;
const ZERO = 48;
const COLON = 58;
const PRICES = 4;
const LAST_MINUTE_MS = 86_340_000;
/** A whole number of so many digits is exact, and so is the power of ten that it is divided by: the nearest double. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => Number(`1e${exponent}`));
const SPELLINGS_MAX = 10_000;

const CLOCK_TIME = /^([^:]*?)(\d{2}:\d{2}(?::\d{2})?)(?![\d:])(.*)$/;

/** Times that differ in their clock alone. */
interface Spelling {
  readonly before: string;
  /** Characters of `HH:MM` or `HH:MM:SS`; 0: a date alone. */
  readonly clock: number;
  readonly after: string;
  /** Epoch milliseconds at 00:00; NaN where the mapper must read each of them. */
  readonly ms: number;
}

export interface PlainLinesOptions {
  readonly layout: CsvLayout;
  readonly rowBytes: number;
  readonly conventions: Conventions;
  readonly mapper: RowMapper;
  readonly intervals: IntervalGuess | undefined;
  readonly builder: BarBlockBuilder;
}

export class PlainLines {
  readonly #options: PlainLinesOptions;
  readonly #roles: readonly number[];
  readonly #separator: number;
  readonly #decimal: number;
  readonly #figures = new Float64Array(BAR_FIGURES.length);
  readonly #heads = new Map<string, BarTemplate>();
  /** Starts and ends of the cells that the head is of. */
  readonly #headCells: Int32Array;
  #head: BarTemplate | undefined;
  #headTexts: readonly string[] = [];
  readonly #spellings = new Map<string, Spelling>();
  #spelling: Spelling | undefined;

  /** `undefined` where the columns are not those of plain bars. */
  static of(options: PlainLinesOptions): PlainLines | undefined {
    const { layout, mapper, conventions } = options;
    const { delimiter, columns } = layout;
    if (layout.wide || !SEPARATORS.includes(delimiter) || delimiter === conventions.spelling.decimal) return undefined;
    const { fields, clockIndex } = mapper.columnsOf(columns);
    const roles = columns.map(() => UNUSED);
    for (const { field, index } of fields) roles[index] = ROLES[field] ?? -1;
    if (clockIndex >= 0) roles[clockIndex] = CLOCK;
    for (let role = 0; role <= TIME; role++) if (!roles.includes(role)) return undefined;
    return roles.includes(-1) ? undefined : new PlainLines(options, roles);
  }

  private constructor(options: PlainLinesOptions, roles: readonly number[]) {
    this.#options = options;
    this.#roles = roles;
    this.#separator = options.layout.delimiter.charCodeAt(0);
    this.#decimal = options.conventions.spelling.decimal.charCodeAt(0);
    this.#headCells = new Int32Array(2 * roles.filter((role) => role === HEAD).length);
  }

  /** How many lines from `from` on it put into the builder; the first of them is row `row` of the file. */
  take(lines: readonly string[], from: number, row: number): number {
    const { builder } = this.#options;
    let at = from;
    while (at < lines.length && !builder.isFull && this.#takeLine(lines[at], row + at - from)) at++;
    return at - from;
  }

  #takeLine(line: string, row: number): boolean {
    const { rowBytes, conventions, mapper, builder } = this.#options;
    if (line.length > rowBytes) return false;
    let at = 0;
    let heads = 0;
    let timeFrom = 0;
    let timeTo = 0;
    let clockFrom = -1;
    let clockTo = -1;
    for (let i = 0; i < this.#roles.length; i++) {
      if (i > 0 && line.charCodeAt(at++) !== this.#separator) return false;
      const role = this.#roles[i];
      const from = at;
      at = role < TIME ? this.#readFigure(line, from, role) : this.#endOfCell(line, from);
      if (at < 0) return false;
      if (role === TIME) {
        timeFrom = from;
        timeTo = at;
      } else if (role === CLOCK) {
        clockFrom = from;
        clockTo = at;
      } else if (role === HEAD) {
        this.#headCells[heads++] = from;
        this.#headCells[heads++] = at;
      }
    }
    if (at !== line.length) return false;
    const ms = this.#msOf(line, timeFrom, timeTo, clockFrom, clockTo);
    if (Number.isNaN(ms)) return false;
    const head = this.#headOf(line, row);
    if (!head) return false;
    if (conventions.priceScale !== 1)
      for (let i = 0; i < PRICES; i++) this.#figures[i] = mapper.scaled(this.#figures[i]);
    return builder.put(head, row, mapper.member, ms, this.#figures);
  }

  /** The end of a figure without sign, exponent, blanks or groups; -1 where it is none. */
  #readFigure(line: string, from: number, index: number): number {
    let at = from;
    let value = 0;
    let point = -1;
    for (; at < line.length; at++) {
      const code = line.charCodeAt(at);
      const digit = code - ZERO;
      if (digit >= 0 && digit <= 9) value = value * 10 + digit;
      else if (code === this.#decimal && point < 0) point = at;
      else break;
    }
    const decimals = point < 0 ? 0 : at - point - 1;
    const digits = point < 0 ? at - from : at - from - 1;
    if (digits === 0 || (point >= 0 && (decimals === 0 || decimals === digits))) return -1;
    if (digits <= EXACT_DIGITS) this.#figures[index] = value / POWERS[decimals];
    else this.#figures[index] = Number(line.slice(from, at).replace(',', '.'));
    return at;
  }

  /** -1 where the cell is quoted or may be no UTF-8. */
  #endOfCell(line: string, from: number): number {
    for (let at = from; at < line.length; at++) {
      const code = line.charCodeAt(at);
      if (code === this.#separator) return at;
      if (code === QUOTE || code > ASCII_MAX) return -1;
    }
    return line.length;
  }

  /** Epoch milliseconds, or NaN. `clockFrom`: -1 where the clock has no cell of its own. */
  #msOf(line: string, timeFrom: number, timeTo: number, clockFrom: number, clockTo: number): number {
    const apart = clockFrom >= 0;
    const known = this.#spelling;
    if (known) {
      const { before, clock, after } = known;
      const from = apart ? clockFrom : timeFrom + before.length;
      const isSame =
        line.startsWith(before, timeFrom) &&
        (!apart || timeTo - timeFrom === before.length) &&
        (apart ? clockTo : timeTo) - from === clock + after.length &&
        line.startsWith(after, from + clock);
      if (isSame) return known.ms + clockMs(line, from, clock);
    }
    const date = line.slice(timeFrom, timeTo);
    const text = apart ? line.slice(clockFrom, clockTo) : date;
    const epochMs = apart ? null : plainEpochMs(text);
    if (epochMs !== null) return epochMs;
    const match = CLOCK_TIME.exec(text);
    if (match ? apart && match[1] !== '' : apart || text.includes(':')) return Number.NaN;
    const [, start, clock, after] = match ?? [text, text, '', ''];
    const before = apart ? date : start;
    const key = `${before}\0${clock.length}\0${after}`;
    let spelling = this.#spellings.get(key);
    if (!spelling) {
      spelling = { before, clock: clock.length, after, ms: this.#dayOf(before, clock.length, after, apart) };
      if (this.#spellings.size >= SPELLINGS_MAX) this.#spellings.clear();
      this.#spellings.set(key, spelling);
    }
    this.#spelling = spelling;
    return spelling.ms + clockMs(text, start.length, clock.length);
  }

  /** Between two clock times that are as far apart in UTC no clock is set: all others of that day lie between them. */
  #dayOf(before: string, clock: number, after: string, apart: boolean): number {
    const { mapper } = this.#options;
    const at = (time: string) => {
      const text = `${time.slice(0, clock)}${after}`;
      return apart ? mapper.msOf(before, text) : mapper.msOf(before + text, undefined);
    };
    const first = at('00:00:00');
    return clock === 0 || at('23:59:00') - first === LAST_MINUTE_MS ? first : Number.NaN;
  }

  #headOf(line: string, row: number): BarTemplate | undefined {
    const cells = this.#headCells;
    let isSame = this.#head !== undefined;
    for (let k = 0; isSame && k < this.#headTexts.length; k++) {
      const [from, text] = [cells[2 * k], this.#headTexts[k]];
      isSame = cells[2 * k + 1] - from === text.length && line.startsWith(text, from);
    }
    if (isSame) return this.#head;
    const texts = Array.from({ length: cells.length / 2 }, (_, k) => line.slice(cells[2 * k], cells[2 * k + 1]));
    const key = texts.join('\0');
    const head = this.#heads.get(key) ?? this.#newHead(line, row, key);
    if (!head) return undefined;
    this.#head = head;
    this.#headTexts = texts;
    return head;
  }

  /** As the mapper has it, once nothing can change it any more. */
  #newHead(line: string, row: number, key: string): BarTemplate | undefined {
    const { layout, mapper, intervals, builder } = this.#options;
    const mapped = mapper.map({ number: row, columns: layout.columns, cells: line.split(layout.delimiter) });
    if (mapped.refusal || (intervals && !intervals.isDecided(mapped.symbol))) return undefined;
    intervals?.take(mapped);
    const head = builder.templateOf(mapped.event);
    if (!head) return undefined;
    if (this.#heads.size >= SPELLINGS_MAX) this.#heads.clear();
    this.#heads.set(key, head);
    return head;
  }
}

/** `HH:MM`, `HH:MM:SS` or nothing as milliseconds; NaN where it is no time of day. */
function clockMs(text: string, at: number, length: number): number {
  if (length === 0) return 0;
  const hour = twoDigits(text, at);
  const minute = text.charCodeAt(at + 2) === COLON ? twoDigits(text, at + 3) : Number.NaN;
  const second = length === 5 ? 0 : text.charCodeAt(at + 5) === COLON ? twoDigits(text, at + 6) : Number.NaN;
  return hour <= 23 && minute <= 59 && second <= 59 ? (hour * 3600 + minute * 60 + second) * 1000 : Number.NaN;
}

function twoDigits(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - ZERO, text.charCodeAt(at + 1) - ZERO];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}
