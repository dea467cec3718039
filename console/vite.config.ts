import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const OUT = join(import.meta.dirname, '..', 'dist', 'console');

/** Compresses beside each file, once: at full strength it takes as long as the rest of a start of the service. */
const compressed: Plugin = {
  name: 'compressed',
  closeBundle() {
    for (const name of readdirSync(OUT, { recursive: true }) as string[]) {
      const path = join(OUT, name);
      if (!statSync(path).isFile()) continue;
      const body = readFileSync(path);
      writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
      writeFileSync(`${path}.br`, brotliCompressSync(body));
    }
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [{ ...compressed, apply: 'build' }],
  cacheDir: '../node_modules/.vite',
  build: { outDir: OUT, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  // For work on the console itself: the service answers what is not a file here.
  server: {
    proxy: Object.fromEntries(
      ['/stats', '/symbols', '/query', '/bars', '/today', '/operator', '/me', '/console/log'].map((path) => [
        path,
        process.env['CONSOLE_API'] ?? 'http://127.0.0.1:3000',
      ]),
    ),
  },
});
