/**
 * Alpaca's corporate actions: `GET /v1/corporate-actions`, pages by `next_page_token`. Its dates from and to are those on
 * which an action is processed: of a dividend its payment.
 */
import { z } from 'zod';
import { isoDate, parseIsoDate } from '../../../lib/days.ts';
import type { ActionsRequest, VendorAction } from '../contract.ts';
import { VendorError } from '../errors.ts';
import type { VendorHttp } from '../http.ts';

const LIMIT = 1_000;
const SYMBOLS_MAX = 100;
const date = z.string('must be text').transform((text, ctx) => {
  const day = parseIsoDate(text);
  if (day !== null) return day;
  ctx.addIssue({ code: 'custom', message: 'must be a date such as 2024-06-10' });
  return z.NEVER;
});
const rate = z.number('must be a number').positive('must be above 0');
const symbol = z.string('must be text');
const split = z.object({ symbol, new_rate: rate, old_rate: rate, ex_date: date });
const dividend = z.object({ symbol, rate, ex_date: date });

const actionsPage = z.object({
  corporate_actions: z.object({
    // Those of which there are none are not there.
    forward_splits: z.array(split).optional(),
    reverse_splits: z.array(split).optional(),
    cash_dividends: z.array(dividend).optional(),
  }),
  next_page_token: z.string().nullish(),
});

export async function* actionPages(
  http: VendorHttp,
  { symbols, fromDay, toDay, signal }: ActionsRequest,
): AsyncGenerator<VendorAction[]> {
  for (let i = 0; i < symbols.length; i += SYMBOLS_MAX) {
    let token: string | undefined;
    const seen = new Set<string>();
    do {
      const url = http.url('/v1/corporate-actions', {
        symbols: symbols.slice(i, i + SYMBOLS_MAX).join(','),
        types: 'forward_split,reverse_split,cash_dividend',
        start: isoDate(fromDay),
        end: isoDate(toDay),
        limit: LIMIT,
        sort: 'asc',
        page_token: token,
      });
      const { body }: { body: z.infer<typeof actionsPage> } = await http.json(url, actionsPage, signal);
      const { forward_splits = [], reverse_splits = [], cash_dividends = [] } = body.corporate_actions;
      yield [
        ...[...forward_splits, ...reverse_splits].map((one): VendorAction => {
          return { symbol: one.symbol, kind: 'split', day: one.ex_date, value: one.new_rate / one.old_rate };
        }),
        ...cash_dividends.map((one): VendorAction => {
          return { symbol: one.symbol, kind: 'dividend', day: one.ex_date, value: one.rate };
        }),
      ];
      token = body.next_page_token ?? undefined;
      if (token !== undefined && seen.has(token))
        throw new VendorError('shape', 'alpaca repeats next_page_token: its pages have no end');
      if (token !== undefined) seen.add(token);
    } while (token !== undefined);
  }
}
