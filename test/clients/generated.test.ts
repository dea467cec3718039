import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectFile } from '../../lib/paths.ts';
import { generatedFiles } from './generated.ts';

describe('what clients know of the service', async () => {
  it.each([...(await generatedFiles())])('%s is current: npm run clients:generate', (path, text) => {
    // Not `toBe`: the difference of half a megabyte says less than the title.
    expect(readFileSync(projectFile(path), 'utf8') === text, `run npm run clients:generate`).toBe(true);
  });
});
