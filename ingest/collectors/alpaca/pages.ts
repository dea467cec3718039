/** Lists of Alpaca's: pages by `next_page_token`, of at most a hundred symbols a request. */
import type { z } from 'zod';
import { inGroups } from '../../../lib/collections.ts';
import { VendorError } from '../errors.ts';
import type { VendorHttp } from '../http.ts';

export const SYMBOLS_MAX = 100;

interface Wish {
  readonly symbols: readonly string[];
  readonly signal: AbortSignal;
  readonly params: Readonly<Record<string, string | number>>;
}

export async function* pagesOf<T extends { next_page_token?: string | null }>(
  http: VendorHttp,
  path: string,
  schema: z.ZodType<T>,
  { symbols, signal, params }: Wish,
): AsyncGenerator<{ body: T; vendorMs: number }> {
  for (const some of inGroups(symbols, SYMBOLS_MAX)) {
    const seen = new Set<string>();
    for (let token: string | undefined; ; seen.add(token)) {
      const page = await http.json(
        http.url(path, { symbols: some.join(','), ...params, sort: 'asc', page_token: token }),
        schema,
        signal,
      );
      yield page;
      token = page.body.next_page_token ?? undefined;
      if (token === undefined) break;
      if (seen.has(token)) throw new VendorError('shape', 'alpaca repeats next_page_token: its pages have no end');
    }
  }
}
