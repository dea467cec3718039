/** The fixes of kafkajs's faults that are in its own code; README.md lists all of them, with their tests. */
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type { PartitionAssigner } from 'kafkajs';
import type { TopicPartition } from '../port.ts';
import { registerCodecs } from './codecs.ts';
import { decodeFetch } from './fetch-response.ts';
import { refusedKind } from './rights.ts';

/** By name: the package does not tell its errors' classes to modules of our kind. */
const AWAY = new Set([
  'KafkaJSConnectionError',
  'KafkaJSConnectionClosedError',
  'KafkaJSRequestTimeoutError',
  'KafkaJSBrokerNotFound',
  'KafkaJSNoBrokerAvailableError',
  'KafkaJSGroupCoordinatorNotFound',
]);

/** Whether a failure may pass by itself. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { retriable, cause } = error as Error & { retriable?: boolean };
  if (AWAY.has(error.name)) return true;
  if (error.name === 'KafkaJSProtocolError' && retriable) return true;
  return cause !== undefined && cause !== error && isAway(cause);
}

const require = createRequire(import.meta.url);
export const PATCHED_VERSION = '2.2.4';
const FETCH_VERSION = 11;

/** @throws where the installed package is another than these were written for */
export function refuseOtherVersion(version: string): void {
  if (version === PATCHED_VERSION) return;
  throw new Error(
    `kafkajs is ${version}, and its faults are fixed for ${PATCHED_VERSION} only: install that, or revise ingest/kafka/kafkajs/patches.ts`,
  );
}

let patched = false;

/** Once a process; all clients of it. */
export function patchKafkajs(): void {
  if (patched) return;
  refuseOtherVersion(require('kafkajs/package.json').version);
  registerCodecs();
  patchFetchResponse();
  patchConsumerGroup();
  patchConnection();
  patchCluster();
  patched = true;
}

function patchFetchResponse(): void {
  for (let version = 0; version < FETCH_VERSION; version++) {
    require(`kafkajs/src/protocol/requests/fetch/v${version}/response`).decode = async () => {
      throw Object.assign(
        new Error(`the broker is older than Kafka 2.3: it offers Fetch ${version}, and ${FETCH_VERSION} is needed`),
        { retriable: false },
      );
    };
  }
  require(`kafkajs/src/protocol/requests/fetch/v${FETCH_VERSION}/response`).decode = decodeFetch;
}

/** What of a consumer is reported where the log does not have its position. */
export type OutOfRange = (partition: TopicPartition) => void;

/** The package's own way of sharing partitions, with a listener that travels with the consumer. */
export function watched(assigner: PartitionAssigner, outOfRange: OutOfRange): PartitionAssigner {
  return (config) => ({ ...assigner(config), outOfRange });
}

const JOINING = Symbol('joining');
const OUTSIDE = Symbol('outside');

interface ConsumerGroup {
  [JOINING]?: Promise<void> | null;
  /** The last try to join has failed. */
  [OUTSIDE]?: boolean;
  readonly assigners: readonly { readonly outOfRange?: OutOfRange }[];
  joinAndSync(): Promise<void>;
  fetch(nodeId: number): Promise<unknown[]>;
  heartbeat(options: { interval: number }): Promise<void>;
  recoverFromOffsetOutOfRange(error: TopicPartition): Promise<void>;
}

function patchConsumerGroup(): void {
  const group: ConsumerGroup = require('kafkajs/src/consumer/consumerGroup').prototype;
  const { joinAndSync, fetch, heartbeat, recoverFromOffsetOutOfRange } = group;

  async function join(this: ConsumerGroup): Promise<void> {
    this[OUTSIDE] = true;
    try {
      await joinAndSync.call(this);
      this[OUTSIDE] = false;
    } finally {
      this[JOINING] = null;
    }
  }

  group.joinAndSync = function () {
    this[JOINING] ??= join.call(this);
    return this[JOINING];
  };
  group.fetch = async function (nodeId) {
    // A failure is thrown to the runner, which tries again, and in the end begins again with another member.
    if (this[OUTSIDE]) await this.joinAndSync();
    return fetch.call(this, nodeId);
  };
  group.heartbeat = async function (options) {
    if (!this[OUTSIDE]) await heartbeat.call(this, options);
  };
  group.recoverFromOffsetOutOfRange = async function ({ topic, partition, ...error }) {
    const listener = this.assigners.find(({ outOfRange }) => outOfRange);
    if (listener) listener.outOfRange!({ topic, partition });
    else await recoverFromOffsetOutOfRange.call(this, { topic, partition, ...error });
  };
}

