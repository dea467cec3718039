/** A browser as readers have it: Chromium, headless, from the system. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Undefined where there is none. */
export const browserPath = (): string | undefined => process.env['CHROMIUM'] ?? PLACES.find(existsSync);

export function openBrowser(): Promise<Browser> {
  const executablePath = browserPath();
  if (!executablePath) {
    throw new Error('the tests of the console need Chromium: `npm run test:setup` installs it, or CHROMIUM names it');
  }
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}

export interface Reader {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the page complained of: errors, and what its policy refused. */
  readonly complaints: readonly string[];
}

/** A reader who is logged in with the token. */
export async function reader(
  browser: Browser,
  url: string,
  token: string,
  options: BrowserContextOptions = {},
): Promise<Reader> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
    ...options,
  });
  const login = await context.request.post('/console/login', { data: { token } });
  if (login.status() !== 204) throw new Error(`login answered ${login.status()}`);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A refused request is the page's to show, and told here by the browser all the same.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  return { context, page, complaints };
}
