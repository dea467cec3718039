/**
 * The pages of the project, and the code in them. A block says after its language whether it is run:
 *
 * - `run`: in a new installation of the page's own; `run=demo`: against the API on a year of the demo market. Blocks of one
 *   page, language and mark are one script, from top to bottom. A block of `text` or `json` that follows in the same section is
 *   what it prints, or with `part` a part of it.
 * - `not-run="reason"`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { projectFile } from '../../lib/paths.ts';

export type Mark = 'run' | 'demo' | 'none';

export interface Block {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly mark: Mark;
  /** Why it is not run; empty where nobody says. */
  readonly reason: string;
  readonly text: string;
  readonly output: { readonly language: string; readonly part: boolean; readonly text: string } | null;
}

/** Languages that are run; blocks of others are shapes, outputs and files. */
export const CODE = ['sh', 'python', 'ts', 'sql', 'java', 'go'];

export const readPage = (page: string) => readFileSync(projectFile(page), 'utf8');

/** Every page but what is dated: the decisions and the list of changes. */
export function pages(): string[] {
  const listed = execFileSync('git', ['ls-files', '*.md'], { cwd: projectFile('.'), encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((file) => file.endsWith('.md') && !/^(CHANGELOG|\.github|docs\/decisions|test)\b/.test(file));
}

export function blocksOf(page: string, text = readPage(page)): Block[] {
  const found = [...text.matchAll(/^```(\w*)(.*)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [whole, language, info, inner] = match;
    return { language, info: info.trim(), text: inner, from: match.index, until: match.index + whole.length };
  });
  return found.flatMap(({ language, info, text: code, from, until }, i) => {
    if (!CODE.includes(language)) return [];
    const next = found[i + 1];
    const follows = next && /^(text|json)$/.test(next.language) && !/^#/m.test(text.slice(until, next.from));
    const output = follows ? { language: next.language, part: next.info === 'part', text: next.text } : null;
    const mark = info === 'run' ? 'run' : info === 'run=demo' ? 'demo' : 'none';
    const reason = /^not-run="(.+)"$/.exec(info)?.[1] ?? '';
    return [{ page, line: text.slice(0, from).split('\n').length, language, mark, reason, text: code, output }];
  });
}

export const allBlocks = () => pages().flatMap((page) => blocksOf(page));

/** As the repository's viewers make them of headings. */
export const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
