/** Files imported with the options of the command line, as a user gives them, and as the messages of refusals name them. */
import { Command } from 'commander';
import { beforeEach } from 'vitest';
import { define } from '../../cli/define.ts';
import { Landing } from '../../ingest/landing/landing.ts';
import { systemClock } from '../../lib/clock.ts';
import { importOperations } from '../../operations/commands/imports.ts';
import { COMMANDS, importExitCode } from '../../operations/commands.ts';
import { operationsOf } from '../../operations/handlers.ts';
import { EXIT, OperationError } from '../../operations/operation.ts';
import { storeOfFile } from './of-file.ts';
import { pushTo } from './push.ts';
import { emptyTables } from './store.ts';

const OPTIONS = define(new Command(), COMMANDS.import, async () => {}).options;

/** The words of a command line, as arguments of an import. */
function argumentsOf(words: readonly string[]): Record<string, unknown> {
  let args = {};
  const command = define(new Command().exitOverride(), COMMANDS.import, async (given) => {
    args = given;
  });
  command.parse(['bars', 'FILE', ...words], { from: 'user' });
  return args;
}

/** Words of a line, those in double quotes together. */
export const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', ''));

const VALUE = /^(?:[^\s"]|"[^"]*")+/;

/** The options that a message names, each with its value; several for one option are ways to choose from. */
export function advisedBy(message: string): Map<string, string[][]> {
  const advised = new Map<string, string[][]>();
  for (const { flags } of OPTIONS) {
    const [name, value] = flags.split(' ');
    for (let at = message.indexOf(name); at >= 0; at = message.indexOf(name, at + 1)) {
      const behind = message.slice(at + name.length);
      if (/^[\w-]/.test(behind) || name === '--dry-run' || name === '--force') continue;
      const given = value ? VALUE.exec(behind.trimStart())?.[0].replace(/[,;:)?]+$/, '') : '';
      // `--tz EST: ...` names what was given, and `--map close=COLUMN` only the form.
      const isForm = value !== undefined && (!given || /(^|=)(COLUMN|ZONE|NAME|FIELD|wrong|or|\(--tz)$/.test(given));
      const isGiven = at === 0 && behind.trimStart().startsWith(`${given}:`);
      if (isForm || isGiven) continue;
      const key = /^--(map|default)$/.test(name) ? `${name} ${given?.split('=')[0]}` : name;
      const words = value === undefined ? [name] : [name, given!.replaceAll('"', '')];
      advised.set(key, [...(advised.get(key) ?? []), words]);
    }
  }
  return advised;
}

/** Every choice of one way per option. */
function waysOf(advised: Map<string, string[][]>): string[][] {
  return [...advised.values()].reduce<string[][]>(
    (ways, next) => ways.flatMap((way) => next.map((words) => [...way, ...words])),
    [[]],
  );
}

export async function userOfFile() {
  const store = await storeOfFile();
  let landing: Landing;
  beforeEach(async () => {
    await emptyTables(store);
    landing = await Landing.open({ store });
  });

  /** `import bars FILE...` with a line of options: its exit code, its answer, and what it prints. */
  async function run(files: string | readonly string[], line: string | readonly string[] = '') {
    const args = argumentsOf(typeof line === 'string' ? wordsOf(line) : line);
    const printed: string[] = [];
    const { import: operation } = operationsOf(importOperations({ store, clock: systemClock, push: pushTo(landing) }));
    try {
      const answer = (await operation(
        { ...args, files: [files].flat() },
        { progress() {}, notice: (text) => void printed.push(text) },
      )) as {
        landed: number;
        dead_letters: Record<string, number>;
        first_rejected?: { message: string };
      };
      const text = [...printed, answer.first_rejected?.message].join('\n');
      return { exit: importExitCode(answer), answer, text };
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      return { exit: error.exitCode, text: error.message };
    }
  }

  /** Imports, and follows the options that each refusal names until the file lands; `[]` in `steps` if it landed at once. */
  async function follow(files: string | readonly string[], line = '') {
    const steps: { text: string; words: string[] }[] = [];
    let words = wordsOf(line);
    let came = await run(files, words);
    while (came.exit !== EXIT.done && steps.length < 6) {
      const { text } = came;
      const ways = waysOf(advisedBy(text)).filter((way) => way.length > 0);
      const before = words;
      for (const way of ways) {
        words = [...before, ...way];
        came = await run(files, words);
        if (came.exit === EXIT.done || came.text !== text) break;
      }
      steps.push({ text, words: words.slice(before.length) });
      if (words === before || came.text === text) break;
    }
    return { ...came, steps, words };
  }

  const stored = (symbol: string) =>
    store.reader.query<{ ts: string; open: number; high: number; low: number; close: number; volume: number }>(
      `SELECT formatDateTime(ts, '%F %R') AS ts, open, high, low, close, volume
       FROM market.bars FINAL WHERE symbol = {symbol:String} AND is_deleted = 0 ORDER BY ts`,
      { symbol },
    );
  const symbols = async () =>
    (await store.reader.query<{ symbol: string }>('SELECT DISTINCT symbol FROM market.bars ORDER BY symbol')).map(
      (row) => row.symbol,
    );
  return { run, follow, stored, symbols, store };
}
