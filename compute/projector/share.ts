/**
 * Which symbols are one process's to do, where several share the work: those whose key the log puts into its
 * partitions. The store is asked for these alone, so that many processes do not each look through the whole market.
 */
import type { Params } from '../../sql/text.ts';

export interface SymbolShare {
  /** Partitions that symbols are spread over. */
  readonly partitions: number;
  readonly mine: readonly number[];
}

/** A condition on the column `symbol` of a statement that is run with `shareParams`. */
export function inShare(share: SymbolShare | null): string {
  // The hash that producers choose a key's partition with.
  return share ? 'has({mine:Array(UInt32)}, kafkaMurmurHash(symbol) % {partitions:UInt32})' : '1';
}

export function shareParams(share: SymbolShare | null): Params {
  return share ? { partitions: share.partitions, mine: share.mine } : {};
}
