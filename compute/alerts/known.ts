/** Which alerts there are, which of them may call, and which symbols that makes the business of whom. */
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { getOrMake, grouped } from '../../lib/collections.ts';
import { gauge } from '../../lib/metrics.ts';
import type { Reader } from '../../sql/reader.ts';
import type { Evaluator, Group } from './evaluate.ts';
import { type Alert, type AlertAccount, allAlerts, type Standing, standings } from './store.ts';

export interface KnownAlertsOptions {
  readonly reader: Pick<Reader, 'query'>;
  readonly evaluator: Pick<Evaluator, 'others'>;
  /** Of these accounts; those that are gone or without a valid token are left out. */
  readonly accounts: (ids: readonly string[]) => Promise<ReadonlyMap<string, AlertAccount>>;
  readonly logger: Logger;
}

interface Known {
  readonly alert: Alert;
  readonly standing: Standing;
  readonly account: AlertAccount | null;
}

const activeAlerts = gauge('alerts_active', 'Alerts that may call');

export class KnownAlerts {
  readonly #o: KnownAlertsOptions;
  #alerts: ReadonlyMap<string, Known> = new Map();
  #groups: ReadonlyMap<string, readonly Group[]> = new Map();
  /** By a symbol of alerts: itself, and the others that their conditions look at; and the other way round. */
  #looksAt: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  #lookedAt: ReadonlyMap<string, readonly string[]> = new Map();
  #accounts: ReadonlyMap<string, AlertAccount> = new Map();
  #fingerprint = '';

  constructor(options: KnownAlertsOptions) {
    this.#o = options;
  }

  alert(id: string): Known | undefined {
    return this.#alerts.get(id);
  }

  /** Symbols with active alerts. */
  symbols(): Iterable<string> {
    return this.#looksAt.keys();
  }

  /** The same ones until an alert or an account changes. */
  groupsOf(symbol: string): readonly Group[] {
    return this.#groups.get(symbol) ?? [];
  }

  /** The symbols whose bars decide over alerts of this one. */
  looksAt(symbol: string): ReadonlySet<string> {
    return this.#looksAt.get(symbol) ?? new Set([symbol]);
  }

  /** Symbols whose alerts look at this one. */
  lookedAtBy(symbol: string): readonly string[] {
    return this.#lookedAt.get(symbol) ?? [];
  }

  /** Whether anything changed; `activated`: symbols of alerts that may call now and could not before. */
  async read(activated: (symbol: string) => void): Promise<boolean> {
    const { reader, accounts } = this.#o;
    const [{ print }] = await reader.query<{ print: string }>(
      // Not by their count: a merge can bring it back to what it was.
      'SELECT toString(sum(cityHash64(id, version))) AS print FROM market_accounts.alerts',
    );
    const isKnown = print === this.#fingerprint;
    const all = isKnown ? [...this.#alerts.values()].map(({ alert }) => alert) : await allAlerts(reader);
    const ofAccounts = grouped(all, ({ accountId }) => accountId);
    const found = ofAccounts.size > 0 ? await accounts([...ofAccounts.keys()]) : new Map<string, AlertAccount>();
    if (isKnown && isDeepStrictEqual(found, this.#accounts)) return false;
    const alerts = new Map<string, Known>();
    for (const [accountId, own] of ofAccounts) {
      const account = found.get(accountId) ?? null;
      for (const [i, standing] of standings(own, account).entries())
        alerts.set(own[i].id, { alert: own[i], standing, account });
    }
    const before = this.#alerts;
    const isSame = ({ alert, standing, account }: Known) => {
      const known = before.get(alert.id);
      return (
        known?.alert.version === alert.version &&
        isDeepStrictEqual([known.standing, known.account], [standing, account])
      );
    };
    const isChanged = alerts.size !== before.size || ![...alerts.values()].every(isSame);
    if (isChanged) await this.#take(alerts, activated);
    [this.#fingerprint, this.#accounts] = [print, found];
    return isChanged;
  }

  async #take(alerts: ReadonlyMap<string, Known>, activated: (symbol: string) => void): Promise<void> {
    const { evaluator, logger } = this.#o;
    const before = this.#alerts;
    const active = [...alerts.values()].filter(({ standing }) => standing.state === 'active');
    activeAlerts.set(active.length);
    const groups = new Map<string, Map<string, Group & { alerts: Alert[] }>>();
    const looksAt = new Map<string, Set<string>>();
    for (const { alert, account } of active) {
      const { id, conditions, symbols } = alert;
      const others = await evaluator.others(conditions).catch((error) => {
        logger.error({ err: error, alert: id }, 'an alert cannot be evaluated');
        return null;
      });
      if (others === null) continue;
      const key = JSON.stringify([conditions, account]);
      for (const symbol of symbols) {
        const own = getOrMake(groups, symbol, () => new Map());
        getOrMake(own, key, () => ({ conditions, account: account!, alerts: [] as Alert[] })).alerts.push(alert);
        const names = getOrMake(looksAt, symbol, () => new Set([symbol]));
        for (const other of others) names.add(other);
        if (before.get(id)?.standing.state !== 'active') activated(symbol);
      }
    }
    const lookedAt = new Map<string, string[]>();
    for (const [symbol, names] of looksAt)
      for (const name of names) getOrMake(lookedAt, name, (): string[] => []).push(symbol);
    this.#groups = new Map(
      [...groups].map(([symbol, own]) => {
        const [now, known] = [[...own.values()], this.groupsOf(symbol)];
        return [symbol, isDeepStrictEqual(now, known) ? known : now];
      }),
    );
    [this.#alerts, this.#looksAt, this.#lookedAt] = [alerts, looksAt, lookedAt];
  }
}
