/** A store that the sequences and plots are played on, one after another. */

import { loadStatistics } from '../../compute/statistics/registry.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { openTestStore } from '../support/store.ts';
import { SYMBOLS } from './market.ts';
import { type RepeatedReads, repeatedReads } from './repeated-reads.ts';
import { type Fence, withoutFence } from './unfenced.ts';

/** `empty`: all goes, also which builds have worked on the store; each trace begins so. */
export interface Bench extends RepeatedReads {
  readonly statistics: readonly Statistic[];
  close(): Promise<void>;
}

/** Of each kind one: sessions alone, variants, records that stay open, news. */
const STATISTICS = ['gap', 'orb', 'fvg', 'news'];

/** Those that one trace is played with: what a statistic costs is most of what a trace costs. */
const CASTS: readonly (readonly string[])[] = [
  ['gap'],
  ['fvg'],
  ['orb', 'news'],
  ['fvg', 'gap'],
  ['orb'],
  ['news', 'gap'],
];

export function castOf({ statistics }: Bench, seed: number): readonly Statistic[] {
  return CASTS[seed % CASTS.length].map((name) => statistics.find((one) => one.name === name)!);
}

/** One of bars and one of news; where a step is killed all, as a kill counts the writes of all. */
export function castFor({ statistics }: Bench, steps: readonly { readonly kill?: unknown }[]): readonly Statistic[] {
  if (steps.some(({ kill }) => kill)) return statistics;
  return statistics.filter(({ name }) => name === 'fvg' || name === 'news');
}

/** @param without see unfenced.ts */
export async function openBench(without?: Fence): Promise<Bench> {
  const statistics = (await loadStatistics()).filter(({ name }) => STATISTICS.includes(name));
  const opened = await openTestStore({ statistics });
  const repeated = await repeatedReads(opened, SYMBOLS);
  const store = without ? withoutFence(repeated.store, without) : repeated.store;
  return { ...repeated, store, statistics, close: () => opened.close() };
}
