/** The operations: what each does, and its arguments. Commands, help, ops port and types follow from here. */
import { z } from 'zod';
import { ASSET_CLASSES } from '../exchange/symbol.ts';
import { DEAD_LETTER_TOPIC, EVENT_SET_NAMES, EVENT_TOPICS, type EventSet } from '../ingest/contract/events.ts';
import { RETENTION_KINDS } from '../ingest/landing/policies.ts';
import {
  type Arguments,
  type Command,
  choice,
  command,
  date,
  dateOrNone,
  flag,
  historyDays,
  interval,
  local,
  oneOf,
  option,
  pairs,
  path,
  paths,
  place,
  required,
  text,
  whole,
} from './arguments.ts';
import { type Args, EXIT, type Operation, type OperationContext, usageError } from './operation.ts';

const hasAny = (counts: object = {}) => Object.keys(counts).length > 0;

/** Rows are dead letters now, or the end of a broken file is missing; a dry run found what would stop the import. */
export function importExitCode(answer: { dry_run?: true; error?: string; dead_letters?: object }): number {
  if (answer.dry_run) return answer.error === undefined ? EXIT.done : EXIT.notDone;
  return answer.error !== undefined || hasAny(answer.dead_letters) ? EXIT.refusedInput : EXIT.done;
}

const replayExitCode = ({ dead_letters }: { dead_letters: object }) =>
  hasAny(dead_letters) ? EXIT.refusedInput : EXIT.done;

