/** What several vendors send alike. */
import { z } from 'zod';
import { parseIsoTime } from '../contract/values.ts';
import type { Candle } from './contract.ts';

export const number = z.number('must be a number');

/** Epoch ms of an instant's text. */
export const instant = (example: string) =>
  z
    .string()
    .refine((text) => parseIsoTime(text)?.local === false, `must be a time such as ${example}`)
    .transform((text) => parseIsoTime(text)!.ms);

/** A bar of single letters, its time aside. */
export const figures = { o: number, h: number, l: number, c: number, v: number };

/** `t`: epoch ms. */
export function candleOf({ t, o, h, l, c, v }: Record<'t' | keyof typeof figures, number>): Candle {
  return { startMs: t, open: o, high: h, low: l, close: c, volume: v };
}
