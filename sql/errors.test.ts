import { describe, expect, it } from 'vitest';
import { classify, StoreError, toStoreError } from './errors.ts';

/** As the client reports a refusal of ClickHouse. */
const refused = (code: number | string, message = 'refused') =>
  Object.assign(new Error(message), { code: String(code) });

describe('a failure of the store', () => {
  it.each([
    [202, 'TOO_MANY_SIMULTANEOUS_QUERIES'],
    [241, 'MEMORY_LIMIT_EXCEEDED'],
    [252, 'TOO_MANY_PARTS'],
    [210, 'NETWORK_ERROR'],
    [242, 'TABLE_IS_READ_ONLY'],
    [999, 'KEEPER_EXCEPTION'],
  ])('%d %s is transient', (code) => {
    expect(classify(refused(code))).toBe('transient');
  });

  it.each([
    [27, 'CANNOT_PARSE_INPUT_ASSERTION_FAILED'],
    [41, 'CANNOT_PARSE_DATETIME'],
    [117, 'INCORRECT_DATA'],
    [349, 'CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN'],
  ])('%d %s is poison', (code) => {
    expect(classify(refused(code))).toBe('poison');
  });

  it.each([
    [16, 'NO_SUCH_COLUMN_IN_TABLE'],
    [60, 'UNKNOWN_TABLE'],
    [62, 'SYNTAX_ERROR'],
    [243, 'NOT_ENOUGH_SPACE'],
    [497, 'ACCESS_DENIED'],
    [516, 'AUTHENTICATION_FAILED'],
    [123_456, 'a code nobody knows'],
  ])('%d %s is fatal', (code) => {
    expect(classify(refused(code))).toBe('fatal');
  });

  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN'])(
    '%s of the network is transient',
    (code) => {
      expect(classify(Object.assign(new Error('connect'), { code }))).toBe('transient');
    },
  );

  it('a time-out of the client is transient', () => {
    expect(classify(new Error('Timeout error.'))).toBe('transient');
  });

  it('finds the code in a text without one of its own', () => {
    const error = toStoreError(new Error('Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)'));
    expect(error).toMatchObject({ code: 241, kind: 'transient' });
  });

  it('a full disk is reported in plain words', () => {
    const error = toStoreError(refused(75, 'Cannot write to file, errno: 28, strerror: No space left on device'));
    expect(error).toMatchObject({
      kind: 'fatal',
      message: expect.stringMatching(/^the disk of the store is full: make room/),
    });
  });

  it.each([new Error('surprise'), 'text', undefined, new TypeError('bug')])(
    'what is not known is fatal: %s',
    (error) => {
      expect(classify(error)).toBe('fatal');
    },
  );

  it('keeps its cause and stays itself', () => {
    const cause = refused(202);
    const error = toStoreError(cause);
    expect(error).toBeInstanceOf(StoreError);
    expect(error.cause).toBe(cause);
    expect(toStoreError(error)).toBe(error);
  });
});
