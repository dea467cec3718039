/** What a query parameter takes: as JSON Schema and in words. */
import type { Param } from '../../compute/statistics/params.ts';
import { DATE_PATTERN, SYMBOL_PATTERN } from '../query/patterns.ts';
import type { Schema } from './schemas.ts';

const TYPES: Readonly<Record<Param['doc']['type'], string>> = {
  string: 'string',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  date: 'string',
  time: 'string',
};

export function parameterSchema(name: string, { doc, fallback }: Param): Schema {
  const pattern = name === 'symbol' ? SYMBOL_PATTERN : doc.pattern;
  return {
    type: TYPES[doc.type],
    ...(doc.type === 'date' ? { format: 'date', pattern: DATE_PATTERN } : {}),
    ...(pattern ? { pattern } : {}),
    ...(doc.values
      ? { enum: [...(doc.type === 'integer' ? doc.values.map(Number) : doc.values), ...(doc.aliases ?? [])] }
      : {}),
    ...(doc.maximumLength === undefined ? {} : { maxLength: doc.maximumLength }),
    ...(doc.minimum === undefined ? {} : { minimum: doc.minimum }),
    ...(doc.maximum === undefined ? {} : { maximum: doc.maximum }),
    ...(doc.default === null || fallback === undefined ? {} : { default: doc.default }),
  };
}

/** The description with the words or bounds that the parameter keeps to. */
export function parameterText({ doc: { description, values, minimum, maximum } }: Param): string {
  if (values) return `${description} (${values.join(', ')})`;
  if (minimum !== undefined && maximum !== undefined) return `${description} (${minimum} to ${maximum})`;
  if (minimum !== undefined) return `${description} (at least ${minimum})`;
  return maximum === undefined ? description : `${description} (at most ${maximum})`;
}
