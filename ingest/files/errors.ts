/** Why a file cannot be imported at all, or not to its end. What is wrong with single rows is a dead letter instead. */

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
  /** By reason. */
  dead_letters: Record<string, number>;
}

/** The message names the file and what to do. */
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
