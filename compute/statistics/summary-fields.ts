/** A raw summary as the answer shows it: every number rounded by the unit of its field, NaN as null. */

import { type Field, shown } from '../market/records/fields.ts';
import type { Json } from '../market/records/render.ts';
import type { RawSummary, RawValue } from './statistic.ts';

/**
 * Looks a summary's leaves up in its fields. A field's name is a dotted path in which `*` stands for one key that
 * depends on the data (a weekday, a bucket); such a key may itself hold dots.
 */
export class SummaryFields {
  readonly #exact = new Map<string, Field>();
  readonly #wild: { pattern: RegExp; field: Field }[] = [];
  readonly #seen = new Map<string, Field | undefined>();

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
    if (this.#seen.has(path)) return this.#seen.get(path);
    const field = this.#exact.get(path) ?? this.#wild.find(({ pattern }) => pattern.test(path))?.field;
    if (this.#seen.size < 10_000) this.#seen.set(path, field);
    return field;
  }
}

/**
 * @throws where a leaf is in none of the fields: what is shown must be documented.
 */
export function renderSummary(fields: SummaryFields, raw: RawSummary): { [key: string]: Json } {
  return render(fields, raw, '') as { [key: string]: Json };
}

function render(fields: SummaryFields, value: RawValue, path: string): Json {
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return null;
    const field = fields.find(path);
    if (!field) throw new Error(`the summary shows '${path}', which its fields do not name`);
    return shown(value, field.unit);
  }
  if (value === null || typeof value !== 'object') return value as Json;
  if (Array.isArray(value)) return value.map((item: RawValue) => render(fields, item, path));
  const out: { [key: string]: Json } = {};
  for (const [key, inner] of Object.entries(value as RawSummary)) {
    out[key] = render(fields, inner, path === '' ? key : `${path}.${key}`);
  }
  return out;
}

/** Every number of a shown summary by its dotted path, for the summaries tables and for ranking. */
export function numericLeaves(value: Json, path = '', out: Record<string, number> = {}): Record<string, number> {
  if (typeof value === 'number') out[path] = value;
  else if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    for (const [key, inner] of Object.entries(value)) numericLeaves(inner, path === '' ? key : `${path}.${key}`, out);
  }
  return out;
}
