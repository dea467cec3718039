import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  build: { outDir: '../dist/console', emptyOutDir: true, target: 'es2022' },
  // For work on the console itself: the service answers what is not a file here.
  server: {
    proxy: Object.fromEntries(
      ['/stats', '/symbols', '/me', '/console/log'].map((path) => [path, 'http://127.0.0.1:3000']),
    ),
  },
});
