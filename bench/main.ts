/**
 * `npm run bench -- [p1 p4 ...] [--json] [--rounds N]`: every part in turn, a line a figure; with `--json` one object
 * on stdout. Ends by itself; a part that takes too long is ended.
 */
import { readdirSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { type Line, lineJson, lineText, type Part, type PartOptions } from './harness.ts';
import { extension, forkScript } from './processes.ts';

const PART_TIMEOUT_MS = 15 * 60_000;
const ROUNDS = 5;

/** `p4` by its number, others last. */
const placeOf = (name: string) => (name.startsWith('p') ? Number(name.slice(1)) : Number.POSITIVE_INFINITY);

/** File names of the parts, by the part's name; several files may belong to one. */
function partFiles(): { name: string; file: string }[] {
  return readdirSync(join(import.meta.dirname, 'parts'))
    .filter((file) => /^([ps]\d+-|query\.)/.test(file) && extname(file) === extension)
    .map((file) => ({ name: file.split(/[-.]/)[0], file }))
    .sort((a, b) => placeOf(a.name) - placeOf(b.name) || (a.file < b.file ? -1 : 1));
}

function runPart(file: string, rounds: number): Promise<readonly Line[]> {
  const child = forkScript('bench/main', { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${file} took longer than ${PART_TIMEOUT_MS / 60_000} minutes`));
    }, PART_TIMEOUT_MS);
    let lines: readonly Line[] | undefined;
    child.once('message', (message) => {
      lines = message as readonly Line[];
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      if (lines) resolve(lines);
      else reject(new Error(`${file} ended with code ${code}`));
    });
    child.send({ file, options: { rounds } });
  });
}

function wholeRounds(text: string): number {
  const rounds = Number(text);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 100) throw new InvalidArgumentError('give 1 to 100');
  return rounds;
}

async function main(): Promise<void> {
  const known = partFiles();
  const names = [...new Set(known.map(({ name }) => name))];
  const command = new Command('bench')
    .argument('[parts...]', `of ${names.join(', ')}; all without one`)
    .option('--json', 'one JSON object on stdout')
    .option('--rounds <n>', 'rounds that count', wholeRounds, ROUNDS)
    .parse();
  const { json, rounds } = command.opts<{ json?: boolean; rounds: number }>();
  const unknown = command.args.filter((name) => !names.includes(name));
  if (unknown.length > 0) command.error(`no part ${unknown.join(', ')}; there are ${names.join(', ')}`);

  const load = loadavg()[0];
  const lines: Line[] = [];
  const failed: string[] = [];
  for (const { name, file } of known) {
    if (command.args.length > 0 && !command.args.includes(name)) continue;
    try {
      const measured = await runPart(file, rounds);
      lines.push(...measured);
      if (!json) for (const line of measured) console.log(lineText(line));
    } catch (error) {
      failed.push(file);
      console.error(`${file}: ${(error as Error).message}`);
    }
  }
  const machine = {
    cpus: cpus().length,
    model: cpus()[0]?.model,
    node: process.version,
    loadBefore: load,
    loadAfter: loadavg()[0],
  };
  if (json) console.log(JSON.stringify({ machine, rounds, lines: lines.map(lineJson), failed }));
  else
    console.log(
      `\n${machine.cpus} cores (${machine.model}), Node ${machine.node}, load ${load.toFixed(1)} before, ${machine.loadAfter.toFixed(1)} after`,
    );
  process.exit(failed.length > 0 ? 1 : 0);
}

/** One part in a process of its own: its memory and its engine end with it. */
async function runHere({ file, options }: { file: string; options: PartOptions }): Promise<void> {
  const { default: part } = (await import(pathToFileURL(join(import.meta.dirname, 'parts', file)).href)) as {
    default: Part;
  };
  const lines = await part.run(options);
  process.send?.(lines, () => process.exit(0));
}

if (process.send) process.once('message', runHere);
else await main();
