/**
 * A whole installation of the server form, watched by a real Prometheus under the rules of deploy/: every metric that an
 * alert or the dashboard names is there, with the right type, and an alert fires where a program dies.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { PREFIX } from '../../lib/metrics.ts';
import { type TestClickHouse, testClickHouse } from '../support/clickhouse.ts';
import { kafkaOfRun } from '../support/kafka.ts';
import { alerts, dashboard, expressionsIn, metricNames } from '../support/monitoring.ts';
import { type Env, ensureBuilt, type Program, runCli, startProgram } from '../support/programs.ts';
import { prometheusMissing, startPrometheus, type TestPrometheus } from '../support/prometheus.ts';
import { startRedis } from '../support/redis.ts';
import { until } from '../support/until.ts';
import { serveBinance } from '../support/vendors/binance.ts';
import { minutes } from '../support/vendors/rig.ts';
import { VendorMarket, type VendorServer } from '../support/vendors/server.ts';

const missing = prometheusMissing();
const kafka = missing ? null : await kafkaOfRun();
const redis = kafka ? await startRedis() : null;
const OPS_TOKEN = 'a token for the tests alone';
const PATIENCE_MS = 60_000;

/** `expr` as Grafana would send it. */
const filled = (expr: string) => expr.replaceAll('$__rate_interval', '30s');

/** What a healthy installation has no series of: they begin with what they count. */
const ONLY_IN_TROUBLE = [`${PREFIX}http_connections_refused_total`];

