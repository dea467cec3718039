/** Where the project's files are, and how its worker threads are loaded. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let root: string | undefined;

/** Folder of the project's package.json: the same whether this runs from source or from `dist`. */
export function projectRoot(): string {
  if (root) return root;
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === 'market-stats') {
      root = folder;
      return folder;
    }
    const parent = dirname(folder);
    if (parent === folder) throw new Error('package.json of market-stats was not found above the running file');
    folder = parent;
  }
}

/** Path of a file that is in the source tree only, such as a migration: SQL is not copied to `dist`. */
export function projectFile(...parts: string[]): string {
  return join(projectRoot(), ...parts);
}

/** Of the release: `version` of package.json. */
export function projectVersion(): string {
  return JSON.parse(readFileSync(projectFile('package.json'), 'utf8')).version;
}

/** For a worker thread, the module `name` (without extension) beside the module whose `import.meta.url` is given. */
export function threadModule(name: string, besideUrl: string) {
  const extension = extname(fileURLToPath(besideUrl));
  return {
    filename: fileURLToPath(new URL(`./${name}${extension}`, besideUrl)),
    execArgv: extension === '.ts' ? loaderOfSources() : [],
  };
}

/** Threads need the loader, too; `--import tsx` gives a thread of Node 20 that of `require` alone. */
function loaderOfSources(): string[] {
  const register = `import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}; register();`;
  return ['--import', `data:text/javascript,${encodeURIComponent(register)}`];
}
