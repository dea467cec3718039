import { expect, it, vi } from 'vitest';
import { scheduled } from './cron.ts';
import { createLogger } from './logger.ts';

/** Blocks the event loop beyond the task's time, so that the package detects a missed run. */
function busyFor(ms: number): void {
  for (const endMs = Date.now() + ms; Date.now() < endMs; );
}

it('what the scheduler reports is a line of JSON in the log, and nothing beside it', async () => {
  const lines: string[] = [];
  const logger = createLogger({ name: 'test', stream: { write: (line) => lines.push(line) } });
  const written = (['info', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name));
  const task = scheduled('* * * * * *', () => busyFor(2_500), logger);
  await vi.waitFor(() => expect(lines.length).toBeGreaterThan(0), { timeout: 20_000 });
  await task.destroy();
  expect(JSON.parse(lines[0])).toMatchObject({
    name: 'test',
    schedule: '* * * * * *',
    msg: expect.stringMatching(/^missed execution/),
  });
  expect(written.flatMap(({ mock }) => mock.calls)).toEqual([]);
}, 30_000);
