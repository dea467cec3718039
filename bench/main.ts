/**
 * `npm run bench -- [p1 p4 ...] [--json] [--rounds N]`: runs parts in turn, one line per figure; with `--json` one object
 * on stdout. A part that takes too long is ended.
 */
import { readdirSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { type Line, lineJson, lineText, type Part } from './harness.ts';
import { extension, forkScript } from './processes.ts';

const PART_TIMEOUT_MS = 15 * 60_000;
const ROUNDS = 5;

interface Job {
  readonly file: string;
  readonly rounds: number;
}

/** Returns the sort key of a part: the number of `p4`, other parts last. */
const placeOf = (name: string) => (name.startsWith('p') ? Number(name.slice(1)) : Number.POSITIVE_INFINITY);
const partOf = (file: string) => file.split(/[-.]/)[0];

/** Returns the files of the parts; several may belong to one part. */
const partFiles = () =>
  readdirSync(join(import.meta.dirname, 'parts'))
    .filter((file) => /^[fps]\d+-/.test(file) && extname(file) === extension)
    .sort((a, b) => placeOf(partOf(a)) - placeOf(partOf(b)) || (a < b ? -1 : 1));

function runPart(job: Job): Promise<readonly Line[]> {
  const child = forkScript('bench/main', { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${job.file} took longer than ${PART_TIMEOUT_MS / 60_000} minutes`));
    }, PART_TIMEOUT_MS);
    let lines: readonly Line[] | undefined;
    child.once('message', (message) => {
      lines = message as readonly Line[];
    });
    // Waits for the exit, because the next part would be measured while this one still cleans up.
    child.once('exit', (code) => {
      clearTimeout(timer);
      if (lines) resolve(lines);
      else reject(new Error(`${job.file} ended with code ${code}`));
    });
    child.send(job);
  });
}

function wholeRounds(text: string): number {
  const rounds = Number(text);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 100) throw new InvalidArgumentError('give 1 to 100');
  return rounds;
}

async function main(): Promise<void> {
  const files = partFiles();
  const names = [...new Set(files.map(partOf))];
  const command = new Command('bench')
    .argument('[parts...]', `of ${names.join(', ')}; all without one`)
    .option('--json', 'one JSON object on stdout')
    .option('--rounds <n>', 'rounds that count', wholeRounds, ROUNDS)
    .parse();
  const { json, rounds } = command.opts<{ json?: boolean; rounds: number }>();
  const unknown = command.args.filter((name) => !names.includes(name));
  if (unknown.length > 0) command.error(`no part ${unknown.join(', ')}; there are ${names.join(', ')}`);

  const loadBefore = loadavg()[0];
  const lines: Line[] = [];
  const failed: string[] = [];
  for (const file of files) {
    if (command.args.length > 0 && !command.args.includes(partOf(file))) continue;
    try {
      const measured = await runPart({ file, rounds });
      lines.push(...measured);
      if (!json) for (const line of measured) console.log(lineText(line));
    } catch (error) {
      failed.push(file);
      console.error(`${file}: ${(error as Error).message}`);
    }
  }
  const cores = cpus();
  const loadAfter = loadavg()[0];
  const machine = { cpus: cores.length, model: cores[0]?.model, node: process.version, loadBefore, loadAfter };
  const load = `load ${loadBefore.toFixed(1)} before, ${loadAfter.toFixed(1)} after`;
  if (json) console.log(JSON.stringify({ machine, rounds, lines: lines.map(lineJson), failed }));
  else console.log(`\n${machine.cpus} cores (${machine.model}), Node ${machine.node}, ${load}`);
  process.exit(failed.length > 0 ? 1 : 0);
}

/** Runs one part in this process, which ends with it, so that its memory and its engine are released. */
async function runHere({ file, rounds }: Job): Promise<void> {
  const path = pathToFileURL(join(import.meta.dirname, 'parts', file)).href;
  const { default: part } = (await import(path)) as { default: Part };
  const lines = (await part(rounds)).map((line) => ({ ...line, part: line.part ?? partOf(file) }));
  process.send?.(lines, () => process.exit(0));
}

if (process.send) process.once('message', runHere);
else await main();
