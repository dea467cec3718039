import { describe, expect, it } from 'vitest';
import { splitStatements } from './lexer.ts';

describe('a SQL file', () => {
  it.each<[string, string, string[]]>([
    ['nothing', '', []],
    ['comments alone', '-- a;\n/* b; */ # c;\n;', []],
    ['two statements, the last without its semicolon', 'A;\nB', ['A', 'B']],
    ['strings', "A 'x;y' 'it''s;' 'back\\'s;';B", ["A 'x;y' 'it''s;' 'back\\'s;'", 'B']],
    ['names', 'A `x;``y` "a;b";B', ['A `x;``y` "a;b"', 'B']],
    ['comments between words', 'A/* ; */B -- ; x\nC;D', ['A B C', 'D']],
    ['what looks like a comment in a string', "A '-- x' '/*';B", ["A '-- x' '/*'", 'B']],
    ['a string that never ends', "A 'x;B", ["A 'x;B"]],
    ['a comment that never ends', 'A;/* B;', ['A']],
  ])('%s', (_, sql, expected) => {
    expect(splitStatements(sql)).toEqual(expected);
  });
});
