/** A run's folder of migrated, empty stores, which test files copy (see store.ts). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'market-stats-templates-'));
  process.env['STORE_TEMPLATES'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
