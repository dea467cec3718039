/**
 * Query parameters, said once each: a zod schema that reads the query's text, and the words for `/doc` and OpenAPI.
 * Problems carry a type in the vocabulary that clients of FastAPI services know.
 */
import { z } from 'zod';
import { parseIsoDate, WEEKDAYS } from '../../lib/days.ts';

export const PROBLEM_TYPES = [
  'missing',
  'int_parsing',
  'float_parsing',
  'bool_parsing',
  'date_from_datetime_parsing',
  'time_parsing',
  'literal_error',
  'greater_than_equal',
  'less_than_equal',
  'too_long',
  'value_error',
  'extra_forbidden',
  'look_ahead',
] as const;
export type ProblemType = (typeof PROBLEM_TYPES)[number];

export interface ParamDoc {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date' | 'time';
  readonly required: boolean;
  /** As the answer echoes it; null without one. */
  readonly default: string | number | boolean | null;
  readonly description: string;
  readonly values?: readonly string[];
  /** Other spellings of the values that are taken, too. */
  readonly aliases?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** Regular expression that every accepted text matches, for the description of the API. */
  readonly pattern?: string;
  readonly maximumLength?: number;
}

export interface Param<T = unknown> {
  readonly schema: z.ZodType<T, string>;
  readonly doc: ParamDoc;
  /** The parsed default; undefined where there is none. */
  readonly fallback: T | undefined;
  /** `records`: changes what is detected; `answer`: only what is made of the records (filters, limits, order). */
  readonly affects: 'records' | 'answer';
  /**
   * Must be a whole multiple of the feed's base interval: the smallest fitting value at or above the default, for an
   * omitted parameter; null where none fits.
   */
  readonly fit?: (intervalMin: number) => T | null;
  /** Whether an explicit value fits the feed. */
  fits?(value: T, intervalMin: number): boolean;
  /** Echoed in every answer, adapted or not. */
  readonly echoed?: boolean;
}

export type ParamSet = Readonly<Record<string, Param>>;
export type Values<S extends ParamSet> = { readonly [K in keyof S]: S[K] extends Param<infer T> ? T : never };
/** Values of some statistic, where nothing is known of its parameters. */
export type AnyValues = Readonly<Record<string, unknown>>;

export function numberOf(values: AnyValues, name: string): number {
  const value = values[name];
  if (typeof value !== 'number') throw new Error(`the parameter '${name}' is not a number`);
  return value;
}

/** Values of parameters that a request leaves out, adapted to the feed; null where none fits: then it is rejected. */
export function defaultsOf(params: ParamSet, intervalMin: number): AnyValues {
  return Object.fromEntries(
    Object.entries(params).map(([name, param]) => [name, param.fit ? param.fit(intervalMin) : param.fallback]),
  );
}

type Issues = { addIssue(issue: { code: 'custom'; message: string; params: { type: ProblemType } }): void };

export function problem(context: Issues, type: ProblemType, message: string): never {
  context.addIssue({ code: 'custom', message, params: { type } });
  return z.NEVER;
}

interface Common<T> {
  description: string;
  fallback?: T;
  required?: boolean;
  affects?: 'records' | 'answer';
  echoed?: boolean;
}

function doc(type: ParamDoc['type'], common: Common<unknown>, extra: Partial<ParamDoc> = {}): ParamDoc {
  const fallback = common.fallback;
  const shownDefault =
    typeof fallback === 'string' || typeof fallback === 'number' || typeof fallback === 'boolean' ? fallback : null;
  return { type, required: common.required ?? false, default: shownDefault, description: common.description, ...extra };
}

function param<T>(schema: z.ZodType<T, string>, docs: ParamDoc, common: Common<T>): Param<T> {
  return {
    schema,
    doc: docs,
    fallback: common.fallback,
    affects: common.affects ?? 'answer',
    ...(common.echoed ? { echoed: true } : {}),
  };
}

interface Bounds {
  minimum: number;
  maximum: number;
}

function bounded(value: number, bounds: Partial<Bounds>, context: Issues): number {
  if (bounds.minimum !== undefined && value < bounds.minimum) {
    return problem(context, 'greater_than_equal', `Input should be greater than or equal to ${bounds.minimum}`);
  }
  if (bounds.maximum !== undefined && value > bounds.maximum) {
    return problem(context, 'less_than_equal', `Input should be less than or equal to ${bounds.maximum}`);
  }
  return value;
}

export function intParam(common: Common<number> & Bounds): Param<number> {
  const schema = z.string().transform((text, context) => {
    // Beyond any bound a number is still a number: the message names the bound.
    if (!/^\s*[+-]?\d{1,300}\s*$/.test(text)) {
      return problem(context, 'int_parsing', 'Input should be a valid integer, unable to parse string as an integer');
    }
    return bounded(Number(text), common, context);
  });
  return param(schema, doc('integer', common, { minimum: common.minimum, maximum: common.maximum }), common);
}

