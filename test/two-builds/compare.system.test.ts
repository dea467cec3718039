/** The comparison of two builds: silent over one build, and seeing a digit that another build would answer. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { csv, sessionTimes, walk, write } from '../e2e/support/market.ts';
import { ensureBuilt, startService, temporaryFolder } from '../support/programs.ts';
import { asking, compareAnswers, requestsOf, upToDate } from './compare.ts';

const folder = temporaryFolder();
const CHANGED = '/stats/trend/summary?symbol=TWO&time_window=MAX';
const seed = Number(process.env['PROPERTY_SEED']);

const bars = walk('TWO', 'equity', sessionTimes('2024-04-01', 60, 5), 3);
const file = write(join(folder.path, 'bars.csv'), csv(bars));

beforeAll(ensureBuilt, 600_000);
afterAll(() => folder.remove());

it('one build answers like itself, and a digit of one answer is a difference', { timeout: 300_000 }, async () => {
  const service = await startService(join(folder.path, 'data'));
  try {
    const { json } = await service.cli('--json', 'import', 'bars', file);
    expect(json).toMatchObject({ landed: bars.length });
    await upToDate(service);
    const requests = [...(await requestsOf(service, 40, seed)), CHANGED];
    const ask = await asking(service);
    const { compared, statuses, differences: none } = await compareAnswers(requests, ask, ask);
    expect(none).toEqual([]);
    expect(compared).toBe(requests.length);
    // Most requests are legal: two refusals alike would say little.
    expect(statuses['200']).toBeGreaterThan(compared / 2);
    const wrong = async (request: string) => {
      const text = await ask(request);
      return request === CHANGED ? text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10)) : text;
    };
    const { differences } = await compareAnswers(requests, ask, wrong);
    expect(differences.map(({ request }) => request)).toEqual([CHANGED]);
  } finally {
    await service.stop();
  }
});
