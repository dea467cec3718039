/** Generations of symbols: what was computed in an earlier one does not count (see compute/evaluation/tables/versions.ts). */
import type { Store } from '../connect.ts';

export interface Generation {
  /** Raised when the symbol is dropped or registered otherwise. */
  readonly generation: number;
  /** The generation at which it was last dropped; 0: never. */
  readonly epoch: number;
}

/** Versions of computed rows begin with it; below it they have so many bits. See compute/evaluation/tables/versions.ts. */
export const BITS_BELOW_GENERATION = 52n;

const FIRST: Generation = { generation: 0, epoch: 0 };

/** SQL: one row a symbol of which a generation was ever raised. */
export const GENERATIONS_SQL =
  '(SELECT symbol, max(generation) AS generation, max(epoch) AS epoch FROM market.symbol_generations GROUP BY symbol)';

/** Of each of the symbols. */
export async function readGenerations(
  { query }: Pick<Store['reader'], 'query'>,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, Generation>> {
  const rows = await query<Generation & { symbol: string }>(
    `SELECT CAST(symbol, 'String') AS symbol, max(generation) AS generation, max(epoch) AS epoch
     FROM market.symbol_generations WHERE symbol IN {symbols:Array(String)} GROUP BY symbol`,
    { symbols },
  );
  const known = new Map(rows.map(({ symbol, generation, epoch }) => [symbol, { generation, epoch }]));
  return new Map(symbols.map((symbol) => [symbol, known.get(symbol) ?? FIRST]));
}

/** Begins a generation of each of the symbols. `dropped`: nothing computed before it counts any more. */
export async function raiseGenerations(
  { writer }: Pick<Store, 'writer'>,
  symbols: readonly string[],
  dropped: boolean,
): Promise<void> {
  const rows = [...(await readGenerations(writer, symbols))].map(([symbol, { generation, epoch }]) => {
    const next = generation + 1;
    return [symbol, next, dropped ? next : epoch];
  });
  await writer.insertRows('market.symbol_generations', ['symbol', 'generation', 'epoch'], rows);
}
