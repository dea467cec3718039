/** What the pages name is there: files and headings, commands and options, scripts, variables, fields; and each has readers. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { projectFile } from '../../lib/paths.ts';
import { COMMANDS, type Command, optionOf } from '../../operations/commands.ts';
import { allBlocks, anchorOf, CODE, pages, readPage } from './pages.ts';
import { VARIABLES_PAGE, withVariables } from './variables.ts';

const all = pages().map((page) => ({ page, text: readPage(page) }));
/** Blocks are left out. */
const proseOf = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '');
const spansOf = (text: string) => [...proseOf(text).matchAll(/`([^`\n]+)`/g)].map(([, span]) => span);
/** Inline code and blocks of every page: what a reader may type. */
const typed = all.flatMap(({ page, text }) => [
  ...spansOf(text).map((code) => ({ page, code })),
  ...[...text.matchAll(/^```.*\n([\s\S]*?)^```$/gm)].map(([, code]) => ({ page, code })),
]);
const found = (pattern: RegExp) =>
  typed.flatMap(({ page, code }) => [...code.matchAll(pattern)].map((match) => ({ page, match })));

const tracked = execFileSync('git', ['ls-files', '*.ts', '*.sh', '*.yml', '*.json', '*.xml', '*.sql', '.ci', '*.mjs'], {
  cwd: projectFile('.'),
  encoding: 'utf8',
});
const sources = tracked
  .split('\n')
  .filter((file) => file !== '' && !/^test\/docs|lock\.json$|demo-answers/.test(file) && existsSync(projectFile(file)))
  .map((file) => readFileSync(projectFile(file), 'utf8'))
  .join('\n');

describe('pages', () => {
  it('say first who they are for', () => {
    const first = (text: string) => text.split('\n').slice(1).join('\n').trim().slice(0, 4);
    const others = all.filter(({ page, text }) => page !== 'README.md' && first(text) !== 'For ');
    expect(others.map(({ page }) => page)).toEqual([]);
  });

  it('link to files and headings that exist', () => {
    const headings = (file: string) =>
      [...proseOf(readPage(file)).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading));
    const broken = all.flatMap(({ page, text }) =>
      [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) => {
        if (/^[a-z]+:/.test(link)) return [];
        const [path, anchor] = link.split('#');
        const file = path === '' ? page : join(dirname(page), path);
        const there = existsSync(projectFile(file)) && (anchor === undefined || headings(file).includes(anchor));
        return there ? [] : [`${page}: ${link}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  it('name scripts of npm that exist', () => {
    const { scripts } = JSON.parse(readPage('package.json'));
    const unknown = found(/npm run (?:-s )?([\w:]+)/g).filter(({ match }) => !(match[1] in scripts));
    expect(unknown.map(({ page, match }) => [page, match[0]])).toEqual([]);
  });

  it('name commands and options that exist', () => {
    const commands = new Map(Object.entries(COMMANDS as Record<string, Command>));
    const optionsOf = (words: readonly string[]): string[] | null => {
      const command = commands.get(words.slice(0, 2).join('.')) ?? commands.get(words[0]);
      return command
        ? Object.keys(command.args.shape).flatMap((name) => [optionOf(name), optionOf(`no-${name}`)])
        : null;
    };
    const everywhere = ['--json', '--help', '--version'];
    const wrong = found(/(?:^|[\s(])(?:npm run -s cli --|cli)((?: (?:[\w.,:=/<>~"$'{}-]|\\\n)+)+)/g).flatMap(
      ({ page, match }) => {
        const words = match[1]
          .trim()
          .split(/\s+/)
          .filter((word) => word !== '--json');
        if (words[0].startsWith('-') || !/^[a-z]+$/.test(words[0])) return [];
        const options = optionsOf(words);
        if (options === null) return [`${page}: ${match[0].trim()}`];
        const given = words.filter((word) => /^--\w/.test(word)).map((word) => word.split('=')[0]);
        return given
          .filter((word) => ![...options, ...everywhere].includes(word))
          .map((word) => `${page}: ${words[0]} ${word}`);
      },
    );
    expect(wrong).toEqual([]);
    const page = readPage('docs/commands.md');
    const missing = [...commands.keys()].filter((name) => {
      const [group, word = ''] = name.split('.');
      return !page.split('\n').some((line) => line.includes(`\`${group}`) && line.includes(word));
    });
    expect(missing).toEqual([]);
  });

  it('list the variables as their schemas have them (`npm run variables:generate`)', () => {
    const page = readPage(VARIABLES_PAGE);
    expect(page).toBe(withVariables(page));
  });

  it('name variables that some program reads', () => {
    const unknown = found(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g).filter(({ match: [name] }) => !sources.includes(name));
    expect([...new Set(unknown.map(({ page, match: [name] }) => `${page}: ${name}`))]).toEqual([]);
  });

  it('ask about fields that statistics have', async () => {
    const fieldsOf = new Map(
      (await loadStatistics()).map(({ name, endpoints, summary }) => [
        name,
        [...endpoints.flatMap(({ fields }) => fields), ...summary.fields].flatMap((field) => field.name.split('.')),
      ]),
    );
    const other = ['exists', 'test', 'json', 'ts', 'md'];
    const conditions = found(/(?:^|[\s'";(@.=])(\w+)(?:\[[^\]]*\])?\.([a-z_0-9]+)\b/g);
    const unknown = conditions.filter(({ match: [, name, field] }) => {
      const fields = fieldsOf.get(name);
      return fields !== undefined && !fields.includes(field) && !other.includes(field);
    });
    expect(unknown.map(({ page, match: [, name, field] }) => `${page}: ${name}.${field}`)).toEqual([]);
  });
});

const blocks = allBlocks();
const notRun = blocks.filter(({ mark }) => mark === 'none');

describe(`${blocks.length - notRun.length} of ${blocks.length} blocks of code are run`, () => {
  it('and the others say why they are not', () => {
    expect(notRun.filter(({ reason }) => reason === '').map(({ page, line }) => `${page}:${line}`)).toEqual([]);
  });

  it('and each has a language', () => {
    const languages = [...CODE, 'text', 'json', 'mermaid', 'csv', 'xml'];
    const others = all.flatMap(({ page, text }) =>
      [...text.matchAll(/^```(\w*).*\n[\s\S]*?^```$/gm)].flatMap(([, language]) =>
        languages.includes(language) ? [] : [`${page}: '${language}'`],
      ),
    );
    expect(others).toEqual([]);
  });
});
