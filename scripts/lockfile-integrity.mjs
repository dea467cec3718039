/**
 * Adds the missing checksums of package-lock.json from the registry: `node scripts/lockfile-integrity.mjs`. npm writes none
 * for packages of other platforms that a registry's mirror did not have. What cannot be had is listed; exit code 1.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const missing = Object.entries(lock.packages).filter(([path, entry]) => path !== '' && !entry.integrity);
let left = 0;
for (const [path, entry] of missing) {
  const name = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${entry.version}`;
  const { stdout } = spawnSync('npm', ['view', name, 'dist.integrity'], { encoding: 'utf8' });
  const integrity = stdout.trim();
  if (/^sha512-[A-Za-z0-9+/]+=*$/.test(integrity)) entry.integrity = integrity;
  else {
    left++;
    process.stderr.write(`${name}: the registry has no checksum for it\n`);
  }
}
if (left < missing.length) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
process.exit(left === 0 ? 0 : 1);
