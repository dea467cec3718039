/** The health check of Kafka in docker-compose.yml: a broker that answers passes, and nothing else does. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { projectFile } from '../../lib/paths.ts';
import { kafkaOfRun } from '../support/kafka.ts';

const compose = parse(readFileSync(projectFile('docker-compose.yml'), 'utf8'), { merge: true });
const [, shell, flag, command] = compose.services.kafka.healthcheck.test as string[];
const kafka = await kafkaOfRun();
const mute = createServer();
afterAll(async () => {
  mute.close();
  await kafka?.close();
});

/** As Compose passes it on (`$$` is `$`), but to another port. */
const statusAt = (port: number | string) =>
  spawnSync(shell, [flag, command.replaceAll('$$', '$').replace('/9092', `/${port}`)]).status;

it.runIf(kafka)(
  'a broker that answers is healthy; what is silent, or not there, is not',
  { timeout: 60_000 },
  async () => {
    expect(command).toContain('127.0.0.1/9092');
    expect(statusAt(new URL(`tcp://${kafka!.brokers.split(',')[0]}`).port)).toBe(0);
    await once(mute.listen(0, '127.0.0.1'), 'listening');
    const { port } = mute.address() as AddressInfo;
    expect(statusAt(port)).not.toBe(0);
    await new Promise((resolve) => mute.close(resolve));
    expect(statusAt(port)).not.toBe(0);
  },
);
