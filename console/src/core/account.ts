/** State of every page: the account, the statistics and the symbols. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { StatisticEntry, SymbolEntry, Usage } from './api.ts';

export interface Account {
  readonly usage: Usage;
  readonly statistics: readonly StatisticEntry[];
  /** First page of symbols; empty while `pending`, because the list takes the store's time while bars land. */
  readonly symbols: readonly SymbolEntry[];
  /** Number of all stored symbols. */
  readonly symbolCount: number;
  readonly pending: boolean;
  /** Loads everything again: new symbols, another plan. */
  readonly refresh: () => void;
}

export const AccountContext = createContext<Account | null>(null);

export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (!account) throw new Error('no account around this component');
  return account;
}
