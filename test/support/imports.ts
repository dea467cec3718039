/** Files imported into a store of the test file's own, which is empty before each test. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect } from 'vitest';
import type { ImportError } from '../../ingest/files/errors.ts';
import { importFiles } from '../../ingest/files/imports.ts';
import { Landing } from '../../ingest/landing/landing.ts';
import { folderOfFile, storeOfFile } from './of-file.ts';
import { emptyTables } from './store.ts';

export const HEADER = 'symbol,asset_class,ts,open,high,low,close,volume\n';
export const line = (minute: number, symbol = 'SPY', close = 1.5) =>
  `${symbol},etf,2025-06-04T13:${String(minute).padStart(2, '0')}:00Z,1,2,0.5,${close},100\n`;
/** `line(30)` as it is stored. */
export const ROW = { symbol: 'SPY', ts: '2025-06-04 13:30:00', open: 1, high: 2, low: 0.5, close: 1.5, volume: 100 };

export const landed = (count: number, duplicates = 0) => ({ landed: count, duplicates, dead_letters: {} });

export const fault = (promise: Promise<unknown>): Promise<ImportError> =>
  promise.then(
    (answer) => expect.unreachable(`no error, but ${JSON.stringify(answer)}`),
    (error) => error,
  );

export async function importsOfFile() {
  const store = await storeOfFile();
  const folder = folderOfFile();
  let landing: Landing;
  let files = 0;
  beforeEach(async () => {
    await emptyTables(store);
    landing = await Landing.open({ store });
  });
  const write = (content: string | Buffer, name = `file${files++}.csv`): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  type Given = Parameters<typeof importFiles>;
  /** Bars are of a minute unless the options say otherwise: a row or two do not tell. */
  const importAll = (kind: Given[0], paths: Given[1], options: Given[2], more?: Given[4]) =>
    importFiles(kind, paths, kind === 'bars' ? { interval: '1m', ...options } : options, landing, more);
  const stored = () =>
    store.reader.query(
      `SELECT symbol, toString(ts) AS ts, open, high, low, close, volume FROM market.bars FINAL ORDER BY symbol, ts`,
    );
  return {
    store,
    folder,
    write,
    importAll,
    stored,
    registry: () => landing.registry,
    bars: (content: string | Buffer, options = {}) => importAll('bars', [write(content)], options),
    news: (content: string | Buffer, options = {}) => importAll('news', [write(content)], options),
  };
}
