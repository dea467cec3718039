/** The commands: what each does, and its arguments. Command line, help and ops port follow from here. */
import { z } from 'zod';
import { ASSET_CLASSES, BASE_INTERVALS_MIN, formatInterval, parseInterval } from '../exchange/symbol.ts';
import { DEAD_LETTER_TOPIC, EVENT_SET_NAMES, EVENT_TOPICS, parseIsoTime } from '../ingest/contract/events.ts';
import type { ReplayPlace } from '../ingest/kafka/replay.ts';
import { RETENTION_KINDS } from '../ingest/landing/policies.ts';
import { parseIsoDate } from '../lib/days.ts';
import { type Args, EXIT, usageError } from './operation.ts';

export interface Command<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly description: string;
  /** Checks what the operation takes; the command line sends the text of each value as it is written. */
  readonly args: z.ZodObject<Shape>;
  /** Arguments by their places, as Commander writes them. */
  readonly places?: string;
  /** Whether some input was refused or stopped the command; without it the exit code is 0. */
  readonly exitCode?: (answer: never) => number;
}

const command = <Shape extends z.ZodRawShape>(
  description: string,
  args: Shape,
  more: Pick<Command, 'places' | 'exitCode'> = {},
): Command<Shape> => ({ description, args: z.strictObject(args), ...more });

const text = z.string().min(1);
const flag = z.boolean().optional();
const WHOLE = 'give a whole number of at least 1';
const whole = z.coerce.number({ error: WHOLE }).refine((value) => Number.isSafeInteger(value) && value >= 1, WHOLE);
const choice = z.union([z.enum(['true', 'false']).transform((given) => given === 'true'), z.boolean()], {
  error: 'give true or false',
});
const historyDays = z.union([z.literal('full').transform(() => null), whole], { error: `${WHOLE}, or full` });
const pairs = z.union(
  [
    z
      .array(z.string().regex(/^[^=]+=/))
      .transform((given) => Object.fromEntries(given.map((pair) => /^([^=]+)=(.*)$/s.exec(pair)!.slice(1)))),
    z.record(z.string(), z.string()),
  ],
  { error: 'give it as NAME=VALUE' },
);
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { error: `give one of ${values.join(', ')}` });

/** A text that the operation gets as `read` returns it; null is an error. */
const readAs = <Value>(read: (given: string) => Value | null, expected: string) =>
  z.string().transform((given, context): Value => {
    const value = read(given);
    if (value !== null) return value;
    context.issues.push({ code: 'custom', input: given, message: `"${given}" is not ${expected}` });
    return z.NEVER;
  });

/** Minutes. */
const interval = readAs(
  (given) => {
    const minutes = parseInterval(given);
    return minutes !== null && BASE_INTERVALS_MIN.includes(minutes) ? minutes : null;
  },
  `one of ${BASE_INTERVALS_MIN.map(formatInterval).join(', ')}`,
);
/** Days since the epoch. */
const date = readAs(parseIsoDate, 'a date such as 2025-06-02');
const dateOrNone = readAs(
  (given) => (given === 'none' ? 0 : parseIsoDate(given)),
  'a date such as 2024-12-31, or none',
);
/** A place in every partition of a topic. */
const place = readAs((given): ReplayPlace | null => {
  if (/^\d{1,18}$/.test(given)) return { offset: BigInt(given) };
  const time = parseIsoTime(/^\d{4}-\d{2}-\d{2}$/.test(given) ? `${given}T00:00:00Z` : given);
  return time && !time.local ? { timeMs: Math.floor(time.ms) } : null;
}, 'an offset or a time such as 2025-06-04T13:30:00Z');

const hasAny = (counts: object = {}) => Object.keys(counts).length > 0;

/** Rows are dead letters now, or the end of a broken file is missing; a dry run found what would stop the import. */
export function importExitCode(answer: { dry_run?: true; error?: string; dead_letters?: object }): number {
  if (answer.dry_run) return answer.error === undefined ? EXIT.done : EXIT.notDone;
  return answer.error !== undefined || hasAny(answer.dead_letters) ? EXIT.refusedInput : EXIT.done;
}

const ofSymbol = { symbol: text.optional() };
const ofAccount = { account: text };
const limit = whole.optional().describe('maximum number');
const byId = [{ id: text }, { places: '<id>' }] as const;
const deadLetters = { ids: z.array(text).optional(), reason: text.optional() };
const scope = {
  kind: oneOf(RETENTION_KINDS).describe(RETENTION_KINDS.join(', ')),
  assetClass: oneOf(ASSET_CLASSES).optional().describe('of bars and news: equity, etf or crypto; default: each'),
  interval: interval.optional().describe('of bars: 1m, 5m, ... 1d; default: each'),
};

