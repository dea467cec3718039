/** One registry a process; asking twice answers the same metric. Names are given without `market_stats_`. */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { inTime } from './async.ts';

export const PREFIX = 'market_stats_';

export const registry = new Registry();

let defaultsOn = false;

/** Memory, event loop lag, garbage collection and the like, once; and which version this is. */
export function collectProcessMetrics(version: string): void {
  if (defaultsOn) return;
  defaultsOn = true;
  collectDefaultMetrics({ register: registry, prefix: PREFIX });
  gauge('build_info', 'Always 1; says the version', ['version']).set({ version }, 1);
}

const once = <Metric>(name: string, make: (fullName: string) => Metric): Metric =>
  (registry.getSingleMetric(PREFIX + name) as Metric | undefined) ?? make(PREFIX + name);

export const counter = <L extends string = string>(of: string, help: string, labelNames: readonly L[] = []) =>
  once(of, (name) => new Counter<L>({ name, help, labelNames, registers: [registry] }));

export const gauge = <L extends string = string>(of: string, help: string, labelNames: readonly L[] = []) =>
  once(of, (name) => new Gauge<L>({ name, help, labelNames, registers: [registry] }));

export const histogram = <L extends string = string>(
  of: string,
  help: string,
  buckets: readonly number[],
  labelNames: readonly L[] = [],
) => once(of, (name) => new Histogram<L>({ name, help, buckets: [...buckets], labelNames, registers: [registry] }));

/** Gives every combination of these labels the value 0: what an alert counts is the increase, and a series has to begin somewhere. */
export function fromZero<L extends string>(of: Counter<L>, labels: Readonly<Record<L, readonly string[]>>): void {
  let all: Partial<Record<L, string>>[] = [{}];
  for (const [name, values] of Object.entries(labels) as [L, readonly string[]][])
    all = all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })));
  for (const one of all) of.inc(one, 0);
}

/** Scrapers wait ten seconds as a rule; what is late is in the next answer. */
const LOOK_MS = 2_000;
const looks = new Set<() => void | Promise<void>>();
const failedLooks = counter('scrape_failures_total', 'Figures that could not be looked up when metrics were asked for');

/** Calls `look` before each answer of {@link exposition}, to set gauges; the function returned ends that. */
export function onScrape(look: () => void | Promise<void>): () => void {
  looks.add(look);
  return () => looks.delete(look);
}

export const exposition: Pick<Registry, 'contentType' | 'metrics'> = {
  get contentType() {
    return registry.contentType;
  },
  async metrics() {
    const looked = await Promise.allSettled([...looks].map((look) => inTime(Promise.resolve().then(look), LOOK_MS)));
    failedLooks.inc(looked.filter(({ status }) => status === 'rejected').length);
    return registry.metrics();
  },
};
