/** Alerts and dashboard as files: by promtool, by their schema, and each alert by series that must and must not fire it. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { projectFile } from '../../lib/paths.ts';
import { alerts, anchorOf, dashboard, expressionsIn } from '../support/monitoring.ts';
import { prometheusMissing, promtool, startAlertmanager } from '../support/prometheus.ts';
import { until } from '../support/until.ts';

const missing = prometheusMissing();
const M = 'market_stats_';

/** An hour of the same value, and of one that grows, a sample a minute. */
const flat = (value: number) => `${value}x60`;
const growing = (by: number) => `0+${by}x60`;

type Series = Readonly<Record<string, string>>;

/**
 * By alert: series under which it fires after an hour, and the same in good order. Values are those that the texts of
 * docs/operations.md name as too much.
 */
const CASES: Readonly<Record<string, { readonly bad: Series; readonly good: Series }>> = {
  ProgramDown: { bad: { 'up{job="api"}': flat(0) }, good: { 'up{job="api"}': flat(1) } },
  ProgramRestarts: {
    bad: { [`${M}process_start_time_seconds{job="api"}`]: growing(70) },
    good: { [`${M}process_start_time_seconds{job="api"}`]: flat(1_700_000_000) },
  },
  JobAbsent: {
    bad: { 'up{job="ingest"}': flat(1), 'up{job="compute"}': flat(1) },
    good: { 'up{job="market-stats"}': flat(1) },
  },
  NotReady: { bad: { [`${M}ready{job="api"}`]: flat(0) }, good: { [`${M}ready{job="api"}`]: flat(1) } },
  StoreAway: { bad: { [`${M}store_up`]: flat(0) }, good: { [`${M}store_up`]: flat(1) } },
  StoreRetries: {
    bad: { [`${M}ingest_store_retries_total`]: growing(60) },
    good: { [`${M}ingest_store_retries_total`]: growing(1) },
  },
  LogAway: { bad: { [`${M}ingest_log_up`]: flat(0) }, good: { [`${M}ingest_log_up`]: flat(1) } },
  IngestLag: {
    bad: { [`${M}ingest_lag_seconds{topic="bars",partition="3"}`]: flat(90) },
    good: {
      [`${M}ingest_lag_seconds{topic="bars",partition="3"}`]: flat(2),
      [`${M}ingest_lag_events{topic="bars"}`]: flat(5000),
    },
  },
  TransactionOpen: {
    bad: {
      [`${M}ingest_lag_seconds{topic="bars",partition="3"}`]: flat(90),
      [`${M}ingest_unreadable_events{topic="bars",partition="3"}`]: flat(2),
    },
    good: {
      [`${M}ingest_lag_seconds{topic="bars",partition="3"}`]: flat(2),
      [`${M}ingest_unreadable_events{topic="bars",partition="3"}`]: flat(2),
    },
  },
  RecordsSkipped: {
    // A program finds at its start what the log dropped: the first sample of a series counts.
    bad: { [`${M}ingest_skipped_records_total{topic="bars"}`]: flat(3) },
    good: { [`${M}ingest_skipped_records_total{topic="bars"}`]: flat(0) },
  },
  DeadLetters: {
    bad: { [`${M}ingest_dead_letters_total{topic="bars",reason="bad_price"}`]: growing(1) },
    good: { [`${M}ingest_dead_letters_total{topic="bars",reason="bad_price"}`]: flat(7) },
  },
  DeadLetterFlood: {
    bad: {
      [`${M}ingest_dead_letters_total{topic="bars",reason="bad_price"}`]: growing(200),
      [`${M}ingest_landed_events_total{topic="bars"}`]: growing(1000),
    },
    good: {
      [`${M}ingest_dead_letters_total{topic="bars",reason="bad_price"}`]: growing(50),
      [`${M}ingest_landed_events_total{topic="bars"}`]: growing(1000),
    },
  },
  BarsOld: {
    bad: {
      [`${M}live_bars_late_seconds{symbol="A",asset_class="equity",interval="1m"}`]: flat(0),
      [`${M}live_bars_late_seconds{symbol="B",asset_class="equity",interval="1m"}`]: flat(1000),
    },
    good: {
      // Of two processes one lands the symbol.
      [`${M}live_bars_late_seconds{symbol="A",asset_class="equity",interval="1m",instance="a"}`]: flat(100),
      [`${M}live_bars_late_seconds{symbol="A",asset_class="equity",interval="1m",instance="b"}`]: flat(5000),
      [`${M}live_bars_late_seconds{symbol="B",asset_class="equity",interval="1d"}`]: flat(20_000),
    },
  },
  DailyBarsOld: {
    bad: { [`${M}live_bars_late_seconds{symbol="A",asset_class="equity",interval="1d"}`]: flat(25_000) },
    good: {
      [`${M}live_bars_late_seconds{symbol="A",asset_class="equity",interval="1d"}`]: flat(20_000),
      [`${M}live_bars_late_seconds{symbol="B",asset_class="crypto",interval="1d"}`]: flat(40_000),
    },
  },
  CollectorFails: {
    bad: { [`${M}ingest_collector_runs_total{collector="c",outcome="away"}`]: growing(1) },
    good: {
      [`${M}ingest_collector_runs_total{collector="c",outcome="away"}`]: growing(1),
      [`${M}ingest_collector_runs_total{collector="c",outcome="ok"}`]: growing(1),
    },
  },
  CollectorBehind: {
    bad: { [`${M}ingest_collector_lag_seconds{collector="c"}`]: flat(2000) },
    good: { [`${M}ingest_collector_lag_seconds{collector="c"}`]: flat(70) },
  },
  ProjectionBehind: {
    bad: { [`${M}projection_oldest_waiting_seconds{instance="a"}`]: flat(400) },
    good: { [`${M}projection_oldest_waiting_seconds{instance="a"}`]: flat(15) },
  },
  SymbolsQuarantined: {
    bad: { [`${M}projection_quarantined_symbols{instance="a"}`]: flat(1) },
    good: { [`${M}projection_quarantined_symbols{instance="a"}`]: flat(0) },
  },
  ReconciliationFails: {
    bad: { [`${M}projection_reconciliation_failing`]: flat(9) },
    good: { [`${M}projection_reconciliation_failing`]: flat(3) },
  },
  RetentionFails: {
    bad: { [`${M}retention_failing`]: flat(4) },
    good: { [`${M}retention_failing`]: flat(1) },
  },
  DiskNearlyFull: {
    bad: { [`${M}disk_free_bytes`]: flat(5), [`${M}disk_size_bytes`]: flat(100) },
    good: { [`${M}disk_free_bytes`]: flat(50), [`${M}disk_size_bytes`]: flat(100) },
  },
  DiskFillsUp: {
    bad: { [`${M}disk_free_bytes`]: '400000-1000x180', [`${M}disk_size_bytes`]: '1000000x180' },
    good: { [`${M}disk_free_bytes`]: '400000-10x180', [`${M}disk_size_bytes`]: '1000000x180' },
  },
  ApiErrors: {
    bad: {
      [`${M}api_answers_total{status="500",route="/stats"}`]: growing(5),
      [`${M}api_answers_total{status="200",route="/stats"}`]: growing(100),
    },
    good: {
      [`${M}api_answers_total{status="503",route="/stats"}`]: growing(5),
      [`${M}api_answers_total{status="404",route="/stats"}`]: growing(50),
      [`${M}api_answers_total{status="200",route="/stats"}`]: growing(100),
    },
  },
  ApiOverloaded: {
    bad: {
      [`${M}api_answers_total{status="503",route="/stats"}`]: growing(20),
      [`${M}api_answers_total{status="200",route="/stats"}`]: growing(100),
    },
    good: {
      [`${M}api_answers_total{status="503",route="/stats"}`]: growing(1),
      [`${M}api_answers_total{status="200",route="/stats"}`]: growing(100),
    },
  },
  ApiSlow: {
    bad: {
      [`${M}api_answer_seconds_bucket{cache="hit",le="0.25"}`]: growing(90),
      [`${M}api_answer_seconds_bucket{cache="hit",le="1"}`]: growing(100),
      [`${M}api_answer_seconds_bucket{cache="hit",le="+Inf"}`]: growing(100),
    },
    good: {
      [`${M}api_answer_seconds_bucket{cache="hit",le="0.1"}`]: growing(100),
      [`${M}api_answer_seconds_bucket{cache="hit",le="1"}`]: growing(100),
      [`${M}api_answer_seconds_bucket{cache="hit",le="+Inf"}`]: growing(100),
    },
  },
  LimitsNotShared: {
    bad: { [`${M}api_limiter_redis_away{instance="a"}`]: flat(1) },
    good: { [`${M}api_limiter_redis_away{instance="a"}`]: flat(0) },
  },
  EventLoopSlow: {
    bad: { [`${M}nodejs_eventloop_lag_p99_seconds{instance="a"}`]: flat(0.9) },
    good: { [`${M}nodejs_eventloop_lag_p99_seconds{instance="a"}`]: flat(0.02) },
  },
};

