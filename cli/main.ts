#!/usr/bin/env node
/** The command line. Messages go to stderr, answers to stdout; exit codes are a contract (see docs). */
import { resolve } from 'node:path';
import { CommanderError, Command as Program } from 'commander';
import { ConfigError } from '../lib/config.ts';
import { projectVersion } from '../lib/paths.ts';
import { messageOf, printable, printableJson } from '../lib/text.ts';
import { COMMANDS, type Command, checkedArgs, GROUPS, type OperationName } from '../operations/commands.ts';
import { EXIT, notDone, OperationError } from '../operations/operation.ts';
import { define } from './define.ts';
import { writeNewFile } from './new-file.ts';
import { type PerformOptions, perform } from './perform.ts';
import { print } from './print.ts';

/** Flag read from the raw arguments, because errors in them are reported before Commander has parsed all. */
const wantsJson = process.argv.slice(2).includes('--json');

const program = new Program('market-stats')
  .description('Operates the market-stats installation of DATA_DIR, whether its service runs or not.')
  .version(projectVersion())
  .option('--json', 'print one JSON object on stdout and nothing else')
  .configureOutput({
    writeOut: (text) => void (wantsJson ? process.stderr : process.stdout).write(text),
    writeErr: (text) => void process.stderr.write(printable(text)),
  })
  .showHelpAfterError()
  .exitOverride();

type Arguments = Record<string, unknown>;

/** Arguments that are paths: they become absolute, because the service may run in another folder. */
const PATHS = ['dir', 'credentials'];

function ask(name: OperationName, parsed: Arguments, data?: PerformOptions['data']): Promise<unknown> {
  const paths = PATHS.filter((path) => path in parsed).map((path) => [path, resolve(String(parsed[path]))]);
  const args = { ...parsed, ...Object.fromEntries(paths) };
  checkedArgs(name, args);
  const quiet = program.opts()['json'] === true || !process.stderr.isTTY;
  return perform(name, args, { quiet, onFatal, data });
}

async function run(name: OperationName, args: Arguments): Promise<void> {
  const result = name === 'export' ? await exportFile(args) : await ask(name, args);
  print(name, result, program.opts()['json'] === true);
  const { error } = result as { error?: string };
  if (error !== undefined) process.stderr.write(`${printable(error)}\n`);
  const { exitCode } = COMMANDS[name] as Command;
  process.exitCode = exitCode ? exitCode(result as never) : EXIT.done;
}

async function exportFile({ path, ...args }: Arguments): Promise<object> {
  const written = await writeNewFile(String(path), (append) => ask('export', args, append)).catch((error) => {
    throw (error as NodeJS.ErrnoException).syscall ? notDone(`export: ${error.message}`) : error;
  });
  return { path: resolve(String(path)), ...(written as object) };
}

function onFatal(error: unknown): void {
  process.exitCode = EXIT.notDone;
  reportFailure(error);
  process.exit();
}

const groups = new Map(Object.entries(GROUPS).map(([name, about]) => [name, program.command(name).description(about)]));
for (const [name, declared] of Object.entries(COMMANDS) as [OperationName, Command][]) {
  const [group, word] = name.split('.');
  const parent = groups.get(group) ?? program;
  define(parent.command(word ?? group), declared, (args) => run(name, args));
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usageError;
  if (error instanceof OperationError) return error.exitCode;
  return error instanceof ConfigError ? EXIT.usageError : EXIT.notDone;
}

/** Writes the failure: one JSON object for programs, a message for people (Commander has written its own). */
function reportFailure(error: unknown): void {
  const message = messageOf(error);
  const ofCommander = error instanceof CommanderError;
  if (!ofCommander) process.stderr.write(`${printable(message)}\n`);
  if (!wantsJson && program.opts()['json'] !== true) return;
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
// Exits explicitly: threads of the engine and the pools would keep the process alive. Pipes are flushed first.
for (const stream of [process.stdout, process.stderr]) {
  // A reader that closes early, such as `head`, is no failure.
  stream.on('error', () => {});
  await new Promise((resolve) => stream.write('', resolve));
}
process.exit(process.exitCode);