/** How files are to be read; `ingest` checks the values. */
export const READING = {
  tz: text.optional().describe('IANA zone of times without offset'),
  columns: text
    .optional()
    .describe('column names of a file without a header, separated by commas; - for a column that is not used'),
  stamp: text.optional().describe('start or end: whether timestamps mark the start or the end of a bar'),
  priceScale: text.optional().describe('factor for prices, such as 1e-9'),
  decimal: text.optional().describe('decimal separator: . or ,'),
  dateFormat: text.optional().describe('such as MM/DD/YYYY, or DD.MM.YY for years of two digits'),
  dropFillers: flag.describe('leave out bars without volume and of one price'),
  map: pairs.optional().describe('FIELD=COLUMN: column of a field; A+B adds two columns, - is none; repeatable'),
  default: pairs.optional().describe('FIELD=VALUE: value of a field that the file lacks; repeatable'),
};

export const GROUPS: Readonly<Record<string, string>> = {
  imports: 'list imports',
  symbols: 'the registry of symbols',
  accounts: 'accounts and their plans',
  tokens: 'access tokens of an account',
  collectors: 'automatic collection of data; the running service does the work',
  news: 'news that waits for classification; see clients/classify',
  retention: 'how long data is kept; without a policy, for ever (see docs/operations.md)',
  dlq: 'dead letters: rejected events with their reasons',
  demo: 'the demo market',
};

