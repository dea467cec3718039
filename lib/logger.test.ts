import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger, SummedLog } from './logger.ts';

describe('the logger', () => {
  it('writes JSON lines without secrets', () => {
    const lines: string[] = [];
    const logger = createLogger({ name: 'api', stream: { write: (line) => lines.push(line) } });
    logger.info(
      { token: 'hush', config: { password: 'hush' }, req: { headers: { authorization: 'hush', host: 'x' } } },
      'said',
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('hush');
    expect(JSON.parse(lines[0])).toMatchObject({ name: 'api', msg: 'said', req: { headers: { host: 'x' } } });
  });

  it('keeps below its level silent', () => {
    const lines: string[] = [];
    createLogger({ name: 'api', level: 'warn', stream: { write: (line) => lines.push(line) } }).info('no');
    expect(lines).toEqual([]);
  });
});

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

it('tells the first at once, a batch in one line, and what follows in sums every ten seconds', () => {
  const lines: { msg: string; level: number; counts: object; last: object }[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const log = new SummedLog({ logger: createLogger({ name: 'test', level: 'info', stream }), message: 'refused' });
  for (let i = 0; i < 1_000; i++) log.add(i % 4 === 0 ? 'schema' : 'invalid_price', { row: i });
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(0);
  expect(lines).toEqual([
    expect.objectContaining({
      msg: 'refused',
      level: 40,
      counts: { schema: 250, invalid_price: 750 },
      last: { row: 999 },
    }),
  ]);
  for (let i = 0; i < 9; i++) {
    vi.advanceTimersByTime(1_000);
    log.add('schema', { row: i });
  }
  expect(lines).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(lines[1]).toMatchObject({ counts: { schema: 9 }, last: { row: 8 } });
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(2);
  log.add('schema', { row: 10 });
  log.flush();
  log.flush();
  expect(lines.slice(2)).toEqual([expect.objectContaining({ counts: { schema: 1 } })]);
});
