/** One part in a process of its own: its memory and its engine end with it. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Part, PartOptions } from './parts/part.ts';

process.once('message', async ({ file, options }: { file: string; options: PartOptions }) => {
  const { default: part } = (await import(pathToFileURL(join(import.meta.dirname, 'parts', file)).href)) as {
    default: Part;
  };
  const lines = await part.run(options);
  process.send?.(lines, () => process.exit(0));
});
