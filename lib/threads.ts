/** How worker threads are loaded: compiled from `dist`, or from the sources in tests and development. */
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ThreadModule {
  readonly filename: string;
  readonly execArgv: string[];
}

/** The module `name` (without extension) beside the module whose `import.meta.url` is given. */
export function threadModule(name: string, besideUrl: string): ThreadModule {
  const extension = extname(fileURLToPath(besideUrl));
  return {
    filename: fileURLToPath(new URL(`./${name}${extension}`, besideUrl)),
    execArgv: extension === '.ts' ? loaderOfSources() : [],
  };
}

/**
 * From the sources the threads need the loader, too. It is registered in each by itself: `--import tsx` gives a thread
 * of Node 20 that of `require` alone, and modules are imported by their URLs.
 */
function loaderOfSources(): string[] {
  const register = `import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}; register();`;
  return ['--import', `data:text/javascript,${encodeURIComponent(register)}`];
}