describe.skipIf(missing)('deploy/prometheus', () => {
  it('is valid by promtool', async () => {
    for (const [kind, file] of [
      ['rules', 'alerts.yml'],
      ['config', 'prometheus.yml'],
    ]) {
      expect(await promtool('check', kind, projectFile('deploy', 'prometheus', file))).toMatchObject({ code: 0 });
    }
  });

  it('each alert fires on what it is for, and is silent in good order', async () => {
    expect(Object.keys(CASES).sort()).toEqual(
      alerts()
        .map(({ alert }) => alert)
        .sort(),
    );
    const folder = mkdtempSync(join(tmpdir(), 'market-stats-alerts-'));
    const test = (alert: string, series: Series, fires: boolean) => ({
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: [
        {
          expr: `count(ALERTS{alertname="${alert}", alertstate="firing"}) > bool 0 or vector(0)`,
          eval_time: alert === 'DiskFillsUp' ? '3h' : '58m',
          exp_samples: [{ labels: '{}', value: fires ? 1 : 0 }],
        },
      ],
    });
    const file = join(folder, 'cases.yml');
    const tests = Object.entries(CASES).flatMap(([alert, { bad, good }]) => [
      test(alert, bad, true),
      test(alert, good, false),
    ]);
    const rules = [projectFile('deploy', 'prometheus', 'alerts.yml')];
    writeFileSync(file, stringify({ rule_files: rules, evaluation_interval: '5m', tests }));
    try {
      expect(await promtool('test', 'rules', file)).toMatchObject({ code: 0 });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe.skipIf(missing)('deploy/alertmanager.yml', () => {
  const text = readFileSync(projectFile('deploy', 'alertmanager.yml'), 'utf8');

  it('sends what fires to the receiver, and leaves out what follows from a store that is away', {
    timeout: 30_000,
  }, async () => {
    const received: { alerts: { labels: { alertname: string } }[]; receiver: string }[] = [];
    const receiver = createServer(async (request, response) => {
      received.push(JSON.parse(await textOf(request)));
      response.end();
    });
    await once(receiver.listen(0, '127.0.0.1'), 'listening');
    const { port } = receiver.address() as AddressInfo;
    expect(text).toContain('http://127.0.0.1:9095/');
    const config = text.replace(':9095/', `:${port}/`).replace('group_wait: 30s', 'group_wait: 2s');
    const alertmanager = await startAlertmanager(config);
    try {
      await alertmanager.post([
        { labels: { alertname: 'StoreAway', severity: 'page' } },
        { labels: { alertname: 'NotReady', severity: 'page' } },
        { labels: { alertname: 'DiskFillsUp', severity: 'ticket' } },
      ]);
      await until(() => received.length >= 2);
      expect(
        received.map((message) => [message.receiver, message.alerts.map(({ labels }) => labels.alertname)]).sort(),
      ).toEqual([
        ['operators', ['DiskFillsUp']],
        ['operators', ['StoreAway']],
      ]);
    } finally {
      await alertmanager.close();
      receiver.close();
    }
  });

  it('names only alerts that exist', () => {
    const known = alerts().map(({ alert }) => alert);
    const named = [...text.matchAll(/alertname =~ "([\w|]+)"/g)].flatMap(([, names]) => names.split('|'));
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});

it('each alert names an entry of docs/operations.md, and each entry is an alert', () => {
  const page = readFileSync(projectFile('docs', 'operations.md'), 'utf8');
  const runbook = page.slice(page.indexOf('## Alerts'));
  const entries = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
  expect(entries.sort()).toEqual(
    alerts()
      .map(({ alert }) => alert)
      .sort(),
  );
  for (const { alert, annotations, labels } of alerts()) {
    expect(annotations.runbook).toBe(`docs/operations.md#${anchorOf(alert)}`);
    expect(['page', 'ticket']).toContain(labels.severity);
  }
});

const id = z.number().int().positive();
const source = z.strictObject({ type: z.literal('prometheus'), uid: z.string().regex(/^\$\{datasource\}$/) });
const gridPos = z.strictObject({
  h: z.number().int().min(1),
  w: z.number().int().min(1).max(24),
  x: z.number().int().min(0).max(23),
  y: z.number().int().min(0),
});
const step = z.strictObject({ color: z.string(), value: z.number().nullable() });
/** The parts of Grafana's dashboard model (schema version 39) that this dashboard uses, by its reference. */
const dashboardModel = z.strictObject({
  title: z.string(),
  uid: z.string().max(40),
  description: z.string(),
  tags: z.array(z.string()),
  timezone: z.enum(['utc', 'browser']),
  schemaVersion: z.literal(39),
  version: z.number().int(),
  editable: z.boolean(),
  refresh: z.string().regex(/^\d+[smh]$/),
  time: z.strictObject({ from: z.string(), to: z.string() }),
  templating: z.strictObject({
    list: z.array(
      z.strictObject({
        name: z.string(),
        type: z.literal('datasource'),
        label: z.string(),
        query: z.literal('prometheus'),
        current: z.strictObject({}),
        hide: z.union([z.literal(0), z.literal(1), z.literal(2)]),
      }),
    ),
  }),
  annotations: z.strictObject({ list: z.array(z.unknown()) }),
  links: z.array(z.unknown()),
  panels: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({
        id,
        type: z.literal('row'),
        title: z.string(),
        collapsed: z.literal(false),
        gridPos,
        panels: z.tuple([]),
      }),
      z.strictObject({
        id,
        type: z.enum(['timeseries', 'stat']),
        title: z.string().min(1),
        description: z.string().min(1),
        datasource: source,
        gridPos,
        fieldConfig: z.strictObject({
          defaults: z.strictObject({
            unit: z.enum(['short', 's', 'ops', 'reqps', 'percentunit', 'bytes']),
            min: z.number(),
            thresholds: z.strictObject({ mode: z.literal('absolute'), steps: z.array(step).min(1) }).optional(),
          }),
          overrides: z.array(z.unknown()),
        }),
        options: z.record(z.string(), z.unknown()),
        targets: z
          .array(
            z.strictObject({
              refId: z.string().regex(/^[A-Z]$/),
              expr: z.string(),
              legendFormat: z.string(),
              datasource: source,
            }),
          )
          .min(1),
      }),
    ]),
  ),
});

describe('deploy/grafana', () => {
  it('is a dashboard by its schema, with ids of their own and panels that do not overlap', () => {
    const { panels } = dashboardModel.parse(dashboard());
    expect(new Set(panels.map((panel) => panel.id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
      expect(x + w).toBeLessThanOrEqual(24);
      return Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`);
    });
    expect(new Set(cells).size).toBe(cells.length);
    for (const panel of panels) {
      if (panel.type === 'row') continue;
      const refs = panel.targets.map(({ refId }) => refId);
      expect(new Set(refs).size).toBe(refs.length);
    }
    expect(expressionsIn(dashboard()).length).toBeGreaterThan(30);
  });
});