export const COMMANDS = {
  import: command(
    'import events from CSV, NDJSON or Parquet files, also gzipped',
    {
      kind: oneOf(EVENT_SET_NAMES).describe(EVENT_SET_NAMES.join(', ')),
      files: z.array(text).min(1),
      interval: text.optional().describe('base interval of the bars; default: what the times of the rows show'),
      assetClass: text.optional().describe('equity, etf or crypto, if the file does not name it'),
      symbol: text.optional().describe('if the file does not name it'),
      ...READING,
      dryRun: flag.describe('report how the whole file was read, and write nothing'),
      force: flag.describe('write the file although it looks implausible'),
    },
    { places: '<kind> <files...>', exitCode: importExitCode },
  ),
  'imports.list': command('every import: when, which files, what landed', { limit }),
  status: command('what is stored per symbol, and what is not computed yet', ofSymbol),
  rebuild: command('recompute the statistics from the stored bars and news', {
    ...ofSymbol,
    statistic: text.optional(),
    fromLog: flag.describe('recreate the store from the log first'),
  }),
  replay: command(
    'land events of the log again',
    {
      topic: oneOf([...EVENT_TOPICS, DEAD_LETTER_TOPIC]),
      from: place.describe('offset of every partition, or a time such as 2025-06-04T13:30:00Z'),
    },
    { exitCode: importExitCode },
  ),
  'symbols.list': command('every symbol with its class and series', {}),
  'symbols.set': command('register a symbol, or change its class, its base series or its adjustment', {
    symbol: text,
    assetClass: oneOf(ASSET_CLASSES).optional(),
    base: z
      .union([z.literal('auto').transform(() => null), interval])
      .optional()
      .describe(
        'interval that answers where none is named; auto: the shortest one that is nearly as full as the others',
      ),
    interval: interval.optional().describe('of the bars that --adjusted-through is about; default: all'),
    adjustedThrough: dateOrNone
      .optional()
      .describe('its bars are already adjusted for splits up to this date; none: they are raw'),
  }),
  'symbols.drop': command('remove a symbol, or its bars and events of a range of dates, and recompute what is left', {
    symbol: text,
    interval: interval.optional().describe('only the bars of this series; default: every series and the news'),
    from: date.optional().describe("first date by the exchange's clock, such as 2025-06-02; default: the first"),
    to: date.optional().describe('last date; default: the last'),
  }),
  'accounts.create': command('create an account', {
    name: text,
    plan: text.describe('free, pro_web or pro_api'),
    operator: flag.describe('may read the state of the installation'),
  }),
  'accounts.list': command('every account', {}),
  'accounts.set-plan': command('change the plan of an account', { ...ofAccount, plan: text }),
  'accounts.set-limits': command('limits and features that differ from those of the plan', {
    ...ofAccount,
    perMinute: whole.optional().describe('requests a minute'),
    perDay: whole.optional().describe('requests a UTC day'),
    historyDays: historyDays.optional().describe('days of history, or full'),
    directApi: choice.optional().describe('true or false: may call the API directly'),
    customDates: choice.optional().describe('true or false: may request custom dates'),
    customTimes: choice.optional().describe('true or false: may request custom times'),
  }),
  'tokens.issue': command('issue a token; it is shown only once', {
    ...ofAccount,
    name: text.max(100).optional().describe('what it is for, shown in lists'),
  }),
  'tokens.list': command('tokens of an account, with their last use', ofAccount),
  'tokens.revoke': command('revoke a token at once', { tokenId: text }),
  'collectors.add': command(
    'add a collector and start it',
    {
      kind: text.describe('crypto, alpaca, massive or folder'),
      id: text.optional().describe('its name; default: the kind and its exchange or feed'),
      symbols: text.optional().describe('as the vendor spells them, separated by commas'),
      interval: text.optional().describe('1m, 5m, 15m, 30m, 1h or 1d; default 1m'),
      backfill: text.optional().describe('days or a date: how far back, such as 30d or 2024-01-02; default: today'),
      assetClass: text.optional().describe('equity or etf, where the vendor has both'),
      exchange: text.optional().describe('crypto: the exchange as ccxt names it'),
      feed: text.optional().describe('alpaca: iex, sip, delayed_sip or otc; default iex'),
      via: text.optional().describe('massive: rest (requests) or files (daily flat files); default rest'),
      bucket: text.optional().describe('massive: bucket of the flat files'),
      requestsPerMinute: whole.optional().describe('alpaca and massive: what the subscription allows'),
      dir: text.optional().describe('folder: where files are dropped; they are moved to done/ and failed/ in it'),
      files: text.optional().describe(`folder: content of the files, ${EVENT_SET_NAMES.join(', ')}; default bars`),
      symbol: text.optional().describe('folder: if the files do not name it'),
      ...READING,
      stream: flag.describe("also live bars from the vendor's stream"),
      news: flag.describe('alpaca: also news of the symbols; it waits for classification'),
      actions: z.literal(false).optional().describe('alpaca: do not collect splits'),
      schedule: text.optional().describe('when new bars are requested; six fields with seconds'),
      credentials: text
        .optional()
        .describe('file of NAME=VALUE lines, mode 0600; default: the environment of the service'),
      url: text.optional().describe('another host of the vendor'),
      streamUrl: text.optional().describe('alpaca: another host of the stream'),
    },
    { places: '<kind>' },
  ),
  'collectors.list': command('every collector with its options', {}),
  'collectors.status': command(
    'per symbol: last bar, lag in seconds of trading time, days with holes, last error, next run',
    { id: text.optional(), ...ofSymbol },
    { places: '[id]' },
  ),
  'collectors.start': command('continue from where it stopped', ...byId),
  'collectors.stop': command('pause it until `collectors start`', ...byId),
  'collectors.remove': command('remove it; its bars are kept', ...byId),
  'collectors.backfill': command(
    'request whole days again: later corrections of the vendor win',
    {
      id: text,
      from: text.describe('days or a date, such as 30d or 2024-01-02'),
      to: text.optional().describe('the last day; default: today'),
      symbols: text.optional().describe('only these symbols'),
    },
    { places: '<id>' },
  ),
  'news.waiting': command('news without direction and impact, the newest first', {
    limit: whole.max(10_000).optional().describe('maximum number; default 20'),
  }),
  'news.retry': command('let classifiers try all waiting news again', {}),
  'retention.list': command('policies, the last run and the next one', {}),
  'retention.set': command(
    'keep this many days before today; the next run deletes older data',
    { ...scope, keep: text.describe('days, such as 730d') },
    { places: '<kind>' },
  ),
  'retention.remove': command('remove a policy: it deletes nothing more; deleted data is not restored', scope, {
    places: '<kind>',
  }),
  'retention.run': command('delete now what the policies do not keep, instead of on Sunday', {
    dryRun: flag.describe('only count the rows'),
  }),
  'dlq.list': command('dead letters, the newest first', { reason: text.optional(), limit }),
  'dlq.show': command('one dead letter with its payload', ...byId),
  'dlq.replay': command('land dead letters again: by id, by reason, or all', deadLetters, {
    places: '[ids...]',
    exitCode: importExitCode,
  }),
  'dlq.purge': command(
    'remove dead letters permanently: by id, by reason, or all',
    { ...deadLetters, all: flag.describe('every dead letter') },
    { places: '[ids...]' },
  ),
  export: command(
    'write a table or view of the database market (v_stat_gap, bars_aapl) to a Parquet file that does not exist yet',
    { table: text, ...ofSymbol },
    { places: '<table> <path>' },
  ),
  sql: command('one SELECT over the database market', { query: text }, { places: '<query>' }),
  'demo.drop': command('remove the demo market permanently', {}),
};

export type OperationName = keyof typeof COMMANDS;
export type ArgumentsOf<Name extends OperationName> = z.output<(typeof COMMANDS)[Name]['args']>;
/** The option of an argument, without its value. */
export const optionOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Returns the arguments as an operation takes them. @throws OperationError */
export function checkedArgs(name: OperationName, args: Args): Args {
  const { success, data, error } = COMMANDS[name].args.safeParse(args);
  if (success) return data;
  const places = (COMMANDS[name] as Command).places ?? '';
  const named = ([argument = 'arguments', ...rest]: PropertyKey[]) =>
    /^[a-z]+$/i.test(String(argument)) && !places.includes(String(argument))
      ? optionOf(String(argument))
      : [argument, ...rest].join('.');
  throw usageError(error.issues.map(({ path, message }) => `${named(path)}: ${message}`).join('; '));
}
