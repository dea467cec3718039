/** The cluster of deploy/, as far as files tell: valid Compose, and nodes, cluster and Keeper that know one another. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { projectFile } from '../../lib/paths.ts';

const text = (...path: string[]) => readFileSync(projectFile(...path), 'utf8');
// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
const compose: any = parse(text('deploy', 'compose.cluster.yml'), { merge: true });
const cluster = text('deploy', 'clickhouse-cluster.xml');
const nodes = ['clickhouse', 'clickhouse-1b', 'clickhouse-2a', 'clickhouse-2b'];

it('is valid by the schema of the Compose specification', () => {
  const folder = dirname(dirname(createRequire(import.meta.url).resolve('docker-compose')));
  const schema = JSON.parse(readFileSync(join(folder, 'schema', 'compose-spec.json'), 'utf8'));
  delete schema.$schema;
  const ajv = new Ajv({ strict: false, allErrors: true });
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  const validate = ajv.compile(schema);
  expect(validate(compose) ? [] : validate.errors).toEqual([]);
});

it('two shards of two replicas, each node with its own place, and the programs given the name', () => {
  const shards = [...cluster.matchAll(/<shard>([\s\S]*?)<\/shard>/g)].map(([, shard]) =>
    [...shard.matchAll(/<host>([^<]+)<\/host>/g)].map(([, host]) => host),
  );
  expect(shards).toEqual([nodes.slice(0, 2), nodes.slice(2)]);
  for (const [i, hosts] of shards.entries()) {
    for (const host of hosts) {
      expect(compose.services[host].environment).toMatchObject({
        CLICKHOUSE_SHARD: String(i + 1),
        CLICKHOUSE_REPLICA: host,
      });
      expect(JSON.stringify(compose.services[host].volumes)).toContain('clickhouse-cluster.xml');
    }
  }
  const [, keeper] = /<zookeeper>[\s\S]*?<host>([^<]+)<\/host>/.exec(cluster)!;
  expect(Object.keys(compose.services)).toContain(keeper);
  const port = /<tcp_port>(\d+)</.exec(text('deploy', 'clickhouse-keeper.xml'))![1];
  expect(cluster).toContain(`<port>${port}</port>`);
  for (const program of ['ingest', 'compute', 'api', 'cli']) {
    const { CLICKHOUSE_CLUSTER: name } = compose.services[program].environment;
    expect(cluster).toContain(`<${name}>`);
  }
});

it('has no secret of its own, runs the version of the one server, and publishes nothing', () => {
  const image = /clickhouse\/clickhouse-server:(\S+)/.exec(text('docker-compose.yml'))![1];
  for (const [name, service] of Object.entries<Record<string, never>>(compose.services)) {
    expect([name, service['ports']]).toEqual([name, undefined]);
    if (service['image']) expect(String(service['image'])).toMatch(new RegExp(`:${image}$`));
    for (const [variable, value] of Object.entries<string>(service['environment'] ?? {})) {
      if (/PASSWORD|SECRET/.test(variable)) expect(value).toMatch(/^\$\{\w+:\?/);
    }
  }
});
