/** Docstrings name parameters that exist; comments, messages and pages use the standard terms. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { projectFile } from '../lib/paths.ts';

const FOLDERS = [
  'api',
  'bench',
  'cli',
  'compute',
  'demo',
  'dev',
  'exchange',
  'ingest',
  'lib',
  'operations',
  'programs',
  'sql',
  'test',
];

function sources(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(projectFile(folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file)),
  );
}

/** `file:line name` of every `@param` whose function, method or signature has no parameter of that name. */
function unknownParameters(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    for (const doc of ts.getJSDocCommentsAndTags(node)) {
      if (!ts.isJSDoc(doc) || doc.parent !== node) continue;
      for (const tag of doc.tags ?? []) {
        if (!ts.isJSDocParameterTag(tag)) continue;
        const name = tag.name.getText(source);
        if (namesOf(node).has(name.split('.')[0])) continue;
        const { line } = source.getLineAndCharacterOfPosition(tag.getStart(source));
        found.push(`${file}:${line + 1} ${name}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Names of the parameters of what a docstring belongs to; a destructured one has those of its properties. */
function namesOf(node: ts.Node): Set<string> {
  const names = new Set<string>();
  const bind = (name: ts.BindingName) => {
    if (ts.isIdentifier(name)) names.add(name.text);
    else for (const element of name.elements) if (ts.isBindingElement(element)) bind(element.name);
  };
  const look = (inner: ts.Node): void => {
    if (ts.isFunctionLike(inner)) for (const { name } of inner.parameters) bind(name as ts.BindingName);
    else if (!ts.isClassLike(inner) && !ts.isInterfaceDeclaration(inner)) ts.forEachChild(inner, look);
  };
  look(node);
  return names;
}

/** Phrases that a reader would stumble over, and what is said instead. */
const SAY: readonly [RegExp, string][] = [
  [/\bwhoever\b/i, 'the caller, the operator, the user'],
  [/\banew\b/i, 'again; recreated, recomputed'],
  [/\blands on itself\b/i, 'changes nothing'],
  [/\bc[oa]mes? to (its|their) end\b/i, 'completes'],
  [/\bwrong use\b/i, 'usage error'],
  [/\btold apart\b/i, 'distinguished'],
  [/\bin vain\b/i, 'without success'],
  [/\bstands? still\b/i, 'stops, is stalled'],
  [/\bmend(s|ed|ing)?\b/i, 'fix, restore'],
  [/\bmade again\b/i, 'recomputed, recreated'],
  [/\bpieces? of news\b/i, 'news item'],
  [/\b(is|are|was|were) told\b/i, 'reported, returned'],
  [/\bthat (it|he) is there\b/i, 'heartbeat'],
  [/\b(store|Redis|broker|vendor) (is|was|being) away\b/i, 'unavailable'],
];

/** `file:line phrase: say ...` */
function unusualPhrases(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, i) =>
    SAY.flatMap(([phrase, instead]) => {
      const found = phrase.exec(line)?.[0];
      return found === undefined ? [] : [`${file}:${i + 1} ${found}: say ${instead}`];
    }),
  );
}

/** Every page of the project but the dated decisions, and what is published beside the programs. */
function texts(): string[] {
  return execFileSync('git', ['ls-files', '*.md', '*.yml', 'clients', 'console/src'], {
    cwd: projectFile('.'),
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(md|yml|py|tsx?)$/.test(file) && !/^docs\/decisions|\/generated\//.test(file));
}

describe('words', () => {
  it('are the standard ones', () => {
    const files = [...sources(), ...texts()].filter((file) => !file.endsWith('docstrings.test.ts'));
    expect(files.flatMap((file) => unusualPhrases(file, readFileSync(projectFile(file), 'utf8')))).toEqual([]);
  });
});

describe('docstrings', () => {
  it('name no parameter that does not exist', { timeout: 60_000 }, () => {
    expect(sources().flatMap((file) => unknownParameters(file, readFileSync(projectFile(file), 'utf8')))).toEqual([]);
  });

  it('that do are found', () => {
    const text =
      '/** @param b none */\nfunction one(a: number) {}\n/** @param c of it */\nconst two = ({ c }: X) => c;';
    expect(unknownParameters('x.ts', text)).toEqual(['x.ts:1 b']);
  });
});
