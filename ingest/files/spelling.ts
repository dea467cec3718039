/**
 * How the figures and dates of a textual file are spelled, judged by its cells. What may be read in two ways is an
 * error that names the option which says it: a guess would be wrong in every row.
 */
import { ImportError } from './errors.ts';
import { type DateOrder, twoFigures } from './time.ts';
import type { Spelling } from './values.ts';

const POINT = /^[+-]?(?:\d*\.(?:\d{1,2}|\d{4,})|0?\.\d+|\d{4,}\.\d+)$/;
const COMMA = /^[+-]?(?:\d+,(?:\d{1,2}|\d{4,})|0,\d+|\d{4,},\d+|\d{1,3}(?:\.\d{3})+,\d+)$/;
const COMMA_GROUPS = /^[+-]?\d{1,3}(?:(?:,\d{3}){2,}|(?:,\d{3})+\.\d+)$/;
const POINT_GROUPS = /^[+-]?\d{1,3}(?:\.\d{3}){2,}$/;
const EITHER = /^[+-]?\d{1,3},\d{3}$/;

/** `cells`: figures of a sample. Throws an ImportError (usage) that names `--decimal` where they do not say. */
export function judgeFigures(cells: Iterable<string>, given: '.' | ',' | undefined, file: string): Spelling {
  if (given !== undefined) return { decimal: given, grouped: true };
  let point: string | undefined;
  let comma: string | undefined;
  let either: string | undefined;
  for (const cell of cells) {
    const figure = cell.trim().replace(/^[$€£]\s*/, '');
    if (POINT.test(figure) || COMMA_GROUPS.test(figure)) point ??= figure;
    else if (COMMA.test(figure) || POINT_GROUPS.test(figure)) comma ??= figure;
    else if (EITHER.test(figure)) either ??= figure;
  }
  const doubtful = point !== undefined && comma !== undefined ? `${point} and ${comma}` : either;
  if ((point === undefined) === (comma === undefined) && doubtful !== undefined) {
    const message = `figures such as ${doubtful} may have a decimal comma or thousands separators`;
    throw new ImportError('usage', `${file}: ${message}; give --decimal . or --decimal ,`);
  }
  return { decimal: comma === undefined ? '.' : ',', grouped: point !== undefined || comma !== undefined };
}

/** The order of day and month in dates whose year comes last, as far as the cells looked at so far say. */
export class DateOrderJudge {
  #shown: string | undefined;
  #order: DateOrder | undefined;
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** True while dates were met whose order is open. */
  get open(): boolean {
    return this.#shown !== undefined && this.#order === undefined;
  }

  take(cell: string): void {
    const figures = twoFigures(cell.trim());
    if (!figures) return;
    this.#shown ??= cell.trim();
    const [one, two] = figures;
    const order = one > 12 && two <= 12 ? 'DMY' : two > 12 && one <= 12 ? 'MDY' : undefined;
    if (order === undefined || order === this.#order) return;
    if (this.#order !== undefined) throw this.#unclear('has dates of both orders');
    this.#order = order;
  }

  /** `undefined` where there are no such dates. Throws an ImportError (usage) that names `--date-format`. */
  get order(): DateOrder | undefined {
    if (this.open) throw this.#unclear('may be day or month first, and no date of the file tells which');
    return this.#order;
  }

  #unclear(why: string): ImportError {
    const date = this.#shown?.split(/[ T]/)[0] ?? '';
    const sign = /[-/.]/.exec(date)?.[0] ?? '/';
    const formats = ['MM.DD.YYYY', 'DD.MM.YYYY'].map((format) => `--date-format ${format.replaceAll('.', sign)}`);
    return new ImportError('usage', `${this.#file}: ${date} ${why}; give ${formats.join(' or ')}`);
  }
}
