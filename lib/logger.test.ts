import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';

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
