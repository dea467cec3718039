import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  cacheDir: '../node_modules/.vite',
  build: { outDir: '../dist/console', emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
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
