/** What commands take: kinds of values, and how the command line reads them. */
import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { BASE_INTERVALS_MIN, formatInterval, parseInterval } from '../exchange/symbol.ts';
import { parseIsoTime } from '../ingest/contract/events.ts';
import type { ReplayPlace } from '../ingest/kafka/replay.ts';
import { parseIsoDate } from '../lib/days.ts';

/** A value: what an operation takes, and how the command line reads it. `before`: of a repeatable one, what came before. */
interface Kind<S extends z.ZodType = z.ZodType> {
  readonly schema: S;
  readonly parse?: (text: string, before: never) => unknown;
}

export interface Argument<S extends z.ZodType = z.ZodType> extends Kind<S> {
  /** As Commander writes them: `--name <value>` of an option, `<value>` of an argument by its place; none: not there. */
  readonly flags?: string;
  readonly description?: string;
  readonly required: boolean;
  /** The command line keeps it to itself. */
  readonly isLocal?: true;
}

export type Arguments = Readonly<Record<string, Argument>>;
type Sent<A extends Arguments> = {
  [Name in keyof A as A[Name] extends { isLocal: true } ? never : Name]: A[Name]['schema'];
};
type Schema<A extends Arguments> = z.ZodObject<Sent<A>>;

export interface Command<S extends z.ZodType = z.ZodType> {
  /** None: an operation without a command of its own. */
  readonly description?: string;
  readonly args: Arguments;
  /** Of the arguments that the operation takes. */
  readonly schema: S;
  /** Whether some input was refused or stopped the command; the exit code is 0 where it is left out. */
  readonly exitCode?: (answer: never) => number;
}

const wholeOf = (text: string) => {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('give a whole number of at least 1');
  return Number(text);
};

export const text = { schema: z.string().min(1) };
/** The service may run in another folder. */
export const path = { schema: text.schema, parse: (given: string) => resolve(given) };
export const paths = {
  schema: z.array(text.schema),
  parse: (given: string, before: readonly string[] = []) => [...before, resolve(given)],
};
export const flag = { schema: z.boolean() };
export const whole = { schema: z.number().int().positive(), parse: wholeOf };
export const choice = {
  schema: z.boolean(),
  parse(given: string) {
    if (given !== 'true' && given !== 'false') throw new InvalidArgumentError('give true or false');
    return given === 'true';
  },
};
export const pairs = {
  schema: z.record(z.string(), z.string()),
  parse(given: string, before: Record<string, string> = {}) {
    const at = given.indexOf('=');
    if (at < 1) throw new InvalidArgumentError('give it as NAME=VALUE');
    return { ...before, [given.slice(0, at)]: given.slice(at + 1) };
  },
};
export const oneOf = <const Values extends readonly string[]>(values: Values) => ({
  schema: z.enum(values, { error: `give one of ${values.join(', ')}` }),
});

/** A value that the operation gets as `read` returns it; null is an error. */
const readAs = <Value>(read: (given: string) => Value | null, expected: string) => ({
  schema: z.string().transform((given, context): Value => {
    const value = read(given);
    if (value !== null) return value;
    context.issues.push({ code: 'custom', input: given, message: `"${given}" is not ${expected}` });
    return z.NEVER;
  }),
});

/** Minutes. */
export const interval = readAs(
  (given) => {
    const minutes = parseInterval(given);
    return minutes !== null && BASE_INTERVALS_MIN.includes(minutes) ? minutes : null;
  },
  `one of ${BASE_INTERVALS_MIN.map(formatInterval).join(', ')}`,
);
/** Days since the epoch. */
export const date = readAs(parseIsoDate, 'a date such as 2025-06-02');
export const dateOrNone = readAs(
  (given) => (given === 'none' ? 0 : parseIsoDate(given)),
  'a date such as 2024-12-31, or none',
);

function readMoment(given: string): number | null {
  const time = parseIsoTime(/^\d{4}-\d{2}-\d{2}$/.test(given) ? `${given}T00:00:00Z` : given);
  return time && !time.local ? Math.floor(time.ms) : null;
}

/** Epoch ms. */
export const moment = readAs(readMoment, 'a time such as 2025-06-04 or 2025-06-04T13:30:00Z');
/** A place in every partition of a topic. */
export const place = readAs((given): ReplayPlace | null => {
  if (/^\d{1,18}$/.test(given)) return { offset: BigInt(given) };
  const timeMs = readMoment(given);
  return timeMs === null ? null : { timeMs };
}, 'an offset or a time such as 2025-06-04T13:30:00Z');

/** A word, as the command line's own parser takes a null for no value. */
export const historyDays = {
  schema: whole.schema.or(z.literal('full').transform(() => null)),
  parse: (given: string) => (given === 'full' ? given : wholeOf(given)),
};

export const required = <S extends z.ZodType>(flags: string, kind: Kind<S>, description?: string): Argument<S> => ({
  ...kind,
  flags,
  description,
  required: true,
});
export const option = <S extends z.ZodType>(flags: string, { schema, parse }: Kind<S>, description?: string) => ({
  flags,
  parse,
  description,
  schema: schema.optional(),
  required: false,
});

export const local = <A extends Argument>(argument: A) => ({ ...argument, isLocal: true as const });

export function command<A extends Arguments>(
  description: string | undefined,
  args: A,
  exitCode?: Command['exitCode'],
): Command<Schema<A>> {
  const sent = Object.entries(args).filter(([, { isLocal }]) => !isLocal);
  const shape = Object.fromEntries(sent.map(([name, { schema }]) => [name, schema]));
  return { description, args, schema: z.strictObject(shape) as unknown as Schema<A>, exitCode };
}