const id = required('<id>', text);
const ofSymbol = option('--symbol <symbol>', text);
const symbol = required('--symbol <symbol>', text);
const account = required('--account <id>', text);
const limit = option('--limit <n>', whole, 'maximum number');
const ids = option('[id...]', { schema: z.array(text.schema) });
const reason = option('--reason <reason>', text);
const scope = {
  kind: required('<kind>', oneOf(RETENTION_KINDS), RETENTION_KINDS.join(', ')),
  assetClass: option(
    '--asset-class <class>',
    oneOf(ASSET_CLASSES),
    'of bars and news: equity, etf or crypto; default: each',
  ),
  interval: option('--interval <interval>', interval, 'of bars: 1m, 5m, ... 1d; default: each'),
};
export const GROUPS: Readonly<Record<string, string>> = {
  import: 'import events from CSV, NDJSON or Parquet files, also gzipped',
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

/** `import` has a command for each set of events. */
export const IMPORTED: Readonly<Record<EventSet, string>> = {
  bars: 'bars of any interval',
  news: 'classified news of equities, ETFs and crypto pairs',
  earnings: 'earnings, actual and expected',
  crypto: 'the calendar of crypto events',
  macro: 'macroeconomic releases',
  actions: 'corporate actions: splits',
};

/** Files, and how they are to be read: `ingest` checks that. */
export const IMPORT_ARGUMENTS: Arguments = {
  files: required('<file...>', paths),
  interval: option(
    '--interval <interval>',
    text,
    'base interval of the bars; default: what the times of the rows show',
  ),
  assetClass: option('--asset-class <class>', text, 'equity, etf or crypto, if the file does not name it'),
  symbol: option('--symbol <symbol>', text, 'if the file does not name it'),
  tz: option('--tz <zone>', text, 'IANA zone of times without offset'),
  format: option('--format <name>', text, "a vendor's file format, if it is not detected"),
  columns: option(
    '--columns <names>',
    text,
    'column names of a file without a header, separated by commas; - for a column that is not used',
  ),
  stamp: option('--stamp <end>', text, 'start or end: whether timestamps mark the start or the end of a bar'),
  priceScale: option('--price-scale <factor>', text, 'factor for prices, such as 1e-9'),
  decimal: option('--decimal <sign>', text, 'decimal separator: . or ,'),
  dateFormat: option('--date-format <order>', text, 'such as MM/DD/YYYY, or DD.MM.YY for years of two digits'),
  dropFillers: option('--drop-fillers', flag, 'leave out bars without volume and of one price'),
  dryRun: option('--dry-run', flag, 'report how the whole file was read, and write nothing'),
  force: option('--force', flag, 'write the file although it looks implausible'),
  map: option('--map <field=column>', pairs, 'column of a field; A+B adds two columns, - is none; repeatable'),
  default: option('--default <field=value>', pairs, 'value of a field that the file lacks; repeatable'),
};

/** How the files of a folder are to be read: what the refusal of one names, `collectors add folder` takes. */
const FOLDER_ARGUMENTS: Arguments = Object.fromEntries(
  ['tz', 'format', 'columns', 'stamp', 'priceScale', 'decimal', 'dateFormat', 'dropFillers', 'map', 'default'].map(
    (name) => [name, { ...IMPORT_ARGUMENTS[name], description: `folder: ${IMPORT_ARGUMENTS[name].description}` }],
  ),
);

export const COMMANDS = {
  import: {
    args: {},
    schema: z.strictObject({
      kind: z.enum(EVENT_SET_NAMES),
      files: z.array(text.schema).min(1),
      options: z.record(z.string(), z.unknown()).optional(),
      dryRun: flag.schema.optional(),
      force: flag.schema.optional(),
    }),
    exitCode: importExitCode,
  },
  'imports.list': command('every import: when, which files, what landed', { limit }),
  status: command('what is stored per symbol, and what is not computed yet', { symbol: ofSymbol }),
  rebuild: command('recompute the statistics from the stored bars and news', {
    symbol: ofSymbol,
    statistic: option('--statistic <name>', text),
    fromLog: option('--from-log', flag, 'recreate the store from the log first'),
  }),
  replay: command(
    'land events of the log again',
    {
      topic: required('--topic <topic>', oneOf([...EVENT_TOPICS, DEAD_LETTER_TOPIC])),
      from: required(
        '--from <offset|time>',
        place,
        'offset of every partition, or a time such as 2025-06-04T13:30:00Z',
      ),
    },
    importExitCode,
  ),
  'symbols.list': command('every symbol with its class and base interval', {}),
  'symbols.set': command('register a symbol, or change its interval, class or adjustment', {
    symbol,
    interval: required('--interval <interval>', interval),
    assetClass: required('--asset-class <class>', oneOf(ASSET_CLASSES)),
    adjustedThrough: option(
      '--adjusted-through <date>',
      dateOrNone,
      'its bars are already adjusted for splits up to this date; none: they are raw',
    ),
  }),
  'symbols.drop': command('remove a symbol, or its bars and events of a range of dates, and recompute what is left', {
    symbol,
    from: option('--from <date>', date, "first date by the exchange's clock, such as 2025-06-02; default: the first"),
    to: option('--to <date>', date, 'last date; default: the last'),
  }),
  'accounts.create': command('create an account', {
    name: required('--name <name>', text),
    plan: required('--plan <plan>', text, 'free, pro_web or pro_api'),
    operator: option('--operator', flag, 'may read the state of the installation'),
  }),
  'accounts.list': command('every account', {}),
  'accounts.set-plan': command('change the plan of an account', { account, plan: required('--plan <plan>', text) }),
  'accounts.set-limits': command('limits and features that differ from those of the plan', {
    account,
    perMinute: option('--per-minute <n>', whole, 'requests a minute'),
    perDay: option('--per-day <n>', whole, 'requests a UTC day'),
    historyDays: option('--history-days <n|full>', historyDays, 'days of history'),
    directApi: option('--direct-api <true|false>', choice, 'may call the API directly'),
    customDates: option('--custom-dates <true|false>', choice, 'may request custom dates'),
    customTimes: option('--custom-times <true|false>', choice, 'may request custom times'),
  }),
  'tokens.issue': command('issue a token; it is shown only once', {
    account,
    name: option('--name <name>', { schema: text.schema.max(100) }, 'what it is for, shown in lists'),
  }),
  'tokens.list': command('tokens of an account, with their last use', { account }),
  'tokens.revoke': command('revoke a token at once', { tokenId: required('--token-id <id>', text) }),
  'collectors.add': {
    description: 'add a collector and start it',
    args: {
      kind: required('<kind>', text, 'crypto, alpaca, massive or folder'),
      id: option('--id <name>', text, 'its name; default: the kind and its exchange or feed'),
      symbols: option('--symbols <names>', text, 'as the vendor spells them, separated by commas'),
      interval: option('--interval <interval>', text, '1m, 5m, 15m, 30m, 1h or 1d; default 1m'),
      backfill: option('--backfill <days|date>', text, 'how far back, such as 30d or 2024-01-02; default: today'),
      assetClass: option('--asset-class <class>', text, 'equity or etf, where the vendor has both'),
      exchange: option('--exchange <id>', text, 'crypto: the exchange as ccxt names it'),
      feed: option('--feed <feed>', text, 'alpaca: iex, sip, delayed_sip or otc; default iex'),
      via: option('--via <rest|files>', text, 'massive: rest (requests) or files (daily flat files); default rest'),
      bucket: option('--bucket <name>', text, 'massive: bucket of the flat files'),
      requestsPerMinute: option('--requests-per-minute <n>', whole, 'alpaca and massive: what the subscription allows'),
      dir: option('--dir <path>', path, 'folder: where files are dropped; they are moved to done/ and failed/ in it'),
      files: option('--files <set>', text, `folder: content of the files, ${EVENT_SET_NAMES.join(', ')}; default bars`),
      symbol: option('--symbol <symbol>', text, 'folder: if the files do not name it'),
      ...FOLDER_ARGUMENTS,
      stream: option('--stream', flag, "also live bars from the vendor's stream"),
      news: option('--news', flag, 'alpaca: also news of the symbols; it waits for classification'),
      actions: option('--no-actions', flag, 'alpaca: do not collect splits'),
      schedule: option('--schedule <cron>', text, 'when new bars are requested; six fields with seconds'),
      credentials: option(
        '--credentials <file>',
        path,
        'lines of NAME=VALUE, mode 0600; default: the environment of the service',
      ),
      url: option('--url <url>', text, 'another host of the vendor'),
      streamUrl: option('--stream-url <url>', text, 'alpaca: another host of the stream'),
    },
    // The rest is for the kind to read.
    schema: z.looseObject({ kind: text.schema, id: text.schema.optional() }),
  },
  'collectors.list': command('every collector with its options', {}),
  'collectors.status': command(
    'per symbol: last bar, lag in seconds of trading time, days with holes, last error, next run',
    { id: option('[id]', text), symbol: ofSymbol },
  ),
  'collectors.start': command('continue from where it stopped', { id }),
  'collectors.stop': command('pause it until `collectors start`', { id }),
  'collectors.remove': command('remove it; its bars are kept', { id }),
  'collectors.backfill': command('request whole days again: later corrections of the vendor win', {
    id,
    from: required('--from <days|date>', text, 'such as 30d or 2024-01-02'),
    to: option('--to <date>', text, 'the last day; default: today'),
    symbols: option('--symbols <names>', text, 'only these symbols'),
  }),
  'news.waiting': command('news without direction and impact, the newest first', {
    limit: option('--limit <n>', { ...whole, schema: whole.schema.max(10_000) }, 'maximum number; default 20'),
  }),
  'news.retry': command('let classifiers try all waiting news again', {}),

  'retention.list': command('policies, the last run and the next one', {}),
  'retention.set': command('keep this many days before today; the next run deletes older data', {
    ...scope,
    keep: required('--keep <days>', text, 'such as 730d'),
  }),
  'retention.remove': command('remove a policy: it deletes nothing more; deleted data is not restored', scope),
  'retention.run': command('delete now what the policies do not keep, instead of on Sunday', {
    dryRun: option('--dry-run', flag, 'only count the rows'),
  }),
  'dlq.list': command('dead letters, the newest first', { reason, limit }),
  'dlq.show': command('one dead letter with its payload', { id }),
  'dlq.replay': command('land dead letters again: by id, by reason, or all', { ids, reason }, replayExitCode),
  'dlq.purge': command('remove dead letters permanently: by id, by filter, or all', {
    ids,
    reason,
    all: option('--all', { schema: z.literal(true) }, 'every dead letter'),
  }),
  export: command('write a table or view of the database market to a Parquet file', {
    table: required('<table>', text, 'such as v_stat_gap or bars_aapl'),
    path: local(required('<path>', path, 'a file that does not exist yet')),
    symbol: ofSymbol,
  }),
  sql: command('one SELECT over the database market', {
    query: required('<query>', text),
  }),
  'demo.drop': command('remove the demo market permanently', {}),
} satisfies Record<string, Command>;

export type OperationName = keyof typeof COMMANDS;
export type ArgumentsOf<Name extends OperationName> = z.output<(typeof COMMANDS)[Name]['schema']>;
/** What runs the operations of some groups: their arguments are checked. */
export type Handlers<Group extends string = string> = {
  readonly [Name in OperationName as Name extends Group | `${Group}.${string}` ? Name : never]: (
    args: ArgumentsOf<Name>,
    context: OperationContext,
  ) => Promise<unknown>;
};

/** Operations that check their arguments before their handlers run; wrong ones are a usage error. */
export function operationsOf(handlers: Partial<Handlers>): Record<string, Operation> {
  const checked = ([name, handler]: [string, unknown]): [string, Operation] => [
    name,
    async (args, context) => {
      const { success, data, error } = COMMANDS[name as OperationName].schema.safeParse(args);
      if (success) return (handler as Operation)(data as Args, context);
      const { args: declared } = COMMANDS[name as OperationName] as Command;
      const named = (path: PropertyKey[]) => {
        const flag = /^--[\w-]+/.exec(declared[String(path[0])]?.flags ?? '');
        return flag ? flag[0] : path.join('.') || 'arguments';
      };
      throw usageError(error.issues.map(({ path, message }) => `${named(path)}: ${message}`).join('; '));
    },
  ];
  return Object.fromEntries(Object.entries(handlers).map(checked));
}
