/** What every page stands on: who is logged in, which statistics and symbols there are. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { StatisticEntry, SymbolEntry, Usage } from './api.ts';

export interface Account {
  readonly usage: Usage;
  readonly statistics: readonly StatisticEntry[];
  /** The first page; none while it is `pending`: it takes the store's time while bars land, and the first screen needs none. */
  readonly symbols: readonly SymbolEntry[];
  /** Of all that are stored. */
  readonly symbolCount: number;
  readonly pending: boolean;
  /** Asks for all of it again: new symbols, another plan. */
  readonly refresh: () => void;
}

export const AccountContext = createContext<Account | null>(null);

export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (!account) throw new Error('no account around this component');
  return account;
}
