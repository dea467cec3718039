#!/usr/bin/env node
/** The command line. Messages go to stderr, answers to stdout; exit codes are a contract (see docs). */
import { Argument, Command, CommanderError, Option } from 'commander';
import { EVENT_SET_NAMES } from '../ingest/contract/events.ts';
import { ConfigError } from '../lib/config.ts';
import { projectVersion } from '../lib/paths.ts';
import { messageOf, printable, printableJson } from '../lib/text.ts';
import type { Command as Declared } from '../operations/arguments.ts';
import { COMMANDS, GROUPS, IMPORT_ARGUMENTS, IMPORTED, type OperationName } from '../operations/commands.ts';
import { EXIT, notDone, OperationError } from '../operations/operation.ts';
import { writeNewFile } from './new-file.ts';
import { type PerformOptions, perform } from './perform.ts';
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

type Given = Record<string, unknown>;

async function run(name: OperationName, args: Given): Promise<void> {
  const result = await ask(name, args);
  const { exitCode } = COMMANDS[name] as Declared;
  show(name, result, exitCode ? exitCode(result as never) : EXIT.done);
}

function show(name: OperationName, result: unknown, code: number): void {
  print(name, result, program.opts()['json'] === true);
  const { error } = (result ?? {}) as { error?: string };
  if (typeof error === 'string') process.stderr.write(`${printable(error)}\n`);
  process.exitCode = code;
}

function ask(name: OperationName, args: Given, data?: PerformOptions['data']): Promise<unknown> {
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
  const quiet = program.opts()['json'] === true || !process.stderr.isTTY;
  return perform(name, given, { quiet, onFatal, data });
}

function onFatal(error: unknown): void {
  process.exitCode = EXIT.notDone;
  reportFailure(error);
  process.exit();
}

type Parse = (text: string) => unknown;

/** A command with its arguments; `act` gets those that were given, by their names. */
function define(
  command: Command,
  { description = '', args }: Pick<Declared, 'description' | 'args'>,
  act: (given: Given) => Promise<void>,
): Command {
  command.description(description);
  const places: string[] = [];
  for (const [name, { flags = '', description: about, required, parse }] of Object.entries(args)) {
    if (flags.startsWith('-')) {
      command.addOption(new Option(flags, about).makeOptionMandatory(required).argParser(parse as Parse));
    } else if (flags) {
      command.addArgument(new Argument(flags, about).argParser(parse as Parse));
      places.push(name);
    }
  }
  return command.action(() => {
    const given = Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) !== 'default');
    const placed = places.map((name, at) => [name, command.processedArgs[at]]);
    // Nobody named an id: none is asked for, not the ids of an empty list.
    const named = placed.filter(([, value]) => !(Array.isArray(value) && value.length === 0));
    return act(Object.fromEntries([...named, ...given]));
  });
}

const groups = new Map<string, Command>();
function commandOf(name: string): Command {
  const [group, word] = name.split('.');
  if (word === undefined) return program.command(group);
  const parent = groups.get(group) ?? program.command(group).description(GROUPS[group]);
  groups.set(group, parent);
  return parent.command(word);
}

for (const kind of EVENT_SET_NAMES) {
  const declared = { description: IMPORTED[kind], args: IMPORT_ARGUMENTS };
  define(commandOf(`import.${kind}`), declared, ({ files, default: defaults, dryRun, force, ...rest }) => {
    const options = defaults ? { ...rest, defaults } : rest;
    return run('import', { kind, files, options, dryRun, force });
  });
}
const ACTIONS: Partial<Record<OperationName, (given: Given) => Promise<void>>> = {
  export: exportFile,
};
for (const [name, declared] of Object.entries(COMMANDS) as [OperationName, Declared][]) {
  if (declared.description === undefined) continue;
  define(commandOf(name), declared, ACTIONS[name] ?? ((given) => run(name, given)));
}

async function exportFile({ path, ...args }: Given): Promise<void> {
  const written = await writeNewFile(path as string, (append) => ask('export', args, append)).catch((error) => {
    throw (error as NodeJS.ErrnoException).syscall ? notDone(`export: ${error.message}`) : error;
  });
  show('export', { path, ...(written as object) }, EXIT.done);
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usageError;
  if (error instanceof OperationError) return error.exitCode;
  return error instanceof ConfigError ? EXIT.usageError : EXIT.notDone;
}

/** For programs, the failure is the one JSON object; for people, a message (Commander has written its own). */
function reportFailure(error: unknown): void {
  const message = messageOf(error);
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
