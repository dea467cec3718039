/** The demo market of an installation: landed while it is served, dropped for good, and a token that reads it alone. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoginLinks } from '../../api/console-session.ts';
import { DEMO_SOURCE, landDemo } from '../../demo/land.ts';
import { DEMO_ACCOUNT, DEMO_PREFIX, DEMO_SYMBOLS } from '../../demo/symbols.ts';
import type { Landing } from '../../ingest/landing/landing.ts';
import { orAborted } from '../../lib/async.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Store } from '../../sql/connect.ts';
import type { Accounts } from '../commands/accounts.ts';
import type { Projection } from './projection.ts';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * The demo account's token is kept in the data directory, readable by its owner alone. The account reads the demo
 * market's symbols only, and is known by that: whatever became of the file, its tokens are found and revoked.
 */
export class DemoMarket {
  readonly tokenPath: string;
  readonly #mark: string;
  readonly #accounts: Accounts;
  readonly #dropped = new AbortController();
  #landing: Promise<unknown> = Promise.resolve();

  constructor(accounts: Accounts, dataDir: string) {
    this.#accounts = accounts;
    this.tokenPath = join(dataDir, 'demo-token');
    this.#mark = join(dataDir, 'demo-dropped');
  }

  /** The operator dropped it: it is not generated again. */
  get isDropped(): boolean {
    return existsSync(this.#mark);
  }

  /** The kept token where it is still good, else a new one: all others are revoked. */
  async ensureToken(): Promise<string> {
    const kept = this.#readToken();
    const owner = kept === null ? null : await this.#accounts.ownerOf(kept);
    if (kept !== null && owner?.symbolPrefix === DEMO_PREFIX && !owner.revoked) return kept;
    await this.revokeToken();
    const [known] = await this.#accounts.restrictedTo(DEMO_PREFIX);
    const id =
      known ??
      (await this.#accounts.createAccount({ name: DEMO_ACCOUNT, plan: 'pro_api' }, { symbolPrefix: DEMO_PREFIX })).id;
    const { token } = await this.#accounts.issueToken(id);
    writeFileSync(this.tokenPath, `${token}\n`, { mode: 0o600 });
    return token;
  }

  async revokeToken(): Promise<void> {
    for (const id of await this.#accounts.restrictedTo(DEMO_PREFIX)) {
      for (const { token_id, revoked } of await this.#accounts.listTokens(id)) {
        if (!revoked) await this.#accounts.revokeToken(token_id);
      }
    }
    rmSync(this.tokenPath, { force: true });
  }

  #readToken(): string | null {
    return existsSync(this.tokenPath) ? readFileSync(this.tokenPath, 'utf8').trim() : null;
  }

  /** Ends it before its symbols are dropped: its token, and a landing that is under way. */
  async end(): Promise<void> {
    writeFileSync(this.#mark, '');
    await this.revokeToken();
    this.#dropped.abort();
    await this.#landing.catch(() => {});
  }

  /** Lands what is missing; `onFirst`: once the first symbol is served. Returns the events landed; null: it was stopped. */
  land(parts: LandingParts, stopping: AbortSignal, onFirst: () => void): Promise<number | null> {
    const done = landMarket(parts, AbortSignal.any([stopping, this.#dropped.signal]), onFirst);
    this.#landing = done;
    return done;
  }

  /** Prints no token: the output may end in a log. */
  announce(url: string): void {
    say(`market-stats serves at ${url} (console: ${url}/console/, reference: ${url}/docs)`);
    say(`the token of the demo market (symbols ${DEMO_PREFIX}...) is in ${this.tokenPath}`);
    say(
      `${DEMO_SYMBOLS[0].symbol} is loaded first; then a request to try and a login link for the console are printed`,
    );
  }

  /** Once the symbol is served: before, it would be answered with 404. The link is over after one use or ten minutes. */
  announceFirst(url: string, token: string, links: LoginLinks): void {
    const path = /^[\w./-]+$/.test(this.tokenPath) ? this.tokenPath : `'${this.tokenPath.replaceAll("'", "'\\''")}'`;
    const query = `symbol=${DEMO_SYMBOLS[0].symbol}&session=exchange`;
    say(`\n  curl -H "Authorization: Bearer $(cat ${path})" '${url}/stats/gap/summary?${query}'`);
    say(
      `\nlog in to the console (the link works once, within ten minutes): ${url}/console#login=${links.create(token)}\n`,
    );
  }
}

interface LandingParts {
  readonly store: Store;
  readonly landing: Landing;
  readonly projection: Projection;
}

async function landMarket(
  { store, landing, projection }: LandingParts,
  signal: AbortSignal,
  onFirst: () => void,
): Promise<number | null> {
  const stored = await store.reader.query<{ symbol: string; first: number; last: number }>(
    `SELECT CAST(symbol, 'String') AS symbol, intDiv(toUInt32(min(ts)), 86400) AS first,
            intDiv(toUInt32(maxIf(ts, source = {source:String})), 86400) AS last
     FROM market.bars WHERE startsWith(symbol, {prefix:String}) GROUP BY symbol`,
    { source: DEMO_SOURCE, prefix: DEMO_PREFIX },
  );
  const firstDays = new Map(stored.map(({ symbol, first }) => [symbol, Number(first)]));
  // None of this source: the epoch.
  const lastDays = new Map(stored.flatMap(({ symbol, last }) => (Number(last) > 0 ? [[symbol, Number(last)]] : [])));
  const landed = await landDemo({
    landing,
    clock: systemClock,
    signal,
    lastDay: (symbol) => lastDays.get(symbol) ?? null,
    firstDay: (symbol) => firstDays.get(symbol) ?? null,
    async onSymbol(done, total, symbol) {
      // Each symbol is served before the next one lands: the first answers come early.
      if (done > 0) await orAborted(projection.settled([DEMO_SYMBOLS[done - 1].symbol]), signal);
      if (done === 1 && !signal.aborted) onFirst();
      if (signal.aborted || lastDays.size === DEMO_SYMBOLS.length) return;
      say(
        done < total ? `demo market: ${done} of ${total} symbols served, landing ${symbol}` : 'demo market: complete',
      );
    },
  });
  return signal.aborted ? null : landed;
}
