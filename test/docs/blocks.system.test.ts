/**
 * What the pages say to run is run as it stands there, but for the address of the service and the folder: each page in a
 * folder that looks like a clone, whose `data` is its own.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectFile } from '../../lib/paths.ts';
import { clientPython } from '../clients/interpreter.ts';
import { startService as startDemo } from '../clients/service.ts';
import { type TestApi, UNLIMITED } from '../support/api.ts';
import { ensureBuilt, startService, temporaryFolder } from '../support/programs.ts';
import { allBlocks, type Block } from './pages.ts';

/** Between the outputs of two blocks. */
const END = '\u001e';
const ADDRESS = 'http://127.0.0.1:3000';
const OPS_ADDRESS = 'http://127.0.0.1:3001';

interface Language {
  readonly file: string;
  readonly prelude: string;
  readonly end: string;
  command(file: string): readonly string[];
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  sh: {
    file: 'blocks.sh',
    prelude: `set -euo pipefail
curl() { command curl --fail-with-body -sS "$@"; }
# The command of the script cli, as package.json has it: npm itself takes as long again as the command.
npm() { if [ "$*" != "\${*#run -s cli -- }" ]; then node dist/cli/main.js "\${@:5}"; else command npm "$@"; fi; }
`,
    end: `printf '\\x1e'`,
    command: (file) => ['bash', file],
  },
  python: {
    file: 'blocks.py',
    prelude: '',
    end: `print(chr(30), end="")`,
    command: (file) => [clientPython(), file],
  },
  ts: {
    file: 'blocks.ts',
    prelude: '',
    end: `process.stdout.write('\\x1e');`,
    command: (file) => [projectFile('node_modules', '.bin', 'tsx'), '--tsconfig', TSCONFIG, file],
  },
};
const TSCONFIG = projectFile('clients', 'typescript', 'examples', 'tsconfig.json');

function scratch(): { path: string; remove: () => void } {
  const folder = temporaryFolder();
  for (const name of readdirSync(projectFile('.'))) {
    if (name !== 'data' && !name.startsWith('.git')) symlinkSync(projectFile(name), join(folder.path, name));
  }
  mkdirSync(join(folder.path, 'data'));
  return folder;
}

interface Place {
  readonly folder: string;
  readonly url: string;
  readonly opsUrl: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A refusal that the page shows is no failure. */
const textOf = ({ text, output }: Block) =>
  output?.text.includes('"detail"') ? text.replace(/^curl /gm, 'command curl -sS ') : text;

/** What each block prints. */
async function outputsOf(blocks: readonly Block[], place: Place): Promise<string[]> {
  const { file, prelude, end, command } = LANGUAGES[blocks[0].language];
  const script = prelude + blocks.map((block) => `${textOf(block)}\n${end}\n`).join('');
  writeFileSync(join(place.folder, file), script.replaceAll(ADDRESS, place.url).replaceAll(OPS_ADDRESS, place.opsUrl));
  const [program, ...args] = command(file);
  const { PATH, HOME } = process.env;
  const options = { cwd: place.folder, env: { PATH, HOME, ...place.env }, timeout: 75_000, maxBuffer: 2 ** 26 };
  const ran = await new Promise<{ failed: boolean; stdout: string; stderr: string }>((resolve) =>
    execFile(program, args, options, (error, stdout, stderr) => resolve({ failed: error !== null, stdout, stderr })),
  );
  const outputs = ran.stdout.split(END).slice(0, blocks.length);
  if (ran.failed) {
    const { page, line } = blocks[Math.min(outputs.length, blocks.length) - 1];
    throw new Error(`${page}:${line} failed: ${outputs.at(-1)}${ran.stderr}`);
  }
  return outputs;
}

const inLines = (text: string) => text.trimEnd().replace(/[ \t]+$/gm, '');

function compare({ page, line, output }: Block, printed: string): void {
  if (!output) return;
  const at = `${page}:${line}`;
  if (output.language === 'text' && output.part) expect(printed).toContain(output.text);
  else if (output.language === 'text') expect([at, inLines(printed)]).toEqual([at, inLines(output.text)]);
  else if (output.part) expect([at, JSON.parse(printed)]).toMatchObject([at, JSON.parse(output.text)]);
  else expect([at, JSON.parse(printed)]).toEqual([at, JSON.parse(output.text)]);
}

const runnable = allBlocks().filter(({ mark, language }) => mark !== 'none' && language in LANGUAGES);
const nameOf = ({ page, language, mark }: Block) => `${page}, ${language}, ${mark}`;
const scripts = [...new Set(runnable.map(nameOf))].map(
  (name) => [name, runnable.filter((block) => nameOf(block) === name)] as const,
);
const ofMark = (mark: Block['mark']) => scripts.filter(([, [first]]) => first.mark === mark);

async function runScript(blocks: readonly Block[], place: Place): Promise<void> {
  const outputs = await outputsOf(blocks, place);
  for (const [i, block] of blocks.entries()) compare(block, outputs[i]);
}

describe('on the demo market', () => {
  let demo: TestApi;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo.close());

  it.each(ofMark('demo'))('%s', { timeout: 160_000 }, async (_, blocks) => {
    const folder = scratch();
    const token = demo.account('pro_api', UNLIMITED);
    writeFileSync(join(folder.path, 'data', 'demo-token'), `${token}\n`);
    const env = { API: demo.url, TOKEN: token };
    try {
      await runScript(blocks, { folder: folder.path, url: demo.url, opsUrl: OPS_ADDRESS, env });
    } finally {
      folder.remove();
    }
  });
});

describe('in a new installation', () => {
  beforeAll(() => ensureBuilt());

  it.each(ofMark('run'))('%s', { timeout: 160_000 }, async (_, blocks) => {
    const folder = scratch();
    const service = await startService(join(folder.path, 'data'));
    const { host, port, token } = JSON.parse(readFileSync(join(folder.path, 'data', 'ops.json'), 'utf8'));
    try {
      const opsUrl = `http://${host}:${port}`;
      await runScript(blocks, { folder: folder.path, url: service.url, opsUrl, env: { OPS_TOKEN: token } });
    } finally {
      await service.stop();
      folder.remove();
    }
  });
});
