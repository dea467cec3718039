/** Alpaca's news: `GET /v1beta1/news`, pages by `next_page_token`, sorted by their last change. */
import { z } from 'zod';
import { parseIsoTime } from '../../contract/index.ts';
import type { NewsItem, NewsRequest } from '../contract.ts';
import { VendorError } from '../errors.ts';
import type { VendorHttp } from '../http.ts';

const LIMIT = 50;
const SYMBOLS_MAX = 100;
const time = z
  .string()
  .refine((text) => parseIsoTime(text)?.local === false, 'must be a time such as 2021-12-31T11:08:42Z');

const newsPage = z.object({
  news: z.array(
    z.object({
      id: z.number('must be a number'),
      headline: z.string('must be text'),
      summary: z.string().nullish(),
      source: z.string('must be text'),
      url: z.string().nullish(),
      created_at: time,
      updated_at: time,
      symbols: z.array(z.string()),
    }),
  ),
  next_page_token: z.string().nullable(),
});

export async function* newsPages(
  http: VendorHttp,
  { symbols, fromMs, signal }: NewsRequest,
): AsyncGenerator<NewsItem[]> {
  for (let i = 0; i < symbols.length; i += SYMBOLS_MAX) {
    let token: string | undefined;
    const seen = new Set<string>();
    do {
      const url = http.url('/v1beta1/news', {
        symbols: symbols.slice(i, i + SYMBOLS_MAX).join(','),
        start: new Date(fromMs).toISOString(),
        sort: 'asc',
        limit: LIMIT,
        page_token: token,
      });
      const { body }: { body: z.infer<typeof newsPage> } = await http.json(url, newsPage, signal);
      yield body.news.map((item) => ({
        id: String(item.id),
        symbols: item.symbols,
        publishedMs: Math.floor(parseIsoTime(item.created_at)!.ms),
        updatedMs: Math.floor(parseIsoTime(item.updated_at)!.ms),
        title: item.headline,
        summary: item.summary ?? '',
        provider: item.source,
        url: item.url ?? '',
      }));
      token = body.next_page_token ?? undefined;
      if (token !== undefined && seen.has(token))
        throw new VendorError('shape', 'alpaca repeats next_page_token: its pages have no end');
      if (token !== undefined) seen.add(token);
    } while (token !== undefined);
  }
}
