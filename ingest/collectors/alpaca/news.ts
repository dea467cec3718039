/** Alpaca's news: `GET /v1beta1/news`, pages by `next_page_token`, sorted by their last change. */
import { z } from 'zod';
import type { NewsItem, NewsRequest } from '../contract.ts';
import type { VendorHttp } from '../http.ts';
import { instant, number } from '../wire.ts';
import { pagesOf } from './pages.ts';

const LIMIT = 50;
const time = instant('2021-12-31T11:08:42Z');

const newsPage = z.object({
  news: z.array(
    z.object({
      id: number,
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
  const params = { start: new Date(fromMs).toISOString(), limit: LIMIT };
  for await (const { body } of pagesOf(http, '/v1beta1/news', newsPage, { symbols, signal, params })) {
    yield body.news.map((item) => ({
      id: String(item.id),
      symbols: item.symbols,
      publishedMs: Math.floor(item.created_at),
      updatedMs: Math.floor(item.updated_at),
      title: item.headline,
      summary: item.summary ?? '',
      provider: item.source,
      url: item.url ?? '',
    }));
  }
}
