/**
 * `npx tsx test/two-builds/main.ts OLDER NEWER`: answers of two checkouts, each built, byte for byte. Each build imports the
 * same inputs into a data directory of its own: the demo market and, if they exist, real bars beside the project.
 * `COUNT` (3000) and `PROPERTY_SEED` are variables. Ends with 1 if an answer differs.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dataFolder } from '../support/market-data.ts';
import { compareBuilds } from './compare.ts';

const BARS = [
  'bars/orb-yf/AAPL_5m.csv.gz',
  'bars/genetrader/BTCUSDT_15m.csv.gz',
  'bars/lean/SPY_1m.csv.gz',
  'bars/lean/IBM_1h.csv.gz',
];
const SHOWN = 20;

const [older, newer] = process.argv.slice(2).map((path) => resolve(path));
if (!newer) throw new Error('name the folders of two checkouts that are built');
const seed = Number(process.env['PROPERTY_SEED'] ?? 20261123);
const count = Number(process.env['COUNT'] ?? 3_000);

const bars = BARS.map((name) => join(dataFolder, name)).filter(existsSync);
const { compared, statuses, differences } = await compareBuilds(
  { bars, demo: true },
  { older, newer },
  { count, seed },
);
for (const one of differences.slice(0, SHOWN))
  console.log(`${one.request}\n  older ${one.older}\n  newer ${one.newer}`);
console.log(`${compared} answers ${JSON.stringify(statuses)}, ${differences.length} differ; seed ${seed}`);
process.exitCode = differences.length > 0 ? 1 : 0;
