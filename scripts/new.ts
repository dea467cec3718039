/**
 * `npm run new:statistic NAME`, `npm run new:collector NAME`: writes a folder or file of the kind with one example
 * definition, its tests and what else names it. All of it passes as it is; what follows is printed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFile } from '../lib/paths.ts';

const TARGETS: Readonly<Record<string, Readonly<Record<string, (name: string) => string>>>> = {
  statistic: {
    'index.ts': (name) => `compute/statistics/${name}/index.ts`,
    'test.ts': (name) => `compute/statistics/${name}/${name}.test.ts`,
    'oracle.ts': (name) => `test/oracles/${name}.ts`,
  },
  collector: {
    'source.ts': (name) => `ingest/collectors/${name}.ts`,
    'vendor.ts': (name) => `test/support/vendors/${name}.ts`,
  },
};

const NEXT: Readonly<Record<string, (name: string) => string>> = {
  statistic: (name) => `Next, by compute/statistics/README.md: your definition in compute/statistics/${name}, then
  npx vitest run compute/statistics/${name} test/contracts
A line of the example is in docs/statistics.md: replace it.`,
  collector: (
    name,
  ) => `Next, by ingest/collectors/README.md: the vendor's requests in ingest/collectors/${name}.ts, its answers in
test/support/vendors/${name}.ts, then
  npx vitest run ingest/collectors/contract.test.ts -t ${name}
and the kind in operations/commands.ts and docs/collectors.md.`,
};

/** Puts text before the first match of a pattern in a file. */
function insert(path: string, before: RegExp, text: string): void {
  const whole = readFileSync(projectFile(path), 'utf8');
  const at = whole.search(before);
  if (at === -1) throw new Error(`${path} has changed: ${before} is not in it`);
  writeFileSync(projectFile(path), whole.slice(0, at) + text + whole.slice(at));
}

function registerStatistic(name: string): string[] {
  const doc = `[\`/stats/${name}/doc\`](http://127.0.0.1:3000/stats/${name}/doc)`;
  const row = `| **${name}**: ${doc} | The range of a session in percent of its open | An example: replace it | An example: replace it |\n`;
  insert('docs/statistics.md', /^\nRates come with/m, row);
  return [];
}

function registerCollector(name: string): string[] {
  const [kinds, vendors] = ['ingest/collectors/kinds.ts', 'test/support/vendors/all.ts'];
  insert(kinds, /folderKind\];/, `${name}Kind, `);
  insert(kinds, /import \{ massiveKind/, `import { ${name}Kind } from './${name}.ts';\n`);
  insert(vendors, /^\];/m, `  ${name}Vendor,\n`);
  insert(vendors, /import type \{ Vendor \}/, `import { ${name}Vendor } from './${name}.ts';\n`);
  return [kinds, vendors];
}

const [kind = '', name = ''] = process.argv.slice(2);
const files = TARGETS[kind];
if (!files || !/^[a-z][a-z0-9]*$/.test(name)) {
  console.error(
    'usage: npm run new:statistic NAME or npm run new:collector NAME; a NAME has lower-case letters and digits',
  );
  process.exit(2);
}
const taken = Object.values(files)
  .map((pathOf) => pathOf(name))
  .find((path) => existsSync(projectFile(path)));
if (taken || ['sessions', 'summaries'].includes(name)) {
  console.error(`${name} is taken${taken ? `: ${taken} is there` : ''}`);
  process.exit(2);
}
const written = Object.entries(files).map(([template, pathOf]) => {
  const path = pathOf(name);
  const text = readFileSync(projectFile('scripts', 'templates', kind, `${template}.txt`), 'utf8')
    .replaceAll('__NAME__', name.toUpperCase())
    .replaceAll('__name__', name)
    .replaceAll('__Name__', name.charAt(0).toUpperCase() + name.slice(1));
  mkdirSync(dirname(projectFile(path)), { recursive: true });
  writeFileSync(projectFile(path), text);
  return path;
});
const changed = kind === 'statistic' ? registerStatistic(name) : registerCollector(name);
const biome = join('node_modules', '.bin', 'biome');
execFileSync(biome, ['check', '--write', ...written, ...changed], {
  cwd: projectFile(),
  stdio: ['ignore', 'ignore', 'inherit'],
});
for (const path of written) console.log(path);
console.log(NEXT[kind](name));
