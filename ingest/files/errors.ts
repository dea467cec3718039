/** Why a file cannot be imported, and what one may cost. */

export type ImportFault =
  /** The options contradict the file or name what does not exist. */
  | 'usage'
  | 'not_found'
  | 'not_a_file'
  | 'unreadable'
  | 'empty'
  | 'unknown_format'
  | 'missing_column'
  /** Times without an offset, and no time zone given. */
  | 'local_time'
  /** The file ends in the middle; what came before has landed. */
  | 'truncated'
  /** The file is broken in the middle; what came before has landed. */
  | 'damaged'
  /** A bound on bytes, columns or depth is exceeded; the message names it. What came before has landed. */
  | 'too_large'
  /** It can be read, and what it says can hardly be so. */
  | 'implausible';

export interface ImportCounts {
  landed: number;
  /** Of these: news without a classification, which waits for one; left out where there is none. */
  waiting?: number;
  duplicates: number;
  dead_letters: Record<string, number>;
}

export class ImportError extends Error {
  readonly fault: ImportFault;
  /** What landed anyway, where the import had begun. */
  counts: ImportCounts | undefined;

  constructor(fault: ImportFault, message: string, options: { cause?: unknown; counts?: ImportCounts } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ImportError';
    this.fault = fault;
    this.counts = options.counts;
  }
}

/** What a file may cost. Its author decides what it unpacks to: nothing of it is trusted before it is counted. */
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
  readonly members: number;
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
  threadMib: 1_024,
};

export function shownBytes(bytes: number): string {
  if (bytes >= 1024 * MIB) return `${bytes / (1024 * MIB)} GiB`;
  return bytes >= MIB ? `${bytes / MIB} MiB` : `${bytes} bytes`;
}
