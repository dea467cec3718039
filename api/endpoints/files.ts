/** Serves files that the build made: the console and the script of `/docs`. */
import { extname } from 'node:path';
import send from 'koa-send';
import { projectFile } from '../../lib/paths.ts';
import type { Middleware } from '../context.ts';

const CONSOLE_CSP =
  "default-src 'self'; style-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** Scalar sets styles from its script; it loads nothing from other hosts. */
const DOCS_CSP =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; font-src data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const SCALAR_OPTIONS = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
};

const DOCS_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>market-stats API</title></head><body>
<script id="api-reference" data-url="/openapi.json" data-configuration='${JSON.stringify(SCALAR_OPTIONS)}' src="/docs/scalar.js"></script>
</body></html>
`;

/** A page of the console: its file, else the start page, which reads the address itself. */
export const consoleFiles =
  (folder: string): Middleware =>
  async (ctx) => {
    const path = ctx.path.slice('/console'.length);
    ctx.set('Content-Security-Policy', CONSOLE_CSP);
    // Names of built assets hold a hash of their content; the page itself must not go stale.
    ctx.set('Cache-Control', path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    await send(ctx, extname(path) === '' ? '/index.html' : path, { root: folder });
  };

export const docsPage: Middleware = (ctx) => {
  ctx.set('Content-Security-Policy', DOCS_CSP);
  ctx.type = 'html';
  ctx.body = DOCS_PAGE;
};

export const docsScript: Middleware = async (ctx) => {
  await send(ctx, 'scalar.js', { root: projectFile('dist', 'docs') });
};
