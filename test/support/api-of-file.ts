/** An API that ends by itself: with the tests of a file, or with one test. */
import { afterAll, onTestFinished } from 'vitest';
import { startApi, type TestApi } from './api.ts';

/** Started while tests are collected, closed after the last of them. */
export async function apiOfFile(...started: Parameters<typeof startApi>): Promise<TestApi> {
  const api = await startApi(...started);
  afterAll(() => api.close());
  return api;
}

export async function apiOfTest(...started: Parameters<typeof startApi>): Promise<TestApi> {
  const api = await startApi(...started);
  onTestFinished(() => api.close());
  return api;
}
