/** A store with a projector and answers, for symbols with daily bars beside shorter ones. */

import { expect } from 'vitest';
import type { SymbolInfo, ViewRequest } from '../../../compute/answers/answers.ts';
import type { StoreAnswers } from '../../../compute/answers/store-answers.ts';
import { findBehind } from '../../../compute/evaluation/behind.ts';
import type { SessionSpec } from '../../../compute/market/sessions.ts';
import type { DateRange, Statistic } from '../../../compute/statistics/statistic.ts';
import { Landing } from '../../../ingest/landing/landing.ts';
import { defaultValues } from '../answer.ts';
import { openProjection, storeAnswers } from '../projection.ts';

export type Shown = Record<string, unknown>;

export let opened: Awaited<ReturnType<typeof openProjection>>;
export let landing: Landing;
export let stored: StoreAnswers;
export let onDemand: StoreAnswers;

export async function openStore(): Promise<void> {
  opened = await openProjection();
  landing = await Landing.open({ store: opened.store });
  [stored, onDemand] = [openAnswers(true), openAnswers(false)];
}

export async function closeStore(): Promise<void> {
  await stored?.close();
  await onDemand?.close();
  await opened?.close();
}

export const openAnswers = (useStored: boolean): StoreAnswers => storeAnswers(opened, { useStored });

export function requestOf(
  statistic: Statistic,
  symbol: SymbolInfo,
  session: SessionSpec,
  range: DateRange,
  own: Shown = {},
): ViewRequest {
  const values = { ...defaultValues(statistic, symbol.intervalMin), ...own };
  const dates = { startDate: range.from, endDate: range.to };
  return {
    statistic,
    symbol,
    session,
    values,
    withDailies: true,
    range: { months: 12, timeWindow: '12M', ...dates },
  };
}

export async function symbolOf(answers: StoreAnswers, name: string): Promise<SymbolInfo> {
  answers.invalidate();
  return (await answers.symbol(name))!;
}

export async function settle(symbol: string): Promise<void> {
  await opened.projector.project(symbol);
  const behind = await findBehind(opened.store.reader, opened.projector.definitions);
  expect(behind.filter((one) => one.symbol === symbol)).toEqual([]);
}
