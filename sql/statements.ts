import { nextToken } from './analysts/lexer.ts';

/**
 * The statements of a SQL file, without their semicolons and comments. Semicolons inside strings, quoted names and
 * comments do not count.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let current = '';
  let end = 0;
  for (let token = nextToken(sql, 0); token; token = nextToken(sql, token.to)) {
    const gap = sql.slice(end, token.from);
    end = token.to;
    if (token.kind === 'symbol' && token.text === ';') {
      statements.push(current);
      current = '';
      continue;
    }
    // What is not white space between two tokens is a comment.
    if (current !== '') current += gap.trim() === '' ? gap : ' ';
    current += sql.slice(token.from, token.to);
  }
  return [...statements, current].filter((statement) => statement !== '');
}
