/**
 * What a failure of the store means for the caller:
 * - `transient`: the same statement can succeed later (retry with backoff);
 * - `poison`: this input will never be taken (split the batch, reject the bad row);
 * - `fatal`: stop; nothing the caller can do. Every code that is not listed is fatal.
 */
export type ErrorKind = 'transient' | 'poison' | 'fatal';

/** By ClickHouse's codes; the names are its own. */
const TRANSIENT: ReadonlySet<number> = new Set([
  3, // UNEXPECTED_END_OF_FILE
  159, // TIMEOUT_EXCEEDED
  160, // TOO_SLOW
  198, // DNS_ERROR
  202, // TOO_MANY_SIMULTANEOUS_QUERIES
  203, // NO_FREE_CONNECTION
  209, // SOCKET_TIMEOUT
  210, // NETWORK_ERROR
  225, // NO_ZOOKEEPER
  236, // ABORTED
  241, // MEMORY_LIMIT_EXCEEDED
  242, // TABLE_IS_READ_ONLY
  252, // TOO_MANY_PARTS
  254, // NO_ACTIVE_REPLICAS
  279, // ALL_CONNECTION_TRIES_FAILED
  285, // TOO_FEW_LIVE_REPLICAS
  286, // UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE
  290, // LIMIT_EXCEEDED
  319, // UNKNOWN_STATUS_OF_INSERT
  364, // CANNOT_ASSIGN_ALTER
  394, // QUERY_WAS_CANCELLED
  425, // SYSTEM_ERROR
  439, // CANNOT_SCHEDULE_TASK
  473, // DEADLOCK_AVOIDED
  999, // KEEPER_EXCEPTION
]);
const POISON: ReadonlySet<number> = new Set([
  6, // CANNOT_PARSE_TEXT
  25, // CANNOT_PARSE_ESCAPE_SEQUENCE
  26, // CANNOT_PARSE_QUOTED_STRING
  27, // CANNOT_PARSE_INPUT_ASSERTION_FAILED
  33, // CANNOT_READ_ALL_DATA
  38, // CANNOT_PARSE_DATE
  41, // CANNOT_PARSE_DATETIME
  53, // TYPE_MISMATCH
  69, // ARGUMENT_OUT_OF_BOUND
  70, // CANNOT_CONVERT_TYPE
  72, // CANNOT_PARSE_NUMBER
  117, // INCORRECT_DATA
  131, // TOO_LARGE_STRING_SIZE
  321, // VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE
  349, // CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
  407, // DECIMAL_OVERFLOW
  469, // VIOLATED_CONSTRAINT
]);
/** Node's names for a peer that is unavailable. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ECONNABORTED',
  'UND_ERR_SOCKET',
]);

interface StoreErrorOptions {
  readonly kind: ErrorKind;
  /** ClickHouse's code, where it was ClickHouse that refused. */
  readonly code?: number | undefined;
  /** ClickHouse's name of the code, or Node's of a network failure. */
  readonly type?: string | undefined;
  readonly cause?: unknown;
}

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly kind: ErrorKind;
  readonly code: StoreErrorOptions['code'];
  readonly type: StoreErrorOptions['type'];

  constructor(message: string, { kind, code, type, cause }: StoreErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.code = code;
    this.type = type;
  }
}

/** The disk is full, or the data directory cannot be used: the message tells the operator what to do. */
export class DiskError extends StoreError {
  constructor(message: string, options: Omit<StoreErrorOptions, 'kind'>) {
    super(message, { ...options, kind: 'fatal' });
  }
}

/** Refusals of a change of the schema that another attempt does not change. */
const FINAL: ReadonlySet<number> = new Set([
  36, // BAD_ARGUMENTS
  47, // UNKNOWN_IDENTIFIER
  62, // SYNTAX_ERROR
  164, // READONLY
  243, // NOT_ENOUGH_SPACE
  497, // ACCESS_DENIED
  516, // AUTHENTICATION_FAILED
]);

/** Another program changes the same table, perhaps: it is reported by many codes, so all but the final ones count. */
export function isCollision(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code !== undefined && !FINAL.has(error.code);
}

/** What a failure means; anything that is not known to be otherwise is fatal. */
export const classify = (error: unknown): ErrorKind => toStoreError(error).kind;

/** Any failure as a {@link StoreError} with code and kind. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  if (!(error instanceof Error)) return new StoreError(String(error), { kind: 'fatal', cause: error });
  const { code: given, type, message } = error as Error & { code?: string | number; type?: string };
  const code = Number(/^\d+$/.test(String(given ?? '')) ? given : /Code: (\d+)\b/.exec(message)?.[1]);
  if (/no space left on device/i.test(message) || code === 243) {
    const full = `the disk of the store is full: free some space and start again (${message})`;
    return new DiskError(full, { code: code || undefined, type, cause: error });
  }
  if (Number.isInteger(code)) {
    const kind = TRANSIENT.has(code) ? 'transient' : POISON.has(code) ? 'poison' : 'fatal';
    return new StoreError(message, { kind, code, type, cause: error });
  }
  const network = typeof given === 'string' && NETWORK.has(given) ? given : undefined;
  if (network || /^Timeout error\.?$|socket hang up/i.test(message))
    return new StoreError(`the store is unavailable: ${message}`, { kind: 'transient', type: network, cause: error });
  return new StoreError(message, { kind: 'fatal', cause: error });
}
