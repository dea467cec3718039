/**
 * Second check of an analyst's query: over the tree that the engine's own parser makes of it (EXPLAIN AST; nothing is
 * resolved, so no file or host is touched). Every kind of node has to be known.
 */

import type { AllowedNames } from './names.ts';
import { QueryRefusedError } from './scan.ts';

const HARMLESS = new Set([
  ...['ArrayJoin', 'Asterisk', 'ColumnsExceptTransformer', 'ColumnsListMatcher', 'ColumnsRegexpMatcher'],
  ...['ColumnsReplaceTransformer', 'ColumnsReplaceTransformer::Replacement', 'ColumnsTransformerList'],
  ...['ExpressionList', 'InterpolateElement', 'Literal', 'OrderByElement', 'QualifiedAsterisk'],
  ...['QualifiedColumnsListMatcher', 'QualifiedColumnsRegexpMatcher', 'SelectIntersectExceptQuery', 'SelectQuery'],
  ...['SelectWithUnionQuery', 'Subquery', 'TableExpression', 'TableJoin', 'TablesInSelectQuery'],
  ...['TablesInSelectQueryElement', 'WindowDefinition', 'WindowListElement', 'WithElement'],
]);

/** A table of `market`, or of a CTE. A query without FROM reads `system.one`. */
const TABLE = /^(?:market\.)?[A-Za-z_][A-Za-z0-9_]*$|^system\.one$/;

function plain(rest: string): string {
  return rest.replace(/ \(children \d+\)$/, '').replace(/ \(alias .*\)$/, '');
}

/** `lines` is the tree, one node a line, children indented by one space. Throws a {@link QueryRefusedError}. */
export function checkTree(lines: readonly string[], allowed: AllowedNames): void {
  const { functions, tableFunctions, closedDatabases } = allowed;
  const path: string[] = [];
  for (const line of lines) {
    const depth = line.length - line.trimStart().length;
    const [kind = '', ...words] = line.trim().split(' ');
    const name = plain(` ${words.join(' ')}`).trim();
    path.length = depth;
    const parent = path[depth - 1];
    path.push(kind);
    if (HARMLESS.has(kind)) continue;
    if (kind === 'Function') {
      const may = parent === 'TableExpression' ? tableFunctions.has(name.toLowerCase()) : functions.has(name);
      if (!may) throw new QueryRefusedError(`${name}() is not allowed`);
    } else if (kind === 'TableIdentifier') {
      if (!TABLE.test(name)) throw new QueryRefusedError(`${name} is closed; only tables of market can be read`);
    } else if (kind === 'Identifier') {
      const [first, ...others] = name.toLowerCase().split('.');
      if (others.length === 0 && functions.forbids(first)) throw new QueryRefusedError(`${name} is not allowed`);
      if (others.length > 0 && closedDatabases.has(first) && name !== 'system.one') {
        throw new QueryRefusedError(`${name} is closed; only market can be read`);
      }
    } else {
      throw new QueryRefusedError(`a query may not contain ${kind} here`);
    }
  }
}
