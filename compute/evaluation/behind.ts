/**
 * Which symbols are one process's to do, where several share the work: those whose key the log puts into its
 * partitions. The store is asked for these alone, so that many processes do not each look through the whole market.
 */
import type { Params } from '../../sql/formats/text.ts';

export interface SymbolShare {
  /** Partitions that symbols are spread over. */
  readonly partitions: number;
  readonly mine: readonly number[];
  /** Only symbols of this range. */
  readonly range?: SymbolRange;
}

/** Symbols in alphabetical order, from after the one up to and with the other; null: no bound. */
export interface SymbolRange {
  readonly after: string | null;
  readonly upTo: string | null;
}

export const ALL_SYMBOLS: SymbolShare = { partitions: 1, mine: [0] };

/** A condition on the column `symbol` of a statement that is run with `shareParams`. */
export function inShare(share: SymbolShare | null): string {
  if (!share) return '1';
  const { after = null, upTo = null } = share.range ?? {};
  return [
    // The hash that producers choose a key's partition with.
    'has({mine:Array(UInt32)}, kafkaMurmurHash(symbol) % {partitions:UInt32})',
    ...(after === null ? [] : ['symbol > {after:String}']),
    ...(upTo === null ? [] : ['symbol <= {upTo:String}']),
  ].join(' AND ');
}

export function shareParams(share: SymbolShare | null): Params {
  if (!share) return {};
  const { after = null, upTo = null } = share.range ?? {};
  return {
    partitions: share.partitions,
    mine: share.mine,
    ...(after === null ? {} : { after }),
    ...(upTo === null ? {} : { upTo }),
  };
}

export function isInRange(symbol: string, share: SymbolShare | null): boolean {
  const { after = null, upTo = null } = share?.range ?? {};
  return (after === null || symbol > after) && (upTo === null || symbol <= upTo);
}
