/** One API for all tests of a file. */
import { afterAll } from 'vitest';
import { startApi, type TestApi } from './api.ts';

/** Started while tests are collected, closed after the last of them. */
export async function apiOfFile(...started: Parameters<typeof startApi>): Promise<TestApi> {
  const api = await startApi(...started);
  afterAll(() => api.close());
  return api;
}
