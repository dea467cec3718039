import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from './logger.ts';
import { SummedLog } from './summed-log.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

it('tells the first at once, a batch in one line, and what follows in sums every ten seconds', () => {
  const lines: { msg: string; level: number; counts: object; last: object }[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const log = new SummedLog({ logger: createLogger({ name: 'test', level: 'info', stream }), message: 'refused' });
  for (let i = 0; i < 1_000; i++) log.note(i % 4 === 0 ? 'schema' : 'invalid_price', { row: i });
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(0);
  expect(lines).toEqual([
    expect.objectContaining({
      ...{ msg: 'refused', level: 40 },
      ...{ counts: { schema: 250, invalid_price: 750 }, last: { row: 999 } },
    }),
  ]);
  for (let i = 0; i < 9; i++) {
    vi.advanceTimersByTime(1_000);
    log.note('schema', { row: i });
  }
  expect(lines).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(lines[1]).toMatchObject({ counts: { schema: 9 }, last: { row: 8 } });
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(2);
  log.note('schema', { row: 10 });
  log.flush();
  log.flush();
  expect(lines.slice(2)).toEqual([expect.objectContaining({ counts: { schema: 1 } })]);
});
