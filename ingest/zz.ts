import { rmSync, writeFileSync } from 'node:fs';
import { openStore } from '../sql/connect.ts';
import { migrate } from '../sql/migrate.ts';
import { importFiles } from './imports.ts';
import { Landing } from './landing/index.ts';

const store = await openStore({ dataDir: '/tmp/ms-ing/data', server: null });
await migrate(store);
const landing = await Landing.open({ store });
const HEADER = 'symbol,asset_class,ts,open,high,low,close,volume\n';
const many =
  HEADER +
  Array.from({ length: 200_000 }, (_, i) => `SPY,etf,${Date.UTC(2024, 0, 1) + i * 60_000},1,2,0.5,1,100\n`).join('');
writeFileSync('/tmp/ms-ing/a.csv', many);
for (let k = 0; k < 3; k++) {
  const t = performance.now();
  const c0 = process.cpuUsage();
  console.log(
    await importFiles('bars', ['/tmp/ms-ing/a.csv'], {}, landing),
    performance.now() - t,
    (process.cpuUsage(c0).user + process.cpuUsage(c0).system) / 1e6,
  );
}
await store.close();
rmSync('/tmp/ms-ing/data', { recursive: true, force: true });
