import kafkajs from 'kafkajs';

const choose = kafkajs.Partitioners.DefaultPartitioner();
/** By number of partitions. */
const described = new Map<number, { partitionId: number; leader: number }[]>();

/** The partition that the producer puts a key's records into. */
export function partitionOf(key: string, partitions: number): number {
  let metadata = described.get(partitions);
  if (!metadata) {
    metadata = Array.from({ length: partitions }, (_, partitionId) => ({ partitionId, leader: 0 }));
    described.set(partitions, metadata);
  }
  return choose({ topic: '', partitionMetadata: metadata as never, message: { key, value: null } });
}