describe.runIf(kafka && redis)(
  'metrics of the server form',
  () => {
    let clickhouse: TestClickHouse;
    let vendor: VendorServer;
    let prometheus: TestPrometheus;
    const folder = mkdtempSync(join(tmpdir(), 'market-stats-drop-'));
    const programs: Record<string, Program> = {};
    const text: Record<string, string> = {};

    beforeAll(async () => {
      ensureBuilt();
      clickhouse = await testClickHouse();
      const market = new VendorMarket(systemClock);
      const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
      market.put('BTC/USDT', minutes(today - 86_400_000, 2 * 1440, 5));
      vendor = await serveBinance(market);
      const env: Env = {
        ...clickhouse.env,
        ...kafka!.env,
        KAFKA_PARTITIONS: '2',
        REDIS_URL: `redis://${redis!.host}:${redis!.port}`,
        OPS_TOKEN,
      };
      for (const name of ['ingest', 'compute', 'api']) programs[name] = startProgram(`programs/${name}`, env);
      for (const program of Object.values(programs)) await program.ready();
      const urls = await Promise.all(Object.values(programs).map(({ opsUrl }) => opsUrl));
      prometheus = await startPrometheus(Object.fromEntries(Object.keys(programs).map((name, i) => [name, urls[i]])));

      await traffic(env, urls[0]);
      for (const [i, name] of Object.keys(programs).entries()) {
        text[name] = await (await fetch(`${urls[i]}/metrics`)).text();
      }
    }, 360_000);
    afterAll(async () => {
      await prometheus?.close();
      for (const program of Object.values(programs)) await program.kill('SIGKILL');
      await vendor?.close();
      await redis?.close();
      await kafka?.close();
      rmSync(folder, { recursive: true });
    });

    /** Good and bad events, a collector, and answers of every kind, until what was pushed is served. */
    async function traffic(env: Env, ingestUrl: string): Promise<void> {
      const dayMs = Math.floor(Date.now() / 86_400_000 - 3) * 86_400_000;
      const bars = Array.from({ length: 300 }, (_, i) => {
        const ts = dayMs + (15 * 60 + i) * 60_000;
        return {
          symbol: 'ETHUSD',
          asset_class: 'crypto',
          interval: '1m',
          ts,
          open: 10,
          high: 12,
          low: 9,
          close: i % 2 ? 10 : 11,
          volume: 1,
        };
      });
      const rows = [...bars, { ...bars[0], symbol: 'ETHUSD', high: 1 }];
      const pushed = await fetch(`${ingestUrl}/events/bars`, {
        method: 'POST',
        headers: { authorization: `Bearer ${OPS_TOKEN}`, 'content-type': 'application/x-ndjson' },
        body: rows.map((row) => JSON.stringify(row)).join('\n'),
      });
      expect(pushed.status).toBe(202);
      const collector = [
        'collectors',
        'add',
        'crypto',
        '--exchange',
        'binance',
        '--symbols',
        'BTC/USDT',
        '--backfill',
        '1d',
      ];
      expect((await runCli(env, ...collector, '--schedule', '*/2 * * * * *', '--url', vendor.url)).code).toBe(0);
      const drop = ['collectors', 'add', 'folder', '--dir', folder, '--schedule', '*/2 * * * * *'];
      expect((await runCli(env, ...drop)).code).toBe(0);
      const account = (await runCli(env, 'accounts', 'create', '--name', 'watch', '--plan', 'pro_api')).json.id;
      const { token } = (await runCli(env, 'tokens', 'issue', '--account', account)).json;
      const url = /api serves at (http\S+);/.exec(programs['api'].said())?.[1] ?? '';
      const get = (path: string) => fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
      for (const endMs = Date.now() + PATIENCE_MS; ; ) {
        const { status } = await get('/stats/trend?symbol=ETHUSD');
        if (status === 200) break;
        if (Date.now() > endMs) throw new Error(`not served: ${status}`);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      for (const path of ['/stats/trend?symbol=ETHUSD', '/symbols', '/stats/trend?symbol=NONE', '/stats'])
        await get(path);
      // What is still computed of the symbol empties the cache again.
      await until(async () => (await get('/stats/trend?symbol=ETHUSD')).headers.get('x-cache') === 'hit');
      await until(async () => {
        return (await prometheus.query(`${PREFIX}ingest_collector_bars_total{outcome="landed"} > 0`)).length > 0;
      });
    }

    it('each program is scraped, and tells metrics of one prefix, named and typed as Prometheus wants them', async () => {
      // A target is "unknown" until its first scrape, and the scrapes of three are spread over their interval.
      await until(async () => {
        const { activeTargets } = await prometheus.get('/api/v1/targets');
        const isUp = (target: { health: string; lastError: string }) => target.health === 'up' && !target.lastError;
        return activeTargets.length === 3 && activeTargets.every(isUp);
      });
      for (const [name, exposed] of Object.entries(text)) {
        const types = new Map(
          [...exposed.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, metric, type]) => [metric, type]),
        );
        const samples = exposed.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
        expect(samples.length).toBeGreaterThan(30);
        for (const sample of samples) expect([name, sample]).toEqual([name, expect.stringMatching(/^market_stats_/)]);
        for (const [metric, type] of types) {
          // A counter ends in _total and nothing else does; the suffixes of histograms are theirs alone.
          // Node's own are named by the metrics library.
          if (metric.startsWith(`${PREFIX}nodejs_`)) continue;
          expect([metric, type === 'counter']).toEqual([metric, metric.endsWith('_total')]);
          expect([metric, /_(bucket|sum|count)$/.test(metric)]).toEqual([metric, false]);
        }
      }
      expect(text['api']).toContain('# TYPE market_stats_api_answer_seconds histogram');
    });

    it('a histogram of the API is whole: buckets rise to the count, by route and state of the cache', () => {
      const of = (kind: string, labels: string) => {
        const found = new RegExp(`^market_stats_api_answer_seconds_${kind}\\{([^}]*)\\} (\\S+)$`, 'gm');
        return [...text['api'].matchAll(found)]
          .filter(([, given]) => given.includes(labels))
          .map(([, , value]) => Number(value));
      };
      for (const cache of ['hit', 'miss', 'none']) {
        const [count] = of('count', `cache="${cache}"`);
        expect([cache, count > 0]).toEqual([cache, true]);
      }
      const labels = 'route="/symbols",cache="miss"';
      const buckets = of('bucket', labels);
      expect(buckets).toEqual([...buckets].sort((a, b) => a - b));
      expect([of('count', labels), buckets.at(-1)]).toEqual([[1], 1]);
      expect(of('sum', labels)[0]).toBeGreaterThan(0);
    });

    it('every metric that an alert or the dashboard names is there, and every expression gives something', async () => {
      const expressions = [...alerts().map(({ expr }) => expr), ...expressionsIn(dashboard())];
      const names = metricNames(expressions);
      expect(names.length).toBeGreaterThan(30);
      const declared = Object.values(text).join('\n');
      await vi.waitFor(async () => {
        const known: string[] = await prometheus.get('/api/v1/label/__name__/values');
        const absent = names.filter((name) => {
          if (ONLY_IN_TROUBLE.includes(name)) return !declared.includes(`# TYPE ${name} `);
          return !known.includes(name);
        });
        expect(absent).toEqual([]);
      }, PATIENCE_MS);
      for (const expr of expressionsIn(dashboard())) {
        let found = 0;
        // Rates need two samples of a series.
        await until(
          async () => {
            found = (await prometheus.query(filled(expr))).length;
            return found > 0 || /http_connections_refused/.test(expr);
          },
          { seen: () => expr },
        );
      }
    });

    it('the figures are those of what was sent', async () => {
      const value = async (expr: string) => Number((await prometheus.query(expr))[0]?.value[1]);
      expect(await value(`sum(${PREFIX}ingest_dead_letters_total)`)).toBe(1);
      await until(async () => (await value(`sum(${PREFIX}dead_letters_stored)`)) === 1);
      await until(async () => (await value(`sum(${PREFIX}ingest_lag_events)`)) === 0);
      expect(await value(`max(${PREFIX}ingest_lag_seconds)`)).toBeLessThan(60);
      // Binance's market has its last minute now; ours ended three days ago.
      expect(await value(`min(${PREFIX}newest_bar_lag_seconds{asset_class="crypto",interval="1m"})`)).toBeLessThan(600);
      expect(await value(`min(${PREFIX}disk_free_bytes)`)).toBeGreaterThan(1e6);
      expect(await value(`sum(${PREFIX}ready)`)).toBe(3);
      expect(programs['ingest'].said()).toMatch(/"counts":\{"[a-z_]+":1\}.*events were refused/);
    });

    it('all rules are evaluated without an error, and one is pending once a program dies', async () => {
      await programs['compute'].kill('SIGKILL');
      const state = async (alert: string) => {
        const { groups } = await prometheus.get('/api/v1/rules');
        const rules = groups.flatMap((group: { rules: unknown[] }) => group.rules) as {
          name: string;
          health: string;
          state: string;
        }[];
        expect(rules.filter(({ health }) => health === 'err')).toEqual([]);
        return rules.find(({ name }) => name === alert)?.state;
      };
      await until(async () => (await state('ProgramDown')) === 'pending');
      // Its condition is a quarter of an hour's: it fires after a minute, so that it is at least pending by now.
      expect(await state('DeadLetters')).not.toBe(undefined);
      expect(await state('DiskNearlyFull')).not.toBe('firing');
    });
  },
  240_000,
);
