/**
 * From a record of the log to a landing row. Bad data is an answer here, never an exception: a batch continues
 * past it and the record becomes a dead letter.
 */
import { isUtf8 } from 'node:buffer';
import { type Refusal, refuse } from './reasons.ts';
import type { RecordMeta } from './rows.ts';
import type { EventTopic } from './topics.ts';
import { type Bounds, DEFAULT_BOUNDS, type Decoded, validate } from './validate.ts';

/** Longest value that is looked at. */
export const MAX_VALUE_BYTES = 1_048_576;

function textOf(value: Buffer | string | null): string | Refusal {
  if (value === null || value.length === 0)
    return refuse('empty_value', 'the message has no value; send a JSON object');
  // In characters for text, which are never more than its bytes: only what is far too long is refused by it.
  if (value.length > MAX_VALUE_BYTES) {
    return refuse('too_large', `the value has ${value.length} bytes, more than ${MAX_VALUE_BYTES}`);
  }
  if (typeof value === 'string') return value;
  if (!isUtf8(value)) return refuse('invalid_utf8', 'the value is not UTF-8; encode it so');
  return value.toString('utf8');
}

/** The JSON value of a record, or why there is none. */
export function parseValue(bytes: Buffer | string | null): { readonly value: unknown } | Refusal {
  const text = textOf(bytes);
  if (typeof text !== 'string') return text;
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return refuse('invalid_json', `the value is not JSON: ${(error as Error).message.slice(0, 200)}`);
  }
}

/**
 * One record of a topic. Its key is not judged: the value names its own symbol, and the order of versions
 * holds across partitions. Never throws for data.
 */
export function decode(
  topic: EventTopic,
  value: Buffer | string | null,
  meta: RecordMeta,
  bounds: Bounds = DEFAULT_BOUNDS,
): Decoded {
  const json = parseValue(value);
  if ('ok' in json) return json;
  return validate(topic, json.value, meta, bounds);
}
