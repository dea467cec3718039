/**
 * What a failure of the store means for the caller:
 * - `transient`: the same statement can succeed later (retry with backoff);
 * - `poison`: this input will never be taken (split the batch, set the bad row aside);
 * - `fatal`: stop; nothing the caller can do. Every code that is not listed is fatal.
 */
export type ErrorKind = 'transient' | 'poison' | 'fatal';

/** ClickHouse's codes by number; the names are ClickHouse's own. */
const KINDS: Record<ErrorKind, Record<number, string>> = {
  transient: {
    3: 'UNEXPECTED_END_OF_FILE',
    159: 'TIMEOUT_EXCEEDED',
    160: 'TOO_SLOW',
    198: 'DNS_ERROR',
    202: 'TOO_MANY_SIMULTANEOUS_QUERIES',
    203: 'NO_FREE_CONNECTION',
    209: 'SOCKET_TIMEOUT',
    210: 'NETWORK_ERROR',
    225: 'NO_ZOOKEEPER',
    236: 'ABORTED',
    241: 'MEMORY_LIMIT_EXCEEDED',
    242: 'TABLE_IS_READ_ONLY',
    252: 'TOO_MANY_PARTS',
    254: 'NO_ACTIVE_REPLICAS',
    279: 'ALL_CONNECTION_TRIES_FAILED',
    285: 'TOO_FEW_LIVE_REPLICAS',
    286: 'UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE',
    290: 'LIMIT_EXCEEDED',
    319: 'UNKNOWN_STATUS_OF_INSERT',
    364: 'CANNOT_ASSIGN_ALTER',
    394: 'QUERY_WAS_CANCELLED',
    425: 'SYSTEM_ERROR',
    439: 'CANNOT_SCHEDULE_TASK',
    473: 'DEADLOCK_AVOIDED',
    999: 'KEEPER_EXCEPTION',
  },
  poison: {
    6: 'CANNOT_PARSE_TEXT',
    25: 'CANNOT_PARSE_ESCAPE_SEQUENCE',
    26: 'CANNOT_PARSE_QUOTED_STRING',
    27: 'CANNOT_PARSE_INPUT_ASSERTION_FAILED',
    33: 'CANNOT_READ_ALL_DATA',
    38: 'CANNOT_PARSE_DATE',
    41: 'CANNOT_PARSE_DATETIME',
    53: 'TYPE_MISMATCH',
    69: 'ARGUMENT_OUT_OF_BOUND',
    70: 'CANNOT_CONVERT_TYPE',
    72: 'CANNOT_PARSE_NUMBER',
    117: 'INCORRECT_DATA',
    131: 'TOO_LARGE_STRING_SIZE',
    321: 'VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE',
    349: 'CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN',
    407: 'DECIMAL_OVERFLOW',
    441: 'CANNOT_PARSE_DOMAIN_VALUE_FROM_STRING',
    469: 'VIOLATED_CONSTRAINT',
    675: 'CANNOT_PARSE_IPV4',
    676: 'CANNOT_PARSE_IPV6',
  },
  fatal: {},
};
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

export class StoreError extends Error {
  readonly kind: ErrorKind;
  /** ClickHouse's code, where it was ClickHouse that refused. */
  readonly code: number | undefined;
  /** ClickHouse's name of the code, or Node's of a network failure. */
  readonly type: string | undefined;

  constructor(
    message: string,
    options: { kind: ErrorKind; code?: number; type?: string; cause?: unknown } = { kind: 'fatal' },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'StoreError';
    this.kind = options.kind;
    this.code = options.code;
    this.type = options.type;
  }
}

export function kindOfCode(code: number): ErrorKind {
  if (code in KINDS.transient) return 'transient';
  return code in KINDS.poison ? 'poison' : 'fatal';
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

/**
 * Whether a change of the schema may have failed only because another program changes the same table: it has just
 * created or replaced it, or is altering it. ClickHouse reports this by many codes, so all but the final ones count.
 */
export function isCollision(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code !== undefined && !FINAL.has(error.code);
}

/** What a failure means; anything that is not known to be otherwise is fatal. */
export function classify(error: unknown): ErrorKind {
  return toStoreError(error).kind;
}

/** Any failure as a {@link StoreError} with code and kind. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  if (!(error instanceof Error)) return new StoreError(String(error), { kind: 'fatal', cause: error });
  const { code: given, type } = error as Error & { code?: string | number; type?: string };
  const said = /Code: (\d+)\b/.exec(error.message)?.[1];
  const code = Number(/^\d+$/.test(String(given ?? '')) ? given : said);
  if (/no space left on device/i.test(error.message) || code === 243) {
    const message = `the disk of the store is full: make room and start again (${error.message})`;
    return new StoreError(message, { kind: 'fatal', code: code || undefined, type, cause: error });
  }
  if (Number.isInteger(code)) {
    return new StoreError(error.message, { kind: kindOfCode(code), code, type, cause: error });
  }
  if (typeof given === 'string' && NETWORK.has(given)) {
    return new StoreError(`the store is unavailable: ${error.message}`, {
      kind: 'transient',
      type: given,
      cause: error,
    });
  }
  if (/^Timeout error\.?$|socket hang up/i.test(error.message)) {
    return new StoreError(`the store is unavailable: ${error.message}`, { kind: 'transient', cause: error });
  }
  return new StoreError(error.message, { kind: 'fatal', cause: error });
}
