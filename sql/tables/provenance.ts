import { type Scalar, tsvMillis } from '../text.ts';

/** Where a landed row came from; with it versions of one key have a total order: version, partition, offset. */
export interface Provenance {
  /** The event's revision, else its arrival in ms since the epoch. */
  version: number;
  source: string;
  topic: string;
  partition: number;
  /** Embedded: order of arrival. */
  offset: number;
  ingestedAtMs: number;
  /** A correction removed the row. */
  deleted: boolean;
}

export const provenanceColumns: Record<string, (row: Provenance) => Scalar> = {
  version: (row) => row.version,
  source: (row) => row.source,
  topic: (row) => row.topic,
  partition: (row) => row.partition,
  offset: (row) => row.offset,
  ingested_at: (row) => tsvMillis(row.ingestedAtMs),
  is_deleted: (row) => row.deleted,
};
