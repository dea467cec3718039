/** What commands take: kinds of values, and how the command line reads them. */
import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { z } from 'zod';

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
