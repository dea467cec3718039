/**
 * A cluster as others run one: TLS with an authority and client certificates of their own, OAUTHBEARER, and several
 * installations beside each other. One broker with a listener for each.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Broker, freePort, missingForKafka, startBroker } from '../../dev/kafka/kafka.ts';
import { openKafka } from '../../ingest/kafka/kafkajs/client.ts';
import { eventsBehind, lagWatch } from '../../ingest/kafka/lag.ts';
import { rangesOf } from '../../ingest/kafka/replay.ts';
import { ensureTopics } from '../../ingest/kafka/topics.ts';
import { parseConfig } from '../../lib/config.ts';
import { kafkaConfigSchema } from '../../lib/variables.ts';
import { ingestOn, type Sender, senderOn, type TestIngest, testLogger } from '../support/ingest.ts';
import type { TestKafka } from '../support/kafka.ts';
import { temporaryFolder } from '../support/programs.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

const missing = missingForKafka();
if (missing && process.env['CI'] === 'true') throw new Error(missing);
const TOKEN_TTL_S = 3_600;

describe.skipIf(missing)('a cluster of others', () => {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  let broker: Broker;
  const ports = { plain: 0, tls: 0, oauth: 0 };

  /** An authority, and certificates that it has signed: of the broker by its address, and of a client. */
  function certificates(): void {
    const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe', cwd: folder.path });
    const subject = (name: string) => ['-subj', `/CN=${name}`];
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      ...subject('ca'),
    );
    writeFileSync(at('san'), 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
    for (const name of ['broker', 'client', 'stranger']) {
      openssl(
        'req',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.csr`,
        ...subject(name),
      );
      const signed = ['x509', '-req', '-days', '2', '-in', `${name}.csr`, '-out', `${name}.pem`, '-extfile', 'san'];
      if (name === 'stranger') openssl(...signed, '-signkey', 'stranger.key');
      else openssl(...signed, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial');
    }
    writeFileSync(
      at('broker.store.pem'),
      readFileSync(at('broker.key'), 'utf8') + readFileSync(at('broker.pem'), 'utf8'),
    );
  }

  /** As the broker's own check of tokens that nobody signs takes them. */
  function token(): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const nowS = Date.now() / 1000;
    return `${part({ alg: 'none' })}.${part({ sub: 'market-stats', iat: nowS, exp: nowS + TOKEN_TTL_S })}.`;
  }

  beforeAll(async () => {
    certificates();
    for (const name of ['plain', 'tls', 'oauth'] as const) ports[name] = await freePort();
    const controller = await freePort();
    const listeners = `PLAINTEXT://127.0.0.1:${ports.plain},TLS://127.0.0.1:${ports.tls},OAUTH://127.0.0.1:${ports.oauth}`;
    const login = 'org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required';
    broker = await startBroker({
      port: ports.plain,
      dataDir: at('kafka'),
      version: process.env['KAFKA_VERSION'] || undefined,
      isBrief: true,
      settings: {
        listeners: `${listeners},CONTROLLER://127.0.0.1:${controller}`,
        'controller.quorum.voters': `1@127.0.0.1:${controller}`,
        'advertised.listeners': listeners,
        'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,TLS:SSL,OAUTH:SASL_PLAINTEXT',
        'listener.name.tls.ssl.keystore.type': 'PEM',
        'listener.name.tls.ssl.keystore.location': at('broker.store.pem'),
        'listener.name.tls.ssl.truststore.type': 'PEM',
        'listener.name.tls.ssl.truststore.location': at('ca.pem'),
        'listener.name.tls.ssl.client.auth': 'required',
        'listener.name.oauth.sasl.enabled.mechanisms': 'OAUTHBEARER',
        'listener.name.oauth.oauthbearer.sasl.jaas.config': `${login} unsecuredLoginStringClaim_sub="broker";`,
      },
    });
  }, 360_000);
  afterAll(async () => {
    await broker?.stop('SIGKILL');
    folder.remove();
  });

  const opened = (env: Record<string, string>) =>
    openKafka(parseConfig({ kafka: kafkaConfigSchema }, env).kafka!, testLogger, 'test', 3_000);
  async function topicsThrough(env: Record<string, string>): Promise<string[]> {
    const admin = await opened(env).admin();
    try {
      return await admin.topics();
    } finally {
      await admin.close();
    }
  }
  const tls = (certificate?: string) => ({
    KAFKA_BROKERS: `127.0.0.1:${ports.tls}`,
    KAFKA_SSL: '1',
    KAFKA_SSL_CA: at('ca.pem'),
    ...(certificate && { KAFKA_SSL_CERT: at(`${certificate}.pem`), KAFKA_SSL_KEY: at(`${certificate}.key`) }),
  });

  test('takes a client whose certificate its authority has signed, and no other', async () => {
    expect(await topicsThrough(tls('client'))).toEqual([]);
    const { KAFKA_SSL_CA: _, ...ofTheSystem } = tls('client');
    // A client tries again for a minute: all of them at once, and not to their end.
    const patienceMs = 4_000;
    const tries = [tls('stranger'), tls(), ofTheSystem].map((env) =>
      Promise.race([topicsThrough(env), new Promise((resolve) => setTimeout(resolve, patienceMs, 'refused'))]).catch(
        () => 'refused',
      ),
    );
    expect(await Promise.all(tries)).toEqual(['refused', 'refused', 'refused']);
  }, 240_000);

  test('takes a bearer token of a file', async () => {
    writeFileSync(at('token'), `${token()}\n`);
    const oauth = { KAFKA_SASL_MECHANISM: 'oauthbearer', KAFKA_OAUTH_TOKEN_FILE: at('token') };
    expect(await topicsThrough({ KAFKA_BROKERS: `127.0.0.1:${ports.oauth}`, ...oauth })).toEqual([]);
  }, 240_000);

  describe('two installations on it', () => {
    let store: TestStore;
    let service: TestIngest;
    const senders: Sender[] = [];

    const on = (prefix: string) => {
      const config = parseConfig(
        { kafka: kafkaConfigSchema },
        { KAFKA_BROKERS: `127.0.0.1:${ports.plain}`, KAFKA_PARTITIONS: '2', KAFKA_PREFIX: prefix },
      ).kafka!;
      return { config, open: () => openKafka(config, testLogger, 'test') };
    };
    afterAll(async () => {
      await service?.stop();
      for (const sender of senders) await sender.close();
      await store?.close();
    });
    const bar = (symbol: string, minute: number) => ({
      key: symbol,
      value: JSON.stringify({
        symbol,
        asset_class: 'etf',
        interval: '1m',
        ts: Date.UTC(2025, 5, 4, 14, minute),
        open: 1,
        high: 1,
        low: 1,
        close: 1,
        volume: 1,
      }),
    });

    test('have topics and groups of their own, and what one lands is its own', async () => {
      const [a, b] = ['a.', 'b.'].map(on);
      store = await openTestStore();
      service = await ingestOn(a as TestKafka, store);
      senders.push(await senderOn(a), await senderOn(b));
      await ensureTopics(senders[1].admin, 2, testLogger);
      await senders[1].producer.send('bars', [bar('TWO', 0)]);
      await senders[0].producer.send('bars', [bar('ONE', 0), bar('ONE', 1)]);
      await senders[0].landed();
      const rows = await store.reader.query("SELECT CAST(symbol, 'String') AS symbol FROM market.bars FINAL");
      expect(rows).toEqual([{ symbol: 'ONE' }, { symbol: 'ONE' }]);
      expect(await eventsBehind(senders[1].admin)).toBe(1);
      // What keeps time by partition, and asks for records, knows the names as well.
      const lag = await lagWatch(senders[1].admin, Date.now)();
      expect(lag.filter(({ events }) => events > 0)).toMatchObject([{ topic: 'bars', sinceMs: expect.any(Number) }]);
      const there = await topicsThrough({ KAFKA_BROKERS: `127.0.0.1:${ports.plain}` });
      for (const name of ['a.bars', 'b.bars', 'a.landed', 'b.dead-letters']) expect(there).toContain(name);
      expect(there.filter((name) => !/^([ab]\.|__)/.test(name))).toEqual([]);
    }, 240_000);

    test('read a topic again from an offset or a time', async () => {
      const { admin } = senders[0];
      const [{ partition }] = (await admin.ends('bars')).filter(({ end }) => end === 2n);
      const all = { topic: 'bars', partition, start: 0n, from: 0n, to: 2n };
      const ranges = (from: Parameters<typeof rangesOf>[2]) => rangesOf(admin, 'bars', from);
      expect(await ranges({ offset: 0n })).toEqual([all]);
      expect(await ranges({ offset: 1n })).toEqual([{ ...all, from: 1n }]);
      expect(await ranges({ offset: 2n })).toEqual([]);
      expect(await ranges({ timeMs: Date.now() - 3_600_000 })).toEqual([all]);
      expect(await ranges({ timeMs: Date.now() })).toEqual([]);
    });
  });
});
