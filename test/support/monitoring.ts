/** The monitoring files of deploy/: alerts, the dashboard, and the metrics that they name. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { projectFile } from '../../lib/paths.ts';

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

const read = (...path: string[]) => readFileSync(projectFile(...path), 'utf8');

export function alerts(): readonly Alert[] {
  const { groups } = parse(read('deploy', 'prometheus', 'alerts.yml')) as { groups: { rules: Alert[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

export const dashboard = (): unknown => JSON.parse(read('deploy', 'grafana', 'dashboards', 'market-stats.json'));

/** Every `expr` in a dashboard. */
export function expressionsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(expressionsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    name === 'expr' && typeof one === 'string' ? [one] : expressionsIn(one),
  );
}

/** Names of our metrics in expressions. */
export function metricNames(expressions: readonly string[]): string[] {
  return [...new Set(expressions.flatMap((expr) => expr.match(/\bmarket_stats_\w+/g) ?? []))].sort();
}
