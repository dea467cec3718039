/**
 * A program of its own that deletes the topic `bars`, recreates it and fills it, once it finds the file `go` in its
 * folder; then it leaves the file `done` there. Arguments: the folder, and as JSON the log and the stream's options.
 */

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import kafkajs from 'kafkajs';
import { openKafka } from '../../ingest/kafka/kafkajs/client.ts';
import { topicSpecs } from '../../ingest/kafka/topics.ts';
import { silentLogger } from '../../lib/logger.ts';
import type { KafkaConfig } from '../../lib/variables.ts';
import { type StreamOptions, streamOf } from './stream.ts';

const [folder, log, stream] = process.argv.slice(2);
const config = JSON.parse(log) as KafkaConfig;
const topic = `${config.prefix ?? ''}bars`;
const sent = streamOf(JSON.parse(stream) as StreamOptions).filter(({ topic }) => topic === 'bars');
const kafka = openKafka(config, silentLogger, 'test');
const [admin, producer] = await Promise.all([kafka.admin(), kafka.producer()]);
const plain = new kafkajs.Kafka({ brokers: [...config.brokers], logLevel: 0 }).admin();
await plain.connect();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

writeFileSync(join(folder, 'ready'), '');
while (!existsSync(join(folder, 'go'))) await pause(20);
await plain.deleteTopics({ topics: [topic] });
while ((await plain.listTopics()).includes(topic)) await pause(10);
await admin.create(topicSpecs(config.partitions).filter(({ topic }) => topic === 'bars'));
await producer.send('bars', sent);
writeFileSync(join(folder, 'done'), '');
process.exit(0);
