/** One prometheus registry a process; asking twice for a metric answers the same one. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export const registry = new Registry();

let defaultsOn = false;

/** Memory, event loop lag, garbage collection and the like, once. */
export function collectProcessMetrics(): void {
  if (defaultsOn) return;
  defaultsOn = true;
  collectDefaultMetrics({ register: registry });
}

export function counter<L extends string = string>(name: string, help: string, labelNames: readonly L[] = []) {
  const known = registry.getSingleMetric(name) as Counter<L> | undefined;
  return known ?? new Counter({ name, help, labelNames, registers: [registry] });
}

export function gauge<L extends string = string>(name: string, help: string, labelNames: readonly L[] = []) {
  const known = registry.getSingleMetric(name) as Gauge<L> | undefined;
  return known ?? new Gauge({ name, help, labelNames, registers: [registry] });
}

export function histogram<L extends string = string>(
  name: string,
  help: string,
  buckets: readonly number[],
  labelNames: readonly L[] = [],
) {
  const known = registry.getSingleMetric(name) as Histogram<L> | undefined;
  return known ?? new Histogram({ name, help, buckets: [...buckets], labelNames, registers: [registry] });
}
