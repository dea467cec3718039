/**
 * Decodes what a broker answers to a fetch (version 11), in place of kafkajs, whose own decoder loses what a batch
 * says of itself. What is no record for a reader (marks of transactions, records of aborted ones, offsets that
 * compaction has emptied) is kept as a control record: the package hands none of these over, but moves beyond them.
 *
 * Memory is bounded: a batch larger than `maxBatchBytes` allows once it is unpacked ends the reading with an error that says
 * where it lies, and an answer is decoded only until that many bytes are reached; what is left is fetched again.
 */

import { createRequire } from 'node:module';
import kafkajs from 'kafkajs';
import type { TopicPartition } from '../port.ts';
import { maxBatchBytes, OversizeError } from './codecs.ts';

const require = createRequire(import.meta.url);
const Decoder: new (bytes: Buffer) => WireDecoder = require('kafkajs/src/protocol/decoder');
const decodeRecord: (
  of: WireDecoder,
  batch: object,
) => WireRecord = require('kafkajs/src/protocol/recordBatch/record/v0/decoder');
const decodeOldMessages: (
  of: WireDecoder,
  bytes: number,
) => Promise<WireRecord[]> = require('kafkajs/src/protocol/messageSet/decoder');
const { LOG_APPEND_TIME, CREATE_TIME } = require('kafkajs/src/protocol/timestampTypes');

interface WireDecoder {
  readInt16(): number;
  readInt32(): number;
  readInt64(): { toString(): string };
  readString(): string;
  readBytes(length: number): Buffer;
  readVarIntBytes(): Buffer;
  canReadBytes(length: number): boolean;
  readArray<T>(read: (decoder: WireDecoder) => T): T[];
  readArrayAsync<T>(read: (decoder: WireDecoder) => Promise<T>): Promise<T[]>;
}

/** As the package's batches take it. */
export interface WireRecord {
  readonly offset: string;
  readonly timestamp: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Record<string, Buffer>;
  readonly isControlRecord: boolean;
  /** True if the broker has set the timestamp. */
  readonly isTimedByBroker?: boolean;
}

interface AbortedTransaction {
  readonly producerId: bigint;
  readonly firstOffset: bigint;
}

/** How much of one answer may still be decoded, bytes. */
interface Budget {
  left: number;
}

/** About what a record takes beside its own bytes. */
const RECORD_OVERHEAD_BYTES = 200;

/** Trying again does not help: the package ends the consumer. */
export class UnreadableBatchError extends Error {
  readonly retriable = false;
  constructor({ topic, partition }: TopicPartition, offset: bigint, why: string, options?: ErrorOptions) {
    super(`the record batch at offset ${offset} of partition ${partition} of the topic ${topic} ${why}`, options);
    this.name = 'UnreadableBatchError';
  }
}

export async function decodeFetch(answer: Buffer) {
  const decoder = new Decoder(answer);
  const clientSideThrottleTime = decoder.readInt32();
  const errorCode = decoder.readInt16();
  const sessionId = decoder.readInt32();
  const budget: Budget = { left: maxBatchBytes() };
  const responses = await decoder.readArrayAsync(async (of) => {
    const topicName = of.readString();
    const partitions = await of.readArrayAsync((one) => decodePartition(one, topicName, budget));
    return { topicName, partitions };
  });
  return { throttleTime: 0, clientSideThrottleTime, errorCode, sessionId, responses };
}

async function decodePartition(decoder: WireDecoder, topic: string, budget: Budget) {
  const partition = decoder.readInt32();
  const errorCode = decoder.readInt16();
  const highWatermark = decoder.readInt64().toString();
  const lastStableOffset = decoder.readInt64().toString();
  const lastStartOffset = decoder.readInt64().toString();
  const aborted = (decoder.readArray((one) => ({
    producerId: BigInt(one.readInt64().toString()),
    firstOffset: BigInt(one.readInt64().toString()),
  })) ?? []) as AbortedTransaction[];
  const preferredReadReplica = decoder.readInt32();
  const size = decoder.readInt32();
  const messages =
    size > 0 && decoder.canReadBytes(size)
      ? await decodeBatches(decoder.readBytes(size), { topic, partition }, aborted, budget)
      : [];
  return {
    partition,
    errorCode,
    highWatermark,
    lastStableOffset,
    lastStartOffset,
    // What is aborted is distinguished here: the package's own way expects transactions one after another.
    abortedTransactions: [],
    preferredReadReplica,
    messages,
  };
}

/** Where the fields of a batch are in it. */
const AT = {
  length: 8,
  magic: 16,
  attributes: 21,
  lastOffsetDelta: 23,
  firstTimestamp: 27,
  maxTimestamp: 35,
  producerId: 43,
  count: 57,
  records: 61,
} as const;
const LENGTH_COUNTS_FROM = 12;
const MAGIC = 2;
const CODEC = 0x07;
const TIMED_BY_BROKER = 0x08;
const TRANSACTIONAL = 0x10;
const CONTROL = 0x20;
const ABORT = 0;

