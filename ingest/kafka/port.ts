/**
 * What the project needs of Kafka: the implementation (see `kafkajs/`) can be replaced. Offsets
 * are bigints here, times epoch ms. Failures of the broker that may pass are waited for; what is thrown is final.
 */

export interface TopicPartition {
  readonly topic: string;
  readonly partition: number;
}

export interface LogRecord extends TopicPartition {
  readonly offset: bigint;
  /** The broker's time of arrival (or the producer's, as the topic is set), epoch ms. */
  readonly timestampMs: number;
  /** True if the topic keeps the producers' timestamps. */
  readonly isProducerTimed: boolean;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  /** Of several of one name the first. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface OutgoingRecord {
  /** Decides the partition. */
  readonly key: string;
  readonly value: string | Buffer | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Where records of one send came to be in a partition. */
export interface Acknowledged extends TopicPartition {
  readonly firstOffset: bigint;
}

/** Idempotent, acknowledged by all in-sync replicas. Waits for a broker that is unavailable; the signal ends the wait. */
export interface Producer {
  send(topic: string, records: readonly OutgoingRecord[], signal?: AbortSignal): Promise<Acknowledged[]>;
  close(): Promise<void>;
}

export interface Position extends TopicPartition {
  /** The next record to read. */
  readonly offset: bigint;
}

export interface Fetched extends TopicPartition {
  readonly generation: number;
  /** Ascending by offset. Empty where the log holds only marks of transactions there. */
  readonly records: readonly LogRecord[];
  readonly nextOffset: bigint;
}

export interface ConsumerEvents {
  /**
   * Where to read these partitions from. Asked after every rebalance for all that are this member's now, and again for
   * one whose position the broker does not know any more. Nothing of them is fetched until it answers; what is left
   * out stays paused. A failure ends the consumer.
   */
  positions(partitions: readonly TopicPartition[], generation: number): Promise<readonly Position[]>;
  /** Takes over what was fetched. Must not wait: `pause` stops the fetching. */
  fetched(fetched: Fetched): void;
  /** A rebalance has begun: what is not committed by now belongs to the next consumer of the partition. */
  revoked(): void;
  /** It has ended and will not begin again by itself. */
  crashed(error: Error): void;
}

/** A member of a consumer group. Heartbeats continue whatever happens to the fetched records. */
export interface Consumer {
  readonly generation: number;
  readonly joined: boolean;
  /** When it last heard of the broker, epoch ms; 0: never. */
  readonly lastTickMs: number;
  run(topics: readonly string[], events: ConsumerEvents): Promise<void>;
  /** False where the generation is over: then nothing is committed. Throws where the broker would not take it. */
  commit(generation: number, commits: readonly Position[]): Promise<boolean>;
  seek(position: Position): void;
  /** Fetches nothing until `resume`. */
  pause(): void;
  resume(): void;
  close(): Promise<void>;
}

export interface ConsumerOptions {
  readonly group: string;
  readonly fetchMaxBytes?: number;
}

export interface TopicSpec {
  readonly topic: string;
  readonly partitions: number;
  readonly settings: Readonly<Record<string, string>>;
}

export interface TopicInfo {
  readonly topic: string;
  readonly partitions: number;
  readonly settings: Readonly<Record<string, string>>;
}

export interface LogEnds extends TopicPartition {
  /** First offset that is still there. */
  readonly start: bigint;
  /** Offset that the next record will have. */
  readonly end: bigint;
}

export interface Committed extends TopicPartition {
  /** `null`: the group has none. */
  readonly offset: bigint | null;
}

export interface Admin {
  topics(): Promise<string[]>;
  describe(topics: readonly string[], settings: readonly string[]): Promise<TopicInfo[]>;
  /** Those that another has made meanwhile are taken as they are. */
  create(specs: readonly TopicSpec[]): Promise<void>;
  /** `readable`: up to where it can be read now; an open transaction of anybody hides what is behind its beginning. */
  ends(topic: string, readable?: boolean): Promise<LogEnds[]>;
  /** First offset at or after a time; the end where there is none. */
  offsetsAt(topic: string, timeMs: number): Promise<Position[]>;
  /** When the first record at or after each position came, readable yet or not: epoch ms by `topic/partition`. */
  arrivals(positions: readonly Position[]): Promise<Map<string, number>>;
  committed(group: string, topics: readonly string[]): Promise<Committed[]>;
  members(group: string): Promise<number>;
  deleteGroup(group: string): Promise<void>;
  close(): Promise<void>;
}

export interface Kafka {
  producer(): Promise<Producer>;
  consumer(options: ConsumerOptions): Consumer;
  admin(): Promise<Admin>;
  /** True where a failure says no more than that no broker answers now. */
  isAway(error: unknown): boolean;
}

export const partitionKey = ({ topic, partition }: TopicPartition) => `${topic}/${partition}`;
