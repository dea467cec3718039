/**
 * Alpaca's corporate actions: `GET /v1/corporate-actions`, pages by `next_page_token`. Its dates from and to are those on
 * which an action is processed: of a dividend its payment.
 */
import { z } from 'zod';
import { isoDate, parseIsoDate } from '../../../lib/days.ts';
import type { ActionsRequest, VendorAction } from '../contract.ts';
import type { VendorHttp } from '../http.ts';
import { pagesOf } from './pages.ts';

const LIMIT = 1_000;
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
  const types = 'forward_split,reverse_split,cash_dividend';
  const params = { types, start: isoDate(fromDay), end: isoDate(toDay), limit: LIMIT };
  for await (const { body } of pagesOf(http, '/v1/corporate-actions', actionsPage, { symbols, signal, params })) {
    const { forward_splits = [], reverse_splits = [], cash_dividends = [] } = body.corporate_actions;
    yield [
      ...[...forward_splits, ...reverse_splits].map((one): VendorAction => {
        return { symbol: one.symbol, kind: 'split', day: one.ex_date, value: one.new_rate / one.old_rate };
      }),
      ...cash_dividends.map((one): VendorAction => {
        return { symbol: one.symbol, kind: 'dividend', day: one.ex_date, value: one.rate };
      }),
    ];
  }
}
