/**
 * The demo account's token, kept in the data directory where its owner alone reads it. The account reads the demo
 * market's symbols only, and is known by that: whatever became of the file, its tokens are found and revoked.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Accounts } from '../../api/accounts.ts';
import { DEMO_PREFIX } from '../../demo/symbols.ts';

const NAME = 'demo';

export class DemoToken {
  readonly path: string;
  readonly #accounts: Accounts;

  constructor(accounts: Accounts, dataDir: string) {
    this.#accounts = accounts;
    this.path = join(dataDir, 'demo-token');
  }

  /** The kept token where it is still good, else a new one: all others are revoked. */
  async ensure(): Promise<string> {
    const kept = this.#read();
    const owner = kept === null ? null : await this.#accounts.ownerOf(kept);
    if (kept !== null && owner?.symbolPrefix === DEMO_PREFIX && !owner.revoked) return kept;
    await this.revoke();
    const [known] = await this.#accounts.restrictedTo(DEMO_PREFIX);
    const id =
      known ?? (await this.#accounts.createAccount({ name: NAME, plan: 'pro_api' }, { symbolPrefix: DEMO_PREFIX })).id;
    const { token } = await this.#accounts.issueToken(id);
    writeFileSync(this.path, `${token}\n`, { mode: 0o600 });
    return token;
  }

  /** No token of the demo account is good any more. */
  async revoke(): Promise<void> {
    const accounts = new Set(await this.#accounts.restrictedTo(DEMO_PREFIX));
    const kept = this.#read();
    const owner = kept === null ? null : await this.#accounts.ownerOf(kept);
    // Demo accounts were not restricted once.
    if (owner?.name === NAME) accounts.add(owner.accountId);
    for (const id of accounts) {
      for (const { token_id, revoked } of await this.#accounts.listTokens(id)) {
        if (!revoked) await this.#accounts.revokeToken(token_id);
      }
    }
    rmSync(this.path, { force: true });
  }

  #read(): string | null {
    try {
      return readFileSync(this.path, 'utf8').trim();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }
}
