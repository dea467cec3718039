/** Sessions of a ClickHouse server. Each request sends all settings; an answer arrives whole or not at all. */
import { Readable } from 'node:stream';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { StoreConfig } from '../lib/variables.ts';
import { StoreError, toStoreError } from './errors.ts';
import { checkParams, collect, type Session, type Settings, type Statement } from './session.ts';

/** Exceeds the deadline of every statement. */
const REQUEST_TIMEOUT_MS = 620_000;
/** Bounds of the time for an answer's transfer, which is half of the statement's own limit. */
const GRACE_MS = { least: 1_500, most: 10_000 };

export function serverSessions(server: NonNullable<StoreConfig['server']>) {
  return (as: 'writer' | 'reader', settings: Settings, database?: string): Session => {
    const password = as === 'writer' ? server.password : server.readerPassword;
    const client = createClient({
      url: server.url,
      database,
      username: as === 'writer' ? server.user : server.readerUser,
      password: password?.reveal() ?? '',
      request_timeout: REQUEST_TIMEOUT_MS,
      application: 'market-stats',
      // Failures are thrown; the caller logs them.
      log: { level: ClickHouseLogLevel.OFF },
    });
    return serverSession(client, settings);
  };
}

function serverSession(client: ClickHouseClient, base: Settings): Session {
  async function run({ sql, params, settings, body, signal, limitMs }: Statement): Promise<Buffer> {
    checkParams(sql, params);
    const bound: Settings = limitMs === undefined ? {} : { max_execution_time: limitMs / 1000 };
    const all = { ...base, ...settings, ...bound };
    const tookMs = Number(all['max_execution_time'] ?? 0) * 1000;
    const deadlineMs = tookMs + Math.max(GRACE_MS.least, Math.min(GRACE_MS.most, tookMs / 2));
    // Otherwise a silent connection would be waited for until REQUEST_TIMEOUT_MS.
    const request = new AbortController();
    const abort = () => request.abort();
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      abort();
    }, deadlineMs);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    try {
      const { stream } = await client.exec({
        query: sql,
        query_params: params as Record<string, unknown> | undefined,
        // Otherwise a failure during the answer would arrive as text among the rows.
        clickhouse_settings: { ...all, wait_end_of_query: 1 } as Record<string, string | number>,
        abort_signal: request.signal,
        ...(body === undefined ? {} : { values: Readable.from(typeof body === 'string' ? [body] : body) }),
      });
      return await collect(stream, all);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (!late) throw toStoreError(error);
      const message = `the store is unavailable: no answer within ${deadlineMs / 1000} s, and the connection was not closed`;
      throw new StoreError(message, { kind: 'transient', type: 'ETIMEDOUT', cause: error });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  return { run, close: () => client.close() };
}
