/** What a file may cost. Whoever writes a file decides what it unpacks to: nothing of it is trusted before it is counted. */
const MIB = 1024 * 1024;

export interface FileBounds {
  /** A row, or a quoted cell; a longer one is a dead letter. */
  readonly rowBytes: number;
  /** A line that continues for longer ends the file: it does not consist of lines. */
  readonly lineBytes: number;
  readonly columns: number;
  /** How deep the objects and arrays of a row may nest. */
  readonly jsonDepth: number;
  /** A JSON document (not one object a line), which is parsed as a whole. */
  readonly documentBytes: number;
  /** What a packed file may unpack to. */
  readonly unpackedBytes: number;
  /** Files in an archive. */
  readonly members: number;
  /** Values (rows times needed columns) of a row group of Parquet, which is decoded as a whole. */
  readonly groupValues: number;
  /** The needed columns of a row group, unpacked. */
  readonly groupBytes: number;
  /** Heap of the thread that reads: the last fence, behind the bounds above. */
  readonly threadMib: number;
}

export const FILE_BOUNDS: FileBounds = {
  rowBytes: MIB,
  lineBytes: 64 * MIB,
  columns: 4_096,
  jsonDepth: 64,
  documentBytes: 64 * MIB,
  unpackedBytes: 16 * 1024 * MIB,
  members: 1_000,
  groupValues: 16 * MIB,
  groupBytes: 256 * MIB,
  threadMib: 1_024,
};

export function shownBytes(bytes: number): string {
  if (bytes >= 1024 * MIB) return `${bytes / (1024 * MIB)} GiB`;
  return bytes >= MIB ? `${bytes / MIB} MiB` : `${bytes} bytes`;
}
