/**
 * `npx tsx test/two-builds/main.ts OLDER NEWER [DATA_DIR]`: two checkouts, each built; answers of both over the same
 * data, byte for byte. Without a data directory: the demo market and, where they are there, real bars beside the project.
 * `COUNT` (3000) and `PROPERTY_SEED` are variables. Ends with 1 where an answer differs.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dataFolder } from '../support/market-data.ts';
import { startService, temporaryFolder } from '../support/programs.ts';
import { compareBuilds, upToDate } from './compare.ts';

const BARS = [
  'bars/orb-yf/AAPL_5m.csv.gz',
  'bars/genetrader/BTCUSDT_15m.csv.gz',
  'bars/lean/SPY_1m.csv.gz',
  'bars/lean/IBM_1h.csv.gz',
];
const SHOWN = 20;

const [older, newer, given] = process.argv.slice(2).map((path) => resolve(path));
if (!newer) throw new Error('name the folders of two checkouts that are built');
const seed = Number(process.env['PROPERTY_SEED'] ?? 20261123);
const count = Number(process.env['COUNT'] ?? 3_000);

const folder = temporaryFolder();
try {
  const dataDir = given ?? join(folder.path, 'data');
  if (!given) {
    const service = await startService(dataDir, { DEMO: '1' }, older);
    for (const file of BARS.map((name) => join(dataFolder, name)).filter(existsSync)) {
      const { code, stderr } = await service.cli('--json', 'import', 'bars', file);
      if (code !== 0) throw new Error(stderr);
    }
    await upToDate(service);
    await service.stop();
  }
  const { compared, statuses, differences } = await compareBuilds(dataDir, { older, newer }, { count, seed });
  for (const one of differences.slice(0, SHOWN))
    console.log(`${one.request}\n  older ${one.older}\n  newer ${one.newer}`);
  console.log(`${compared} answers ${JSON.stringify(statuses)}, ${differences.length} differ; seed ${seed}`);
  process.exitCode = differences.length > 0 ? 1 : 0;
} finally {
  folder.remove();
}
