import { beforeEach, expect, it, vi } from 'vitest';
import { keepFor } from './kept.ts';
import { recentQuestions, rememberQuestion, setWatchlist, watchlist } from './lists.ts';

/** A browser's storage: its entries are its own properties. */
class Storage {
  getItem = (key: string) => (Object.hasOwn(this, key) ? (this as never)[key] : null);
  setItem(key: string, value: string) {
    Object.assign(this, { [key]: value });
  }
  removeItem(key: string) {
    delete (this as never)[key];
  }
}
const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('market-stats.'));

beforeEach(() => {
  vi.stubGlobal('localStorage', new Storage());
  vi.stubGlobal('sessionStorage', new Storage());
  keepFor('acc_1');
});

it('keeps at most 50 symbols, and drops what is no list of texts', () => {
  expect(watchlist()).toEqual([]);
  const names = Array.from({ length: 60 }, (_, i) => `S${i}`);
  expect(setWatchlist(names)).toEqual(names.slice(0, 50));
  expect(watchlist()).toEqual(names.slice(0, 50));
  for (const text of ['{', '7', '{"length": 2}', 'null']) {
    localStorage.setItem('market-stats.of.acc_1.watchlist', text);
    expect(watchlist()).toEqual([]);
  }
});

it('has the latest twelve questions, each once, and only addresses of the console', () => {
  for (let i = 0; i < 14; i++) rememberQuestion({ address: `/console/query?then=${i}`, name: `${i}` });
  rememberQuestion({ address: '/console/query?then=5', name: 'again' });
  expect(recentQuestions().map(({ name }) => name)).toEqual([
    'again',
    '13',
    '12',
    '11',
    '10',
    '9',
    '8',
    '7',
    '6',
    '4',
    '3',
    '2',
  ]);
  const bad = [{ address: 'javascript:alert(1)', name: 'x' }, { address: '/console/', name: 7 }, null, 'x'];
  localStorage.setItem('market-stats.of.acc_1.questions', JSON.stringify(bad));
  expect(recentQuestions()).toEqual([]);
});

it('ends the questions with the logout, and keeps the watchlist of each account', () => {
  setWatchlist(['AAPL']);
  rememberQuestion({ address: '/console/query', name: 'mine' });
  keepFor('');
  expect(stored()).toEqual(['market-stats.of.acc_1.watchlist']);
  keepFor('acc_2');
  expect([watchlist(), recentQuestions()]).toEqual([[], []]);
  setWatchlist(['MSFT']);
  keepFor('acc_1');
  expect([watchlist(), recentQuestions()]).toEqual([['AAPL'], []]);
});
