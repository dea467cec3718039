/** One registry per process; a second call returns the same metric. Names are given without `market_stats_`. */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { inTime } from './async.ts';
import { getOrMake } from './collections.ts';

export const PREFIX = 'market_stats_';

export const registry = new Registry();

let defaultsOn = false;

/** Collects memory, event loop lag, garbage collection and the version, once per process. */
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

/** Sets every combination of these labels to 0, because alerts count increases and a series needs a first value. */
export function fromZero<L extends string>(of: Counter<L>, labels: Readonly<Record<L, readonly string[]>>): void {
  let all: Partial<Record<L, string>>[] = [{}];
  for (const [name, values] of Object.entries(labels) as [L, readonly string[]][])
    all = all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })));
  for (const one of all) of.inc(one, 0);
}

/** Observations for a histogram: counts per bucket (the last: above all bounds) and their sum. */
interface Tallied<L extends string> {
  readonly labels: Readonly<Record<L, string>>;
  readonly counts: ArrayLike<number>;
  readonly sum: number;
}

/** A histogram that takes many observations per call; the library's own resolves the labels for each. */
class BulkHistogram<L extends string> extends Histogram<L> {
  readonly #name: string;
  readonly #help: string;
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, { labels: Readonly<Record<L, string>>; counts: Float64Array; sum: number }>();

  constructor(name: string, help: string, bounds: readonly number[], labelNames: readonly L[]) {
    super({ name, help, buckets: [...bounds], labelNames, registers: [registry] });
    [this.#name, this.#help, this.#bounds] = [name, help, bounds];
  }

  add({ labels, counts, sum }: Tallied<L>): void {
    const key = JSON.stringify(labels);
    const none = () => ({ labels, counts: new Float64Array(this.#bounds.length + 1), sum: 0 });
    const series = getOrMake(this.#series, key, none);
    for (let i = 0; i < counts.length; i++) series.counts[i] += counts[i];
    series.sum += sum;
  }

  /** Returns the values for the registry; the library's `get` continues from here. */
  async getForPromString() {
    const values = [...this.#series.values()].flatMap(({ labels: sharedLabels, counts, sum }) => {
      let within = 0;
      const buckets = [...counts].map((count, i) => {
        within += count;
        return {
          metricName: `${this.#name}_bucket`,
          labels: { le: this.#bounds[i] ?? '+Inf' },
          sharedLabels,
          value: within,
        };
      });
      return [
        ...buckets,
        { metricName: `${this.#name}_sum`, labels: {}, sharedLabels, value: sum },
        { metricName: `${this.#name}_count`, labels: {}, sharedLabels, value: within },
      ];
    });
    return { name: this.#name, help: this.#help, type: 'histogram', aggregator: 'sum', values };
  }
}

export const bulkHistogram = <L extends string>(
  of: string,
  help: string,
  bounds: readonly number[],
  labels: readonly L[],
) => once(of, (name) => new BulkHistogram(name, help, bounds, labels));

/** Time limit of a look, because scrapers usually wait ten seconds; a late value is in the next answer. */
const LOOK_MS = 2_000;
const looks = new Set<() => void | Promise<void>>();
const failedLooks = counter('scrape_failures_total', 'Figures that could not be looked up when metrics were asked for');

/** Calls `look` before each answer of {@link exposition}, to set gauges; returns a function that ends that. */
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