const FRAME_SIZE_BYTES = 4;

interface Connection {
  readonly socket?: Socket;
  readonly host: string;
  readonly port: number;
  readonly requestQueue: RequestQueue;
  chunks: Buffer[];
  bytesBuffered: number;
  bytesNeeded: number;
  authenticatedAt: unknown;
  connectionStatus: string;
  [DIALLING]?: Promise<boolean> | null;
  isConnected(): boolean;
  connect(): Promise<boolean>;
  rejectRequests(error: Error): void;
}

interface RequestQueue {
  /** A request was given up for lack of an answer. */
  [SILENT]?: () => void;
  createSocketRequest(pushed: object): { timeoutHandler: () => void };
  destroy(): void;
}

const DIALLING = Symbol('dialling');
const SILENT = Symbol('silent');

function patchConnection(): void {
  const connection: Connection = require('kafkajs/src/network/connection').prototype;
  const { connect } = connection;
  connection.connect = function () {
    if (this.isConnected()) return connect.call(this);
    if (this[DIALLING]) return this[DIALLING];
    // Nor does anything that the socket before it may still receive belong to the new one.
    this.socket?.removeAllListeners('data');
    Object.assign(this, { chunks: [], bytesBuffered: 0, bytesNeeded: FRAME_SIZE_BYTES });
    this.requestQueue[SILENT] = () => hangUp(this);
    this[DIALLING] = connect.call(this).finally(() => {
      this[DIALLING] = null;
    });
    return this[DIALLING];
  };
  const queue: RequestQueue = require('kafkajs/src/network/requestQueue').prototype;
  const { createSocketRequest } = queue;
  queue.createSocketRequest = function (pushed) {
    const request = createSocketRequest.call(this, pushed);
    const { timeoutHandler } = request;
    request.timeoutHandler = () => {
      timeoutHandler();
      this[SILENT]?.();
    };
    return request;
  };
}

/** Closes the connection at once, without waiting for the other end. */
function hangUp(connection: Connection): void {
  const { socket, host, port } = connection;
  if (!socket || !connection.isConnected()) return;
  connection.authenticatedAt = null;
  connection.connectionStatus = 'disconnected';
  connection.requestQueue.destroy();
  for (const event of ['data', 'end', 'error', 'timeout']) socket.removeAllListeners(event);
  socket.on('error', () => {});
  socket.destroy();
  const { KafkaJSConnectionClosedError } = require('kafkajs/src/errors');
  const message = 'Closed connection: a request was not answered in time';
  connection.rejectRequests(new KafkaJSConnectionClosedError(message, { host, port }));
}

function patchCluster(): void {
  const cluster: { findGroupCoordinatorMetadata(options: object): Promise<unknown> } =
    require('kafkajs/src/cluster').prototype;
  const { findGroupCoordinatorMetadata } = cluster;
  cluster.findGroupCoordinatorMetadata = async function (options) {
    try {
      return await findGroupCoordinatorMetadata.call(this, options);
    } catch (error) {
      if ((error as Error).name !== 'KafkaJSGroupCoordinatorNotFound') throw error;
      throw Object.assign(error as Error, { retriable: true });
    }
  };
  /** By the callback of each broker. */
  type Ask = (one: object) => Promise<unknown>;
  const pool: { withBroker(ask: Ask): Promise<unknown> } = require('kafkajs/src/cluster/brokerPool').prototype;
  const { withBroker } = pool;
  // What one broker refuses by its rights all of them do: the package drops that reason, and would try again.
  pool.withBroker = async function (ask) {
    let refused: unknown;
    const found = await withBroker.call(this, async (one) => {
      try {
        return await ask(one);
      } catch (error) {
        if (refusedKind(error)) refused = error;
        throw error;
      }
    });
    if (found === null && refused) throw refused;
    return found;
  };
}