async function decodeBatches(
  bytes: Buffer,
  place: TopicPartition,
  aborted: AbortedTransaction[],
  budget: Budget,
): Promise<WireRecord[]> {
  if (bytes.length > AT.magic && bytes[AT.magic] !== MAGIC) return oldMessages(bytes, place);
  const waiting = [...aborted].sort((a, b) => (a.firstOffset < b.firstOffset ? -1 : 1));
  const abortedProducers = new Set<bigint>();
  const records: WireRecord[] = [];
  // The last batch may be cut off: the broker fills an answer up to its bound.
  for (let at = 0; at + AT.records <= bytes.length && budget.left > 0; ) {
    const end = at + LENGTH_COUNTS_FROM + bytes.readInt32BE(at + AT.length);
    if (end > bytes.length) break;
    const batch = bytes.subarray(at, end);
    at = end;
    const firstOffset = batch.readBigInt64BE(0);
    const lastOffset = firstOffset + BigInt(batch.readInt32BE(AT.lastOffsetDelta));
    const attributes = batch.readInt16BE(AT.attributes);
    const producerId = batch.readBigInt64BE(AT.producerId);
    const isControlBatch = (attributes & CONTROL) !== 0;
    while (waiting.length > 0 && waiting[0].firstOffset <= lastOffset)
      abortedProducers.add(waiting.shift()!.producerId);
    const isAborted = !isControlBatch && (attributes & TRANSACTIONAL) !== 0 && abortedProducers.has(producerId);
    const found = isAborted ? [] : await recordsOf(batch, place, budget);
    if (isControlBatch && found[0]?.key?.readInt16BE(2) === ABORT) abortedProducers.delete(producerId);
    for (const record of found) records.push(record);
    const last = found[found.length - 1];
    if (!last || BigInt(last.offset) < lastOffset) records.push(nothingAt(lastOffset));
  }
  return records;
}

/** Of the formats before Kafka 0.11, without transactions. */
async function oldMessages(bytes: Buffer, place: TopicPartition): Promise<WireRecord[]> {
  try {
    return await decodeOldMessages(new Decoder(bytes), bytes.length);
  } catch (error) {
    throw unreadable(place, bytes.readBigInt64BE(0), error);
  }
}

function nothingAt(offset: bigint): WireRecord {
  return { offset: String(offset), timestamp: '-1', key: null, value: null, headers: {}, isControlRecord: true };
}

async function recordsOf(batch: Buffer, place: TopicPartition, budget: Budget): Promise<WireRecord[]> {
  const firstOffset = batch.readBigInt64BE(0);
  const attributes = batch.readInt16BE(AT.attributes);
  const count = batch.readInt32BE(AT.count);
  try {
    const overhead = count * RECORD_OVERHEAD_BYTES;
    if (overhead > maxBatchBytes()) throw tooLarge(place, firstOffset, `${count} records`);
    const bytes = await unpacked(batch.subarray(AT.records), attributes & CODEC);
    if (overhead + bytes.length > maxBatchBytes()) throw tooLarge(place, firstOffset, `${bytes.length} bytes`);
    budget.left -= overhead + bytes.length;
    const context = {
      // As numbers: a text would be read again for each record.
      firstOffset,
      firstTimestamp: batch.readBigInt64BE(AT.firstTimestamp),
      maxTimestamp: String(batch.readBigInt64BE(AT.maxTimestamp)),
      timestampType: attributes & TIMED_BY_BROKER ? LOG_APPEND_TIME : CREATE_TIME,
      magicByte: MAGIC,
      isControlBatch: (attributes & CONTROL) !== 0,
    };
    const decoder = new Decoder(bytes);
    const isTimedByBroker = context.timestampType === LOG_APPEND_TIME;
    return Array.from({ length: count }, () => {
      const record = decodeRecord(new Decoder(decoder.readVarIntBytes()), context);
      return Object.assign(record, { isTimedByBroker });
    });
  } catch (error) {
    throw unreadable(place, firstOffset, error);
  }
}

function unreadable(place: TopicPartition, offset: bigint, error: unknown): UnreadableBatchError {
  if (error instanceof UnreadableBatchError) return error;
  if (error instanceof OversizeError) return tooLarge(place, offset, 'more bytes');
  return new UnreadableBatchError(place, offset, `cannot be read: ${(error as Error).message}`, { cause: error });
}

function tooLarge(place: TopicPartition, offset: bigint, has: string): UnreadableBatchError {
  const bound = `${maxBatchBytes()} bytes`;
  return new UnreadableBatchError(
    place,
    offset,
    `has ${has} when it is decompressed, and takes more than the ${bound} that are allowed: its producer has to send smaller batches. Nothing of it has landed, and nothing after it in its partition`,
  );
}

async function unpacked(bytes: Buffer, type: number): Promise<Buffer> {
  if (type === kafkajs.CompressionTypes.None) return bytes;
  const codecs: Record<number, undefined | (() => { decompress(bytes: Buffer): Promise<Buffer> })> =
    kafkajs.CompressionCodecs;
  const name = Object.entries(kafkajs.CompressionTypes).find(([, number]) => number === type)?.[0];
  const codec = codecs[type];
  if (!codec || name === 'LZ4') {
    throw new RangeError(`compression ${name ?? type} is not read: its producer has to use gzip, snappy, zstd or none`);
  }
  return codec().decompress(bytes);
}
