const CLOSERS: Record<string, string> = { "'": "'", '"': '"', '`': '`' };

/** End of the comment that starts at `from`, or -1 where none does. */
function commentEnd(sql: string, from: number): number {
  if (sql.startsWith('--', from) || sql.startsWith('#!', from) || sql.startsWith('# ', from)) {
    const end = sql.indexOf('\n', from);
    return end < 0 ? sql.length : end;
  }
  if (!sql.startsWith('/*', from)) return -1;
  const end = sql.indexOf('*/', from + 2);
  return end < 0 ? sql.length : end + 2;
}

/** End of the quoted text that starts at `from`: a backslash and a doubled quote keep it open. */
function quoteEnd(sql: string, from: number): number {
  const quote = CLOSERS[sql[from]];
  let at = from + 1;
  while (at < sql.length) {
    if (sql[at] === '\\') at += 2;
    else if (sql[at] !== quote) at++;
    else if (sql[at + 1] === quote) at += 2;
    else return at + 1;
  }
  return sql.length;
}

/**
 * The statements of a SQL file, without their semicolons and comments. Semicolons inside strings, backticks and
 * comments do not count.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let current = '';
  const finish = () => {
    if (current.trim()) statements.push(current.trim());
    current = '';
  };
  let at = 0;
  while (at < sql.length) {
    const afterComment = commentEnd(sql, at);
    if (afterComment >= 0) {
      current += ' ';
      at = afterComment;
    } else if (sql[at] in CLOSERS) {
      const end = quoteEnd(sql, at);
      current += sql.slice(at, end);
      at = end;
    } else if (sql[at] === ';') {
      finish();
      at++;
    } else {
      current += sql[at++];
    }
  }
  finish();
  return statements;
}
