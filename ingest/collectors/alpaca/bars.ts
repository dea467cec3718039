/** A bar as Alpaca sends it, by request and by stream. */
import { z } from 'zod';
import { parseIsoTime } from '../../contract/index.ts';
import type { Candle } from '../contract.ts';

const number = z.number('must be a number');

export const wireBar = z.object({
  t: z.string().refine((text) => parseIsoTime(text)?.local === false, 'must be a time such as 2022-01-03T09:00:00Z'),
  o: number,
  h: number,
  l: number,
  c: number,
  v: number,
});

export function candleOf({ t, o, h, l, c, v }: z.infer<typeof wireBar>): Candle {
  return { startMs: parseIsoTime(t)!.ms, open: o, high: h, low: l, close: c, volume: v };
}
