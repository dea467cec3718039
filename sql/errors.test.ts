import { describe, expect, it } from 'vitest';
import { classify, StoreError, toStoreError } from './errors.ts';

/** As the client reports a refusal of ClickHouse. */
const refused = (code: number | string, message = 'refused') =>
  Object.assign(new Error(message), { code: String(code) });

const network = (code: string) => Object.assign(new Error('connect'), { code });

describe('a failure of the store', () => {
  it.each([
    ['TOO_MANY_SIMULTANEOUS_QUERIES', refused(202), 'transient'],
    ['MEMORY_LIMIT_EXCEEDED', refused(241), 'transient'],
    ['TABLE_IS_READ_ONLY', refused(242), 'transient'],
    ['KEEPER_EXCEPTION', refused(999), 'transient'],
    ['a network that refuses', network('ECONNREFUSED'), 'transient'],
    ['a name that is not resolved', network('EAI_AGAIN'), 'transient'],
    ['a time-out of the client', new Error('Timeout error.'), 'transient'],
    ['CANNOT_PARSE_INPUT_ASSERTION_FAILED', refused(27), 'poison'],
    ['CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN', refused(349), 'poison'],
    ['UNKNOWN_TABLE', refused(60), 'fatal'],
    ['NOT_ENOUGH_SPACE', refused(243), 'fatal'],
    ['ACCESS_DENIED', refused(497), 'fatal'],
    ['a code nobody knows', refused(123_456), 'fatal'],
    ['a bug', new TypeError('bug'), 'fatal'],
    ['a text', 'text', 'fatal'],
    ['nothing', undefined, 'fatal'],
  ])('%s', (_, error, kind) => {
    expect(classify(error)).toBe(kind);
  });

  it('finds the code in a text without one of its own', () => {
    const error = toStoreError(new Error('Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)'));
    expect(error).toMatchObject({ code: 241, kind: 'transient' });
  });

  it('a full disk is reported in plain words', () => {
    const error = toStoreError(refused(75, 'Cannot write to file, errno: 28, strerror: No space left on device'));
    expect(error).toMatchObject({
      kind: 'fatal',
      message: expect.stringMatching(/^the disk of the store is full: free some space/),
    });
  });

  it('keeps its cause and stays itself', () => {
    const cause = refused(202);
    const error = toStoreError(cause);
    expect(error).toBeInstanceOf(StoreError);
    expect(error.cause).toBe(cause);
    expect(toStoreError(error)).toBe(error);
  });
});
