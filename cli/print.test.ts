import { afterEach, expect, it, vi } from 'vitest';
import { print } from './print.ts';

afterEach(() => vi.restoreAllMocks());

function printed(name: string, result: unknown): string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  write.mockClear();
  print(name, result, false);
  return write.mock.calls.map(([text]) => text).join('');
}

it('says of an empty list that there is nothing in it', () => {
  expect(printed('dlq.list', { dead_letters: [] })).toBe('dead_letters: none\n');
});

it('says of an empty count by reason that there is none', () => {
  expect(printed('import', { landed: 2, dead_letters: {} })).toBe('landed: 2\ndead_letters: none\n');
  expect(printed('import', { dead_letters: { invalid_price: 1 } })).toBe('dead_letters:\n  invalid_price: 1\n');
});

it('prints a list as a table, and null as a hyphen', () => {
  expect(printed('tokens.list', { tokens: [{ token_id: 'a', last_used_at: null }] })).toBe(
    'token_id  last_used_at\na         -\n',
  );
});

it('prints what has parts of its own one after another, not as cells', () => {
  const file = { file: 'a.csv', understood: { format: 'csv' }, symbols: [{ symbol: 'AAPL', rows: 2 }], findings: [] };
  expect(printed('import', { files: [file], dry_run: true })).toBe(
    'file: a.csv\nunderstood:\n  format: csv\nsymbols:\n  symbol  rows\n  AAPL    2\nfindings: none\ndry_run: true\n',
  );
});
