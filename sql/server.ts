import { Readable } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import { collect } from './embedded.ts';
import { toStoreError } from './errors.ts';
import { checkParams, type Session, type Settings } from './session.ts';

/** A session of a ClickHouse server: every request carries all its settings; answers come whole or not at all. */
export function serverSession(client: ClickHouseClient, base: Settings): Session {
  return {
    async run({ sql, params, settings, body, blocks, signal }) {
      checkParams(sql, params);
      try {
        const { stream } = await client.exec({
          query: blocks === undefined ? sql : `${sql} FORMAT Native`,
          query_params: params as Record<string, unknown> | undefined,
          // Otherwise a failure in mid-answer would arrive as text inside the rows.
          clickhouse_settings: { ...base, ...settings, wait_end_of_query: 1 } as Record<string, string | number>,
          abort_signal: signal,
          ...(body === undefined && blocks === undefined ? {} : { values: Readable.from([body ?? blocks]) }),
        });
        return await collect(stream);
      } catch (error) {
        throw signal?.aborted ? signal.reason : toStoreError(error);
      }
    },
    close: () => client.close(),
  };
}
