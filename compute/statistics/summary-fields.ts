/** A raw summary as the answer shows it: every number rounded by the unit of its field, NaN as null. */

import { type Field, shown } from '../market/records/fields.ts';
import type { Json } from '../market/records/render.ts';
import type { RawSummary, RawValue } from './statistic.ts';

/**
 * Looks a summary's leaves up in its fields. A field's name is a dotted path in which `*` stands for one key that
 * depends on the data (a weekday, a bucket); such a key may itself hold dots.
 */
export class SummaryFields {
  /** Paths that were shown, as a tree: a summary of hundreds of figures is shown without making one path of text. */
  readonly root: Place = { path: '', key: '', field: undefined, inner: new Map() };
  /** Texts of intervals that many rates share. */
  readonly intervals = new WeakMap<object, string>();
  readonly #exact = new Map<string, Field>();
  readonly #wild: { pattern: RegExp; field: Field }[] = [];
  #places = 0;

  constructor(fields: readonly Field[]) {
    for (const field of fields) {
      if (!field.name.includes('*')) this.#exact.set(field.name, field);
      else {
        const source = field.name
          .split('*')
          .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('.+?');
        this.#wild.push({ pattern: new RegExp(`^${source}$`), field });
      }
    }
  }

  find(path: string): Field | undefined {
    return this.#exact.get(path) ?? this.#wild.find(({ pattern }) => pattern.test(path))?.field;
  }

  within(outer: Place, key: string): Place {
    const known = outer.inner.get(key);
    if (known) return known;
    const path = outer.path === '' ? key : `${outer.path}.${key}`;
    const place: Place = { path, key: `${JSON.stringify(key)}:`, field: this.find(path), inner: new Map() };
    if (this.#places < MOST_PLACES) {
      outer.inner.set(key, place);
      this.#places++;
    }
    return place;
  }
}

interface Place {
  readonly path: string;
  /** The last of the path, as JSON text has it before the value. */
  readonly key: string;
  readonly field: Field | undefined;
  readonly inner: Map<string, Place>;
}

/** Keys depend on the data: beyond so many their fields are looked up each time. */
const MOST_PLACES = 10_000;

/**
 * @throws where a leaf is in none of the fields: what is shown must be documented.
 */
export function renderSummary(fields: SummaryFields, raw: RawSummary): { [key: string]: Json } {
  return render(fields, raw, fields.root) as { [key: string]: Json };
}

function render(fields: SummaryFields, value: RawValue, place: Place): Json {
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return null;
    if (!place.field) throw new Error(`the summary shows '${place.path}', which its fields do not name`);
    return shown(value, place.field.unit);
  }
  if (value === null || typeof value !== 'object') return value as Json;
  if (Array.isArray(value)) return value.map((item: RawValue) => render(fields, item, place));
  const out: { [key: string]: Json } = {};
  const raw = value as RawSummary;
  for (const key of Object.keys(raw)) out[key] = render(fields, raw[key], fields.within(place, key));
  return out;
}

/**
 * The same as JSON text: what `JSON.stringify` gives of it, in half the time, for the hundreds of a symbol.
 * @throws as `renderSummary`
 */
export function summaryText(fields: SummaryFields, raw: RawSummary): string {
  return textOf(fields, raw, fields.root);
}

function textOf(fields: SummaryFields, value: RawValue, place: Place): string {
  if (typeof value === 'number') return JSON.stringify(render(fields, value, place));
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: RawValue) => textOf(fields, item, place)).join(',')}]`;
  const known = fields.intervals.get(value);
  if (known !== undefined) return known;
  const raw = value as RawSummary;
  let text = '';
  for (const key of Object.keys(raw)) {
    const inner = fields.within(place, key);
    text += `${text === '' ? '{' : ','}${inner.key}${textOf(fields, raw[key], inner)}`;
  }
  text = text === '' ? '{}' : `${text}}`;
  if (Object.isFrozen(value)) fields.intervals.set(value, text);
  return text;
}

/** Every number of a shown summary by its dotted path, for the summaries tables and for ranking. */
export function numericLeaves(value: Json, path = '', out: Record<string, number> = {}): Record<string, number> {
  if (typeof value === 'number') out[path] = value;
  else if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    for (const [key, inner] of Object.entries(value)) numericLeaves(inner, path === '' ? key : `${path}.${key}`, out);
  }
  return out;
}
