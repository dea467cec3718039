import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { folderOfFile, storeOfFile } from '../../test/support/of-file.ts';
import { operationsOf } from '../handlers.ts';
import { collectorOperations } from './collectors.ts';

const store = await storeOfFile();
const folder = folderOfFile();
const operations = operationsOf(collectorOperations({ store, clock: systemClock }));

it('a drop folder that is not there is added, and said: it may be on another host', async () => {
  const noticesOf = async (id: string, dir: string) => {
    const notices: string[] = [];
    const context = { progress() {}, notice: (text: string) => void notices.push(text) };
    expect(await operations['collectors.add']({ kind: 'folder', id, dir }, context)).toMatchObject({ id, dir });
    return notices;
  };
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(await noticesOf('there', folder)).toEqual([]);
  for (const [id, dir] of [
    ['missing', join(folder, 'missing')],
    ['a-file', file],
    ['below', join(file, 'below')],
  ])
    expect(await noticesOf(id, dir)).toEqual([expect.stringContaining(`${dir} is no folder`)]);
});
