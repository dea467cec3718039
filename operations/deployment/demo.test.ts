import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { storedTokens } from '../../api/accounts.ts';
import { hashToken, type Identity } from '../../api/authenticator.ts';
import type { Landing } from '../../ingest/landing/landing.ts';
import { systemClock } from '../../lib/clock.ts';
import { storeOfFile } from '../../test/support/of-file.ts';
import { createAccounts } from '../commands/accounts.ts';
import { DemoMarket } from './demo.ts';
import type { Projection } from './projection.ts';

const store = await storeOfFile();
let folder: string;

const accounts = createAccounts(store.writer, systemClock);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'market-stats-demo-'));
  return () => rmSync(folder, { recursive: true });
});

const path = () => join(folder, 'demo-token');
const demo = () => new DemoMarket(accounts, folder);

/** What the API makes of a token; undefined: it is refused. */
async function identityOf(token: string): Promise<Identity | undefined> {
  const source = storedTokens(store.reader, store.writer);
  return (await source.find([hashToken(token)]))[0];
}

it('is made once for an account of the demo symbols alone, and its file is its owner’s', async () => {
  const token = await demo().ensureToken();
  expect(readFileSync(path(), 'utf8').trim()).toBe(token);
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(await demo().ensureToken()).toBe(token);
  expect((await identityOf(token))?.account.figures.symbolPrefix).toBe('DEMO-');
});

it('leaves the tokens of others alone, also one that was put in its file', async () => {
  const mine = await accounts.createAccount({ name: 'mine', plan: 'pro_api' });
  const { token } = await accounts.issueToken(mine.id);
  writeFileSync(path(), token);
  await demo().revokeToken();
  expect((await identityOf(token))?.account.figures.symbolPrefix).toBeNull();
});

it('stops at once, whatever else is left to compute', async () => {
  const stopping = new AbortController();
  const landing = { landEvents: async () => ({ landed: 0 }) } as unknown as Landing;
  const projection = {
    settled() {
      setImmediate(() => stopping.abort());
      return new Promise<void>(() => {});
    },
  } as unknown as Projection;
  expect(await demo().land({ store, landing, projection }, stopping.signal, () => {})).toBeNull();
});
