/**
 * Configuration from the environment, read once. Each program combines the sections it needs; one message reports all
 * problems. A blank variable counts as not set. Values never appear in messages.
 */
import { inspect } from 'node:util';
import { z } from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that are set to a non-blank text. */
export type SetVariables = Readonly<Record<string, string>>;

interface ConfigProblem {
  readonly variable: string;
  /** The problem and its remedy. */
  readonly message: string;
}

export class ConfigError extends Error {
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    const lines = problems.map((problem) => `  ${problem.variable}: ${problem.message}`);
    super(`The configuration cannot be used:\n${lines.join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Returns the problem of a combination of variables. Reads the raw texts, so it also runs if a value is invalid. */
export type ConfigRule = (set: SetVariables) => ConfigProblem | null;

/** Variables and the schemas of their texts, by the names that the program uses. */
type Variables = Readonly<Record<string, readonly [variable: string, schema: z.ZodType]>>;
export type ValuesOf<V extends Variables> = { readonly [Name in keyof V]: z.output<V[Name][1]> };

interface ConfigSection<Config> {
  readonly variables: z.ZodObject;
  readonly rules: readonly ConfigRule[];
  /** Builds the configuration from the values by variable. */
  readonly build: (values: Readonly<Record<string, unknown>>) => Config;
}

/** Defines a section. @param build makes the program's configuration from the values; default: the values themselves */
export function defineSection<V extends Variables, Config = ValuesOf<V>>(
  variables: V,
  rules: readonly ConfigRule[] = [],
  build: (values: ValuesOf<V>) => Config = (values) => values as Config,
): ConfigSection<Config> {
  const named = Object.entries(variables);
  return {
    variables: z.object(Object.fromEntries(Object.values(variables))),
    rules,
    build: (set) => build(Object.fromEntries(named.map(([name, [variable]]) => [name, set[variable]])) as ValuesOf<V>),
  };
}

export type ConfigOf<Section> = Section extends ConfigSection<infer Config> ? Config : never;

/** Parses named sections: `{ store, service }`. `rules` hold for the combination. @throws {ConfigError} with all problems */
export function parseConfig<Sections extends Record<string, ConfigSection<unknown>>>(
  sections: Sections,
  environment: Environment = process.env,
  rules: readonly ConfigRule[] = [],
): { [Name in keyof Sections]: ConfigOf<Sections[Name]> } {
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    const trimmed = value?.trim();
    if (trimmed) set[name] = trimmed;
  }
  const problems = new Map<string, ConfigProblem>();
  const add = (problem: ConfigProblem) => {
    problems.set(`${problem.variable} ${problem.message}`, problem);
  };
  const config: Record<string, unknown> = {};
  for (const [name, section] of Object.entries(sections)) {
    const parsed = section.variables.safeParse(set);
    if (parsed.success) config[name] = section.build(parsed.data);
    else for (const issue of parsed.error.issues) add({ variable: issue.path.join('.'), message: issue.message });
  }
  const allRules = new Set([...Object.values(sections).flatMap((section) => section.rules), ...rules]);
  for (const rule of allRules) {
    const problem = rule(set);
    if (problem) add(problem);
  }
  if (problems.size > 0) throw new ConfigError([...problems.values()]);
  return config as { [Name in keyof Sections]: ConfigOf<Sections[Name]> };
}

// --- kinds of values

const HIDDEN = '[secret]';

/** Replaces each secret in the text, because replies of other systems may repeat what was sent to them. */
export function withoutSecrets(text: string, secrets: readonly Secret[]): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret.reveal(), HIDDEN), text);
}

/** A value that reads `[secret]` if it is printed, logged or serialised. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** Returns the value itself; call it only to pass it on, never to keep it. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [inspect.custom](): string {
    return HIDDEN;
  }
}

const TRUE = ['1', 'true', 'yes', 'on'];
const FALSE = ['0', 'false', 'no', 'off'];

export function flag(byDefault: boolean) {
  return z
    .string()
    .refine((text) => [...TRUE, ...FALSE].includes(text.toLowerCase()), { error: 'give 1 or 0 (or true, false)' })
    .transform((text) => TRUE.includes(text.toLowerCase()))
    .default(byDefault);
}

export function wholeNumber(min: number, max: number, byDefault: number) {
  const error = `give a whole number from ${min} to ${max} (default ${byDefault})`;
  return z
    .string()
    .refine((text) => /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max, { error })
    .transform(Number)
    .default(byDefault);
}

export function fraction(byDefault: number) {
  return z
    .string()
    .refine((text) => /^(\d+\.?\d*|\.\d+)$/.test(text) && Number(text) <= 1, {
      error: `give a number from 0 to 1 (default ${byDefault})`,
    })
    .transform(Number)
    .default(byDefault);
}

export const seconds = (min: number, max: number, byDefault: number) =>
  wholeNumber(min, max, byDefault).transform((value) => value * 1000);
export const port = (byDefault: number) => wholeNumber(0, 65_535, byDefault);
export const text = () => z.string().optional();
export const secret = () =>
  z
    .string()
    .transform((value) => new Secret(value))
    .optional();

export function url(protocols: readonly string[], example: string) {
  return z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1)), {
    error: `give a URL such as ${example}`,
  });
}

// --- kinds of rules

/** Returns the rule that `variable` requires `other`. */
export function needs(variable: string, other: string): ConfigRule {
  return (set) =>
    set[variable] && !set[other]
      ? { variable, message: `has no effect without ${other}: set ${other}, or unset ${variable}` }
      : null;
}

export function required(variable: string, why: string): ConfigRule {
  return (set) => (set[variable] ? null : { variable, message: `is required: ${why}` });
}