export function floatParam(common: Common<number> & Partial<Bounds>): Param<number> {
  const schema = z.string().transform((text, context) => {
    const value = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?\s*$/i.test(text) ? Number(text) : Number.NaN;
    if (!Number.isFinite(value)) {
      return problem(context, 'float_parsing', 'Input should be a valid number, unable to parse string as a number');
    }
    return bounded(value, common, context);
  });
  const limits = {
    ...(common.minimum === undefined ? {} : { minimum: common.minimum }),
    ...(common.maximum === undefined ? {} : { maximum: common.maximum }),
  };
  return param(schema, doc('number', common, limits), common);
}

const TRUE = new Set(['true', '1', 'yes', 'on', 't', 'y']);
const FALSE = new Set(['false', '0', 'no', 'off', 'f', 'n']);

export function boolParam(common: Common<boolean>): Param<boolean> {
  const schema = z.string().transform((text, context) => {
    const word = text.trim().toLowerCase();
    if (TRUE.has(word)) return true;
    if (FALSE.has(word)) return false;
    return problem(context, 'bool_parsing', 'Input should be a valid boolean, unable to interpret input');
  });
  return param(schema, doc('boolean', common), common);
}

function listed(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

/** One of the words; case matters. @param aliases other spellings that are taken, by the word that answers show */
export function wordParam<W extends string>(
  values: readonly W[],
  common: Common<W>,
  aliases: ReadonlyMap<string, W> = new Map(),
): Param<W> {
  const schema = z.string().transform((text, context) => {
    const word = values.find((value) => value === text.trim()) ?? aliases.get(text.trim());
    return word ?? problem(context, 'literal_error', `Input should be ${listed(values)}`);
  });
  return param(schema, doc('string', common, { values, aliases: [...aliases.keys()] }), common);
}

/** A calendar date, as days since the epoch. */
export function dateParam(common: Common<number>): Param<number> {
  const schema = z.string().transform((text, context) => {
    const day = parseIsoDate(text.trim());
    return day ?? problem(context, 'date_from_datetime_parsing', 'Input should be a valid date in the form YYYY-MM-DD');
  });
  return param(schema, doc('date', common), common);
}

const TIME = '^([01]\\d|2[0-3]):[0-5]\\d$';
const TIME_OR_24 = '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$';

/** A time of day `HH:MM`, as minutes; `24:00` only where it is an end. */
export function timeParam(common: Common<number> & { allow24?: boolean; shownDefault?: string }): Param<number> {
  const schema = z.string().transform((text, context) => {
    const match = /^([01]\d|2[0-3]|24):([0-5]\d)$/.exec(text.trim());
    const minutes = match ? Number(match[1]) * 60 + Number(match[2]) : Number.NaN;
    if (Number.isNaN(minutes) || minutes > 1440 || (minutes === 1440 && !common.allow24)) {
      return problem(context, 'time_parsing', 'Input should be a valid time of day in the form HH:MM (UTC)');
    }
    return minutes;
  });
  const pattern = common.allow24 ? TIME_OR_24 : TIME;
  return param(schema, { ...doc('time', common, { pattern }), default: common.shownDefault ?? null }, common);
}

export function textParam(common: Common<string> & { maximumLength: number; pattern?: string }): Param<string> {
  const schema = z.string().transform((text, context) => {
    if (text.length > common.maximumLength) {
      return problem(context, 'too_long', `Input should have at most ${common.maximumLength} characters`);
    }
    return text;
  });
  const { maximumLength, pattern } = common;
  return param(schema, doc('string', common, { maximumLength, ...(pattern ? { pattern } : {}) }), common);
}

/** `[Mm][Oo]...`: patterns of JSON Schema have no flag for any case. */
const anyCase = (name: string) =>
  [...name].map((letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`).join('');
const WEEKDAY = `\\s*(${WEEKDAYS.map(anyCase).join('|')})\\s*`;
const WEEKDAY_LIST = `^${WEEKDAY}(,${WEEKDAY})*$`;

/** Bit set of weekdays (bit 0 = Monday) of a comma list of English names, any case. */
export function weekdayParam(): Param<number | undefined> {
  const common = {
    description:
      'Comma list of English weekday names in any case, such as Monday,friday: records and summaries of sessions on those weekdays only',
  };
  const schema = z.string().transform((text, context): number | undefined => {
    let bits = 0;
    for (const name of text.split(',')) {
      const index = WEEKDAYS.findIndex((weekday) => weekday.toLowerCase() === name.trim().toLowerCase());
      if (index === -1)
        return problem(context, 'literal_error', `Input should be ${listed(WEEKDAYS)}, or a comma list`);
      bits |= 1 << index;
    }
    return bits;
  });
  return { schema, doc: doc('string', common, { pattern: WEEKDAY_LIST }), fallback: undefined, affects: 'answer' };
}

/** `limit` or `top_n` of a list that gives the first few. */
export function limitParam(description: string): Param<number> {
  return intParam({ description, minimum: 1, maximum: 1000, fallback: 10 });
}

/** An integer of minutes that must be a whole multiple of the base interval; omitted it grows to the next that is. */
export function minutesParam(common: Common<number> & Bounds & { fallback: number }): Param<number> {
  return {
    ...intParam(common),
    affects: 'records',
    echoed: true,
    fits: (value, intervalMin) => value % intervalMin === 0,
    fit: (intervalMin) => {
      const value = Math.ceil(common.fallback / intervalMin) * intervalMin;
      return value <= common.maximum ? value : null;
    },
  };
}
