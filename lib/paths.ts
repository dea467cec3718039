/** Paths of the project's files, and options of its worker threads. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let root: string | undefined;

/** Returns the folder of the project's package.json, both from source and from `dist`. */
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

/** Returns the path of a file of the source tree, such as a migration: SQL is not copied to `dist`. */
export function projectFile(...parts: string[]): string {
  return join(projectRoot(), ...parts);
}

/** Returns `version` of package.json. */
export function projectVersion(): string {
  return JSON.parse(readFileSync(projectFile('package.json'), 'utf8')).version;
}

/** Returns the worker module `name` (without extension) beside the module with `import.meta.url` `besideUrl`. */
export function threadModule(name: string, besideUrl: string) {
  const extension = extname(fileURLToPath(besideUrl));
  return {
    filename: fileURLToPath(new URL(`./${name}${extension}`, besideUrl)),
    execArgv: extension === '.ts' ? loaderOfSources() : [],
  };
}

/** Returns the loader's arguments for threads: `--import tsx` gives a thread of Node 20 the loader of `require` alone. */
function loaderOfSources(): string[] {
  const register = `import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}; register();`;
  return ['--import', `data:text/javascript,${encodeURIComponent(register)}`];
}
