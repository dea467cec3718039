/** What a stop, a kill, a second starter and a full disk do to an installation: nothing, but take time. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cli,
  ensureBuilt,
  ofService,
  type Service,
  startProgram,
  startService,
  temporaryFolder,
} from '../support/programs.ts';
import { until } from '../support/until.ts';
import { newClient, request } from './support/api.ts';
import { csv, everyMinute, sessionTimes, walk, write } from './support/market.ts';

const folder = temporaryFolder();
const file = (name: string) => `${folder.path}/${name}`;
const dataDir = file('data');
const small = walk('SMALL', 'equity', sessionTimes('2024-07-08', 4, 5), 6);
/** Many batches of it, and of records. */
const long = walk('LONG', 'crypto', everyMinute('2024-01-01T00:00:00Z', 40_000), 8);
/** Room for a few batches. */
const LEFT_BYTES = 2 * 2 ** 20;

let service: Service;
let token: string;
const get = async (path: string) => request(`${service.url}${path}`, { headers: { authorization: `Bearer ${token}` } });

/** Stack traces and several lines are for programmers; an operator gets one line. */
function oneLine({ code, stderr }: { code: number | null; stderr: string }) {
  expect(stderr).not.toMatch(/^\s+at /m);
  return { code, lines: stderr.trimEnd().split('\n').length, stderr };
}

beforeAll(async () => {
  ensureBuilt();
  write(file('small.csv'), csv(small));
  write(file('long.csv'), csv(long));
  service = await startService(dataDir);
  expect((await service.cli('import', 'bars', file('small.csv'))).code).toBe(0);
  ({ token } = await newClient(service));
});
afterAll(async () => {
  await service?.stop('SIGKILL');
  if (disk) execFileSync('umount', ['-l', disk]);
  folder.remove();
});

describe('while it runs', () => {
  it('a second service on the data directory is refused in one line that names the first', async () => {
    const second = await startProgram('programs/embedded', ofService(dataDir)).ended;
    expect(oneLine(second)).toMatchObject({ code: 3, lines: 1 });
    expect(second.stderr).toContain(`process ${service.pid} `);
    expect((await get('/readyz')).status).toBe(200);
  });

  it('another data directory on its port is refused in one line', async () => {
    const { port } = new URL(service.url);
    const second = await startProgram('programs/embedded', ofService(file('other'), { PORT: port })).ended;
    expect(oneLine(second)).toMatchObject({ code: 3, lines: 1, stderr: expect.stringContaining('PORT') });
  });

  it('the file for the command line is the owner\u2019s alone', () => {
    expect(statSync(`${dataDir}/ops.json`).mode & 0o777).toBe(0o600);
  });
});

describe('SIGTERM', () => {
  it('ends it with code 0, and the next start answers the same bytes from what is kept', async () => {
    const paths = [
      '/stats/pdhlb?symbol=SMALL',
      '/stats/gap/summary?symbol=SMALL',
      '/stats/fvg?symbol=SMALL',
      '/symbols',
    ];
    const before = [];
    for (const path of paths) before.push(await get(path));
    expect(before[0].body.count).toBe(3);
    const used = (await get('/me/usage')).body.rate_limits.day.used;
    expect(await service.stop()).toMatchObject({ code: 0 });
    expect(existsSync(`${dataDir}/ops.json`)).toBe(false);

    service = await startService(dataDir);
    for (const [i, path] of paths.entries()) {
      const { status, text, headers } = await get(path);
      expect({ path, status, text }).toEqual({ path, status: 200, text: before[i].text });
      expect(headers.get('x-source')).toBe(before[i].headers.get('x-source'));
      expect(headers.get('etag')).toBe(before[i].headers.get('etag'));
    }
    // The day's count outlives the process; /symbols is free of charge.
    expect((await get('/me/usage')).body.rate_limits.day.used).toBe(used + paths.length - 1);
  });
});

describe('kill -9', () => {
  const counted = async () => {
    const query = "SELECT count(), uniqExact(ts) FROM market.bars FINAL WHERE symbol = 'LONG'";
    return (await service.operation('sql', { query })).rows[0];
  };

  it('in the middle of an import: what was reported as landed is there, once, and the import can be repeated', async () => {
    const importing = cli(dataDir, '--json', 'import', 'bars', file('long.csv'));
    await until(async () => (await counted())[0] > 0);
    await service.stop('SIGKILL');
    const broken = await importing;
    expect(oneLine(broken)).toMatchObject({ code: 3, lines: 1 });

    service = await startService(dataDir);
    const [bars, times] = await counted();
    expect(bars).toBe(times);
    expect(bars).toBeGreaterThan(0);
    const again = await service.cli('--json', 'import', 'bars', file('long.csv'));
    expect(again.json).toEqual({
      import_id: expect.any(String),
      landed: long.length - bars,
      duplicates: bars,
      dead_letters: {},
    });
    expect(await counted()).toEqual([long.length, long.length]);
  });
});

describe('a place where no data can be', () => {
  it('a wrong variable is reported by its name, with code 2', async () => {
    const ended = await startProgram(
      'programs/embedded',
      ofService(file('unused'), { PORT: 'x', MAX_CLOCK_SKEW_S: '-1' }),
    ).ended;
    expect(ended.code).toBe(2);
    for (const name of ['PORT', 'MAX_CLOCK_SKEW_S']) expect(ended.stderr).toContain(` ${name}: give `);
    expect(existsSync(file('unused'))).toBe(false);
  });
});

const disk = mountedDisk();
if (!disk) console.warn('no small file system can be mounted here: the test of a full disk is skipped');

/** A file system of its own, where this process may mount one. */
function mountedDisk(): string | null {
  const path = file('disk');
  mkdirSync(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'market-stats-e2e', path], { stdio: 'ignore' });
    return path;
  } catch {
    return null;
  }
}

describe.skipIf(!disk)('a full disk', () => {
  it('is reported in one line by command and service; once there is space the import continues where it was', {
    timeout: 240_000,
  }, async () => {
    const full = await startService(disk ?? '');
    const { bavail, bsize } = statfsSync(disk ?? '');
    writeFileSync(`${disk}/ballast`, Buffer.alloc(Math.max(0, bavail * bsize - LEFT_BYTES)));
    const importing = await full.cli('--json', 'import', 'bars', file('long.csv'));
    expect(oneLine(importing)).toMatchObject({ code: 3, lines: 1, stderr: expect.stringContaining('disk') });
    const ended = await full.ended;
    expect(ended.code).toBe(3);
    expect(ended.stderr).not.toMatch(/"stack"|^\s+at /m);
    expect(ended.stderr).toContain('the disk of the store is full');

    rmSync(`${disk}/ballast`);
    const again = await cli(disk ?? '', '--json', 'import', 'bars', file('long.csv'));
    expect(again.code).toBe(0);
    expect(again.json.landed + again.json.duplicates).toBe(long.length);
    const query = 'SELECT count(), uniqExact(ts) FROM market.bars FINAL';
    expect((await cli(disk ?? '', '--json', 'sql', query)).json.rows).toEqual([[long.length, long.length]]);
  });
});
