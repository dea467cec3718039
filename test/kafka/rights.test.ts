/** A broker with access control lists that refuse one right of our user: what is refused fails at once, by the right's name. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import kafkajs from 'kafkajs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Broker, freePort, missingForKafka, startBroker } from '../../dev/kafka/kafka.ts';
import { openKafka } from '../../ingest/kafka/kafkajs/client.ts';
import { ensureTopics, INGEST_GROUP } from '../../ingest/kafka/topics.ts';
import { DEFAULT_RETRY } from '../../ingest/landing/insert.ts';
import { systemClock } from '../../lib/clock.ts';
import { parseConfig } from '../../lib/config.ts';
import { createLogger } from '../../lib/logger.ts';
import { kafkaConfigSchema } from '../../lib/variables.ts';
import { type ImportOperationsOptions, importOperations } from '../../operations/commands/imports.ts';
import { Log } from '../../operations/commands/log.ts';
import { testLogger } from '../support/ingest.ts';
import { folderOfFile, storeOfFile } from '../support/of-file.ts';

const missing = missingForKafka();
if (missing && process.env['CI'] === 'true') throw new Error(missing);
const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs;
const CONTEXT = { progress() {}, notice() {} };

describe.skipIf(missing)('a broker that refuses a right', async () => {
  const folder = folderOfFile();
  const store = await storeOfFile();
  let broker: Broker;
  let admin: kafkajs.Admin;
  let port: number;

  beforeAll(async () => {
    const [plain, controller] = [await freePort(), await freePort()];
    port = await freePort();
    const listeners = `PLAINTEXT://127.0.0.1:${plain},USERS://127.0.0.1:${port}`;
    broker = await startBroker({
      port: plain,
      dataDir: join(folder, 'kafka'),
      isBrief: true,
      settings: {
        listeners: `${listeners},CONTROLLER://127.0.0.1:${controller}`,
        'controller.quorum.voters': `1@127.0.0.1:${controller}`,
        'advertised.listeners': listeners,
        'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,USERS:SASL_PLAINTEXT',
        'listener.name.users.sasl.enabled.mechanisms': 'PLAIN',
        'listener.name.users.plain.sasl.jaas.config':
          'org.apache.kafka.common.security.plain.PlainLoginModule required user_me="secret";',
        'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
        'super.users': 'User:ANONYMOUS',
        'allow.everyone.if.no.acl.found': true,
      },
    });
    admin = new kafkajs.Kafka({ brokers: [broker.brokers], logLevel: kafkajs.logLevel.NOTHING }).admin();
    await admin.connect();
    writeFileSync(join(folder, 'ACME_1m.csv'), 'time,open,high,low,close,volume\n2025-06-04T13:30:00Z,10,11,9,10,1\n');
  }, 240_000);
  afterAll(async () => {
    await admin?.disconnect();
    await broker?.stop('SIGKILL');
  });

  const configOf = (brokers: string, more: Record<string, string> = {}) =>
    parseConfig({ kafka: kafkaConfigSchema }, { KAFKA_BROKERS: brokers, KAFKA_PARTITIONS: '1', ...more }).kafka!;

  test.each([
    ['WRITE', 'TOPIC', 'bars', 'Kafka refuses the right Write on the topic bars: '],
    [
      'DESCRIBE',
      'TOPIC',
      'bars',
      'Kafka refuses the right Describe, or where it does not exist Create, on one of the topics bars: ',
    ],
    ['DESCRIBE', 'GROUP', INGEST_GROUP, `Kafka refuses the right Describe on the group ${INGEST_GROUP}: `],
  ] as const)(
    '%s on %s %s: an import names it, logs it once, and does not stay running',
    async (right, kind, name, message) => {
      const topics = await openKafka(configOf(broker.brokers), testLogger, 'test').admin();
      await ensureTopics(topics, 1, testLogger);
      await topics.close();
      const rule = (operation: keyof typeof AclOperationTypes, permission: keyof typeof AclPermissionTypes) => ({
        resourceType: AclResourceTypes[kind],
        resourceName: name,
        resourcePatternType: ResourcePatternTypes.LITERAL,
        principal: 'User:me',
        host: '*',
        operation: AclOperationTypes[operation],
        permissionType: AclPermissionTypes[permission],
      });
      const acl = [rule('ALL', 'ALLOW'), rule(right, 'DENY')];
      await admin.createAcls({ acl });
      const lines: string[] = [];
      const logger = createLogger({
        name: 'test',
        level: 'info',
        stream: { write: (line: string) => void lines.push(line) },
      });
      const user = { KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'me', KAFKA_SASL_PASSWORD: 'secret' };
      const common = { store, logger, clock: systemClock };
      const kafka = openKafka(configOf(`127.0.0.1:${port}`, user), logger, 'test');
      let log: Log | undefined;
      const push: ImportOperationsOptions['push'] = async (use, how) => {
        log ??= await Log.open({
          ...common,
          kafka,
          partitions: 1,
          bounds: { maxClockSkewMs: 60_000 },
          retry: DEFAULT_RETRY,
        });
        return log.push({ settled: async () => {} })(use, how);
      };
      const { import: importFiles, 'imports.list': list } = importOperations({ ...common, push });
      try {
        const files = [join(folder, 'ACME_1m.csv')];
        const options = { assetClass: 'equity' as const, interval: '1m', symbol: `S${kind}${right}` };
        await expect(importFiles({ kind: 'bars', files, ...options }, CONTEXT)).rejects.toThrow(message);
        // Rows that are in the log land, whatever the command may not look at afterwards.
        const state = kind === 'GROUP' ? 'done' : 'failed';
        const { imports } = (await list({ limit: 1 }, CONTEXT)) as { imports: { state: string; message: string }[] };
        expect(imports).toMatchObject([{ state }]);
        if (state === 'failed') expect(imports[0].message).toContain(message);
        expect(lines.filter((line) => /refuse|authoriz/i.test(line))).toHaveLength(1);
      } finally {
        await log?.close();
        await admin.deleteAcls({ filters: acl });
      }
    },
    40_000,
  );
});
