#!/usr/bin/env node
/** The command line. Messages go to stderr, answers to stdout; exit codes are a contract (see docs). */
import { resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { EVENT_SET_NAMES, type EventSet } from '../ingest/contract/topics.ts';
import { RETENTION_KINDS } from '../ingest/retention/kinds.ts';
import { ConfigError } from '../lib/config.ts';
import { projectVersion } from '../lib/paths.ts';
import { printable, printableJson } from '../lib/printable.ts';
import { EXIT, importExitCode, notDone, OperationError, usageError } from '../programs/operation.ts';
import { confirmed } from './confirm.ts';
import { perform } from './perform.ts';
import { print } from './print.ts';

/** Asked of the arguments themselves: what is wrong with them is reported before they are all read. */
const givenJson = process.argv.slice(2).includes('--json');

const program = new Command('market-stats')
  .description('Operates the market-stats installation of DATA_DIR, whether its service runs or not.')
  .version(projectVersion())
  .option('--json', 'print one JSON object on stdout and nothing else')
  .configureOutput({
    writeOut: (text) => void (givenJson ? process.stderr : process.stdout).write(text),
    writeErr: (text) => void process.stderr.write(printable(text)),
  })
  .showHelpAfterError()
  .exitOverride();

/** Runs the operation, prints its answer and sets the exit code. */
async function run(name: string, args: Record<string, unknown>, codeOf?: (result: unknown) => number) {
  const json = program.opts()['json'] === true;
  const result = await ask(name, args);
  print(name, result, json);
  const { error } = (result ?? {}) as { error?: string };
  if (typeof error === 'string') process.stderr.write(`${printable(error)}\n`);
  process.exitCode = codeOf ? codeOf(result) : EXIT.done;
}

/** The operation's answer. */
function ask(name: string, args: Record<string, unknown>): Promise<unknown> {
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
  const quiet = program.opts()['json'] === true || !process.stderr.isTTY;
  return perform(name, given, { quiet, onFatal });
}

function onFatal(error: unknown): void {
  process.exitCode = EXIT.notDone;
  reportFailure(error);
  process.exit();
}

function whole(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('give a whole number from 1 on');
  return Number(text);
}

function bool(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('say true or false');
  return text === 'true';
}

function pair(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('give it as NAME=VALUE');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

/** Exit 1 where a dry run met something that would not land. */
function addExitCode(result: unknown): number {
  const { dry_run: dryRun, symbols } = result as { dry_run?: boolean; symbols: { error: string | null }[] };
  return dryRun && symbols.some(({ error }) => error !== null) ? EXIT.refusedInput : EXIT.done;
}

/** Exit 1 where dead letters were refused again. */
function replayExitCode(result: unknown): number {
  const { dead_letters: deadLetters } = result as { dead_letters: Record<string, number> };
  return Object.keys(deadLetters).length > 0 ? EXIT.refusedInput : EXIT.done;
}

const IMPORTED: Record<EventSet, string> = {
  bars: 'bars of any interval',
  news: 'classified news of equities, ETFs and crypto pairs',
  earnings: 'earnings, actual and expected',
  crypto: 'the calendar of crypto events',
  macro: 'macroeconomic releases',
  actions: 'corporate actions: splits and cash dividends',
};
const importing = program.command('import').description('land events from CSV, NDJSON or Parquet files, gzip or not');
for (const kind of EVENT_SET_NAMES) {
  importing
    .command(kind)
    .description(IMPORTED[kind])
    .argument('<file...>')
    .option('--interval <interval>', 'base interval of the bars; default: the smallest step of the file')
    .option('--asset-class <class>', 'equity, etf or crypto, if the file does not name it')
    .option('--symbol <symbol>', 'if the file does not name it')
    .option('--tz <zone>', 'IANA zone of times without offset')
    .option('--format <name>', "a vendor's file format, if it is not detected")
    .option(
      '--columns <names>',
      'column names of a file without a header, separated by commas; - for a column that is not used',
    )
    .option('--stamp <end>', 'start or end: whether timestamps mark the start or the end of a bar')
    .option('--price-scale <factor>', 'factor for prices, such as 1e-9')
    .option('--decimal <sign>', 'decimal separator: . or ,')
    .option('--date-format <order>', 'such as MM/DD/YYYY or DD.MM.YYYY')
    .option('--dry-run', 'report how the whole file was read, and write nothing')
    .option('--force', 'write it although it looks implausible')
    .option('--map <field=column>', 'column of a field; repeatable', pair)
    .option('--default <field=value>', 'value of a field that the file lacks; repeatable', pair)
    .action((files: string[], options: Record<string, unknown>) => {
      const { default: defaults, dryRun, force, ...rest } = options;
      const wishes = Object.fromEntries(
        Object.entries({ ...rest, defaults }).filter(([, value]) => value !== undefined),
      );
      const named = files.map((file) => resolve(file));
      return run('import', { kind, files: named, options: wishes, dryRun, force }, importExitCode);
    });
}

const imports = program.command('imports').description('lists and undoes imports');
imports
  .command('list')
  .description('every import: when, which files, what landed')
  .option('--limit <n>', 'maximum number', whole)
  .action((options) => run('imports.list', options));
imports
  .command('show')
  .description('one import in full')
  .argument('<id>')
  .action((id: string) => run('imports.show', { id }));
imports
  .command('undo')
  .description('restore what the import replaced, remove what it added; rows corrected since are kept')
  .argument('<id>')
  .action((id: string) => run('imports.undo', { id }));

program
  .command('status')
  .description('what is stored per symbol, and what is not computed yet')
  .option('--symbol <symbol>')
  .action((options) => run('status', options));
program
  .command('rebuild')
  .description('recompute the statistics from the stored bars and news')
  .option('--symbol <symbol>')
  .option('--statistic <name>')
  .option('--from-log', 'recreate the store from the log first')
  .action((options) => run('rebuild', options));

program
  .command('backup')
  .description('copy what cannot be recomputed into a folder; landing continues meanwhile')
  .argument('<path>', 'a folder that does not exist yet')
  .action((path: string) => run('backup', { path: resolve(path) }));
program
  .command('restore')
  .description('fill an empty store from a backup, verify it, and compute the statistics')
  .argument('<path>')
  .action((path: string) => run('restore', { path: resolve(path) }));

program
  .command('replay')
  .description('land events of the log again')
  .requiredOption('--topic <topic>')
  .requiredOption('--from <offset|time>', 'offset of every partition, or a time such as 2025-06-04T13:30:00Z')
  .action((options) => run('replay', options, importExitCode));

const symbols = program.command('symbols').description('the registry of symbols');
symbols
  .command('list')
  .description('every symbol with its class and base interval')
  .action(() => run('symbols.list', {}));
symbols
  .command('set')
  .description('register a symbol, or change its interval, class or adjustment')
  .requiredOption('--symbol <symbol>')
  .requiredOption('--interval <interval>')
  .requiredOption('--asset-class <class>')
  .option('--adjusted-through <date>', 'splits up to this date are in its bars already; none: they are raw')
  .action((options) => run('symbols.set', options));
symbols
  .command('drop')
  .description('remove a symbol with its bars, news and statistics')
  .requiredOption('--symbol <symbol>')
  .action((options) => run('symbols.drop', options));

const accounts = program.command('accounts').description('accounts and their plans');
accounts
  .command('create')
  .description('create an account')
  .requiredOption('--name <name>')
  .requiredOption('--plan <plan>', 'free, pro_web or pro_api')
  .option('--operator', 'may read the state of the installation (/operator/status, the operator page)')
  .action((options) => run('accounts.create', options));
accounts
  .command('list')
  .description('every account')
  .action(() => run('accounts.list', {}));
accounts
  .command('set')
  .description('let an account read the state of the installation, or not')
  .requiredOption('--account <id>')
  .requiredOption('--operator <true|false>', 'may read the state of the installation', bool)
  .action((options) => run('accounts.set', options));
accounts
  .command('set-plan')
  .description('change the plan of an account')
  .requiredOption('--account <id>')
  .requiredOption('--plan <plan>')
  .action((options) => run('accounts.set-plan', options));
accounts
  .command('set-limits')
  .description('limits and features that differ from those of the plan')
  .requiredOption('--account <id>')
  .option('--per-minute <n>', 'requests a minute', whole)
  .option('--per-day <n>', 'requests a UTC day', whole)
  .option('--history-days <n|full>', 'days of history', (text: string) => (text === 'full' ? text : whole(text)))
  .option('--direct-api <true|false>', 'may call the API directly', bool)
  .option('--custom-dates <true|false>', 'may request custom dates', bool)
  .option('--custom-times <true|false>', 'may request custom times', bool)
  .action((options) => run('accounts.set-limits', options));

const tokens = program.command('tokens').description('access tokens of an account');
tokens
  .command('issue')
  .description('issue a token; it is shown this once')
  .requiredOption('--account <id>')
  .action((options) => run('tokens.issue', options));
tokens
  .command('list')
  .description('tokens of an account, with their last use')
  .requiredOption('--account <id>')
  .action((options) => run('tokens.list', options));
tokens
  .command('revoke')
  .description('revoke a token at once')
  .requiredOption('--token-id <id>')
  .action((options) => run('tokens.revoke', options));

const collectors = program
  .command('collectors')
  .description('automatic collection of data; the running service does the work');
collectors
  .command('add')
  .description('add a collector and start it')
  .argument('<kind>', 'crypto, alpaca, massive or folder')
  .option('--id <name>', 'its name; default: the kind and its exchange or feed')
  .option('--symbols <names>', 'as the vendor spells them, separated by commas')
  .option('--interval <interval>', '1m, 5m, 15m, 30m, 1h or 1d; default 1m')
  .option('--backfill <days|date>', 'how far back, such as 30d or 2024-01-02; default: today')
  .option('--asset-class <class>', 'equity or etf, where the vendor has both')
  .option('--exchange <id>', 'crypto: the exchange as ccxt names it')
  .option('--feed <feed>', 'alpaca: iex, sip, delayed_sip or otc; default iex')
  .option('--via <rest|files>', 'massive: requests, or the daily flat files; default rest')
  .option('--bucket <name>', 'massive: bucket of the flat files')
  .option('--requests-per-minute <n>', 'alpaca and massive: what the subscription allows', whole)
  .option('--dir <path>', 'folder: where files are dropped; they are moved to done/ and failed/ in it')
  .option('--files <set>', `folder: content of the files, ${EVENT_SET_NAMES.join(', ')}; default bars`)
  .option('--symbol <symbol>', 'folder: if the files do not name it')
  .option('--tz <zone>', 'folder: IANA zone of times without offset')
  .option('--format <name>', "folder: a vendor's file format, if it is not detected")
  .option('--columns <names>', 'folder: column names of files without a header')
  .option('--stamp <end>', 'folder: whether timestamps mark the start or the end of a bar')
  .option('--stream', "also live bars from the vendor's stream")
  .option('--news', 'alpaca: also news of the symbols; it waits for classification')
  .option('--no-actions', 'alpaca: no splits and dividends of the symbols')
  .option('--schedule <cron>', 'when new bars are requested; six fields with seconds')
  .option('--credentials <file>', 'lines of NAME=VALUE, mode 0600; default: the environment of the service')
  .option('--url <url>', 'another host of the vendor')
  .option('--stream-url <url>', 'alpaca: another host of the stream')
  .option('--dry-run', 'ask the vendor for one day and report; nothing is written or added')
  .action((kind: string, { credentials, dir, actions, ...options }) =>
    run(
      'collectors.add',
      {
        kind,
        ...options,
        ...(actions ? {} : { actions }),
        credentials: credentials && resolve(credentials),
        dir: dir && resolve(dir),
      },
      addExitCode,
    ),
  );
collectors
  .command('list')
  .description('every collector with its options')
  .action(() => run('collectors.list', {}));
collectors
  .command('status')
  .description('per symbol: last bar, lag in seconds of trading time, days with holes, last error, next run')
  .argument('[id]')
  .option('--symbol <symbol>')
  .action((id: string | undefined, options) => run('collectors.status', { id, ...options }));
for (const [name, what] of [
  ['start', 'continue from where it stopped'],
  ['stop', 'collect nothing until it is started'],
  ['remove', 'forget it; its bars stay'],
] as const) {
  collectors
    .command(name)
    .description(what)
    .argument('<id>')
    .action((id: string) => run(`collectors.${name}`, { id }));
}
collectors
  .command('backfill')
  .description('request whole days again: later corrections of the vendor win')
  .argument('<id>')
  .requiredOption('--from <days|date>', 'such as 30d or 2024-01-02')
  .option('--to <date>', 'the last day; default: today')
  .option('--symbols <names>', 'only these')
  .option('--dry-run', 'only count the days')
  .action((id: string, options) => run('collectors.backfill', { id, ...options }));

const news = program.command('news').description('news that waits for classification; see docs/classification.md');
news
  .command('waiting')
  .description('news that waits, with its attempts and last error')
  .option('--limit <n>', 'maximum number; default 20', whole)
  .action((options) => run('news.waiting', options));
news
  .command('retry')
  .description('retry news that was given up')
  .action(() => run('news.retry', {}));
news
  .command('reclassify')
  .description('classify news again, as a revision')
  .option('--model <name>', 'model of the endpoint, instead of the configured one')
  .option('--symbol <symbol>')
  .option('--since <time>', 'published since, such as 2025-06-04')
  .action((options) => run('news.reclassify', options));

const retention = program
  .command('retention')
  .description('how long data is kept; without a policy, for ever (see docs/operations.md)');
const scoped = (name: string, description: string) =>
  retention
    .command(name)
    .description(description)
    .argument('<kind>', RETENTION_KINDS.join(', '))
    .option('--asset-class <class>', 'of bars and news: equity, etf or crypto; default: each')
    .option('--interval <interval>', 'of bars: 1m, 5m, ... 1d; default: each');
retention
  .command('list')
  .description('policies, the last run and the next one')
  .action(() => run('retention.list', {}));
scoped('set', 'keep so many days before today; what is older goes at the next run')
  .requiredOption('--keep <days>', 'such as 730d')
  .action((kind: string, options) => run('retention.set', { kind, ...options }));
scoped('remove', 'keep everything again; what went stays gone').action((kind: string, options) =>
  run('retention.remove', { kind, ...options }),
);
retention
  .command('run')
  .description('remove what the policies do not keep now, not on Sunday')
  .option('--dry-run', 'only count the rows')
  .action((options) => run('retention.run', options));

const dlq = program.command('dlq').description('dead letters: rejected events with their reasons');
dlq
  .command('list')
  .description('dead letters, the newest first')
  .option('--reason <reason>')
  .option('--limit <n>', 'maximum number', whole)
  .action((options) => run('dlq.list', options));
dlq
  .command('show')
  .description('one dead letter with its payload')
  .argument('<id>')
  .action((id: string) => run('dlq.show', { id }));
dlq
  .command('replay')
  .description('land dead letters again: by id, by reason, or all')
  .argument('[id...]')
  .option('--reason <reason>')
  .action((ids: string[], { reason }) =>
    run('dlq.replay', { ids: ids.length ? ids : undefined, reason }, replayExitCode),
  );
dlq
  .command('purge')
  .description('remove dead letters permanently: by id, by filter, or all')
  .argument('[id...]')
  .option('--reason <reason>')
  .option('--before <time>', 'received before, such as 2025-06-04 or 2025-06-04T13:30:00Z')
  .option('--all', 'every dead letter')
  .option('--yes', 'do not ask')
  .action(async (ids: string[], { yes, ...filter }) => {
    const selection = { ids: ids.length ? ids : undefined, ...filter };
    if (!yes) {
      if (!(process.stdin.isTTY && process.stderr.isTTY))
        throw usageError('dlq purge: asks before it removes; give --yes');
      const { dead_letters: count } = (await ask('dlq.count', selection)) as { dead_letters: number };
      if (!(await confirmed(`Remove ${count} dead letters for good?`))) throw notDone('nothing was removed');
    }
    return run('dlq.purge', selection);
  });

program
  .command('sql')
  .description('one SELECT over the database market')
  .argument('<query>')
  .addOption(new Option('--format <format>').choices(['table', 'csv', 'json']).default('table'))
  .action((query: string, { format }) => {
    if (format === 'json') program.setOptionValue('json', true);
    const json = program.opts()['json'] === true;
    return run('sql', { query, format: format === 'csv' && !json ? 'csv' : 'json' });
  });

program
  .command('demo')
  .description('the demo market')
  .command('drop')
  .description('remove it permanently')
  .action(() => run('demo.drop', {}));

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usageError;
  if (error instanceof OperationError) return error.exitCode;
  return error instanceof ConfigError ? EXIT.usageError : EXIT.notDone;
}

/** For programs, the failure is the one JSON object; for people, a message (Commander has written its own). */
function reportFailure(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const ofCommander = error instanceof CommanderError;
  if (!ofCommander) process.stderr.write(`${printable(message)}\n`);
  if (!givenJson && program.opts()['json'] !== true) return;
  const help = ofCommander && error.code === 'commander.help';
  const shown = help ? 'a command is missing' : message.replace(/^error: /, '');
  if (process.exitCode !== EXIT.done) process.stdout.write(`${printableJson({ error: shown })}\n`);
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
  reportFailure(error);
}
// The engine's and the pools' threads would keep the process for a while; what is left in a pipe would be lost.
for (const stream of [process.stdout, process.stderr]) {
  // A reader that has had enough, such as `head`, is no failure.
  stream.on('error', () => {});
  await new Promise((resolve) => stream.write('', resolve));
}
process.exit(process.exitCode);
