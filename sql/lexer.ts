/** ClickHouse's SQL as tokens, not misled by strings and comments. It follows the engine's own lexer. */

export interface Token {
  readonly kind: 'word' | 'quoted' | 'text' | 'number' | 'symbol';
  /** Of a quoted name or string: without its quotes, escapes as they are. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const SPACE = /\s+/y;
const WORD = /[A-Za-z_][A-Za-z0-9_$]*/y;
const NUMBER = /\d[\w.]*/y;
const HEREDOC = /\$[A-Za-z0-9_]*\$/y;
const LINE_COMMENT = /--|\/\/|#!|# /y;

function match(pattern: RegExp, sql: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0];
}

/** End of a comment in brackets, which may hold others; the end of all where it stays open. */
function blockEnd(sql: string, from: number): number {
  let depth = 0;
  for (let at = from; at < sql.length; at++) {
    const pair = sql.slice(at, at + 2);
    if (pair === '/*') depth++;
    else if (pair === '*/' && --depth === 0) return at + 2;
    if (pair === '/*' || pair === '*/') at++;
  }
  return sql.length;
}

/** Closing quote and kind by opening quote. */
const QUOTES: Readonly<Record<string, readonly [close: string, kind: 'text' | 'quoted']>> = {
  "'": ["'", 'text'],
  '"': ['"', 'quoted'],
  '`': ['`', 'quoted'],
  '\u2018': ['\u2019', 'text'],
  '\u201c': ['\u201d', 'quoted'],
};

/** A backslash and a doubled quote keep a quoted string open; typographic quotes know neither. */
function quoteEnd(sql: string, from: number, close: string): number {
  const typographic = close > '\u007f';
  for (let at = from + 1; at < sql.length; at++) {
    if (sql[at] === '\\' && !typographic) at++;
    else if (sql[at] === close) {
      if (typographic || sql[at + 1] !== close) return at + 1;
      at++;
    }
  }
  return sql.length;
}

/** The next token at or after `at`; null at the end. Comments and spaces are skipped. */
export function nextToken(sql: string, at: number): Token | null {
  while (at < sql.length) {
    const space = match(SPACE, sql, at);
    if (space) {
      at += space.length;
      continue;
    }
    if (match(LINE_COMMENT, sql, at)) {
      const end = sql.indexOf('\n', at);
      if (end < 0) return null;
      at = end + 1;
      continue;
    }
    if (sql.startsWith('/*', at)) {
      at = blockEnd(sql, at);
      continue;
    }
    return tokenAt(sql, at);
  }
  return null;
}

function tokenAt(sql: string, from: number): Token {
  const quote = Object.hasOwn(QUOTES, sql[from]) ? QUOTES[sql[from]] : undefined;
  if (quote) {
    const [close, kind] = quote;
    const to = quoteEnd(sql, from, close);
    return { kind, text: sql.slice(from + 1, to - 1), from, to };
  }
  const heredoc = match(HEREDOC, sql, from);
  if (heredoc) {
    const end = sql.indexOf(heredoc, from + heredoc.length);
    const to = end < 0 ? sql.length : end + heredoc.length;
    return { kind: 'text', text: sql.slice(from + heredoc.length, to - heredoc.length), from, to };
  }
  const word = match(WORD, sql, from);
  if (word) return { kind: 'word', text: word, from, to: from + word.length };
  const number = match(NUMBER, sql, from);
  if (number) return { kind: 'number', text: number, from, to: from + number.length };
  const symbol = String.fromCodePoint(sql.codePointAt(from)!);
  return { kind: 'symbol', text: symbol, from, to: from + symbol.length };
}

export function tokensOf(sql: string): Token[] {
  const found: Token[] = [];
  for (let token = nextToken(sql, 0); token; token = nextToken(sql, token.to)) found.push(token);
  return found;
}

/** The statements of a SQL file, without semicolons and comments. */
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
