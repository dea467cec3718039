import { Readable } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import { BLOCK_TEXT_SETTINGS, blocksAsTsv } from './block-text.ts';
import { collect } from './embedded.ts';
import { StoreError, toStoreError } from './errors.ts';
import { checkParams, type Session, type Settings, type Statement } from './session.ts';

const NOT_IMPLEMENTED = 48;

/** A session of a ClickHouse server: every request carries all its settings; answers come whole or not at all. */
export function serverSession(client: ClickHouseClient, base: Settings): Session {
  /** The embedded engine behind this interface takes no Native; it says so once. */
  let textOnly = false;

  async function execute({ sql, params, settings, body, signal }: ServerStatement): Promise<Buffer> {
    try {
      const { stream } = await client.exec({
        query: sql,
        query_params: params as Record<string, unknown> | undefined,
        // Otherwise a failure in mid-answer would arrive as text inside the rows.
        clickhouse_settings: { ...base, ...settings, wait_end_of_query: 1 } as Record<string, string | number>,
        abort_signal: signal,
        ...(body === undefined ? {} : { values: Readable.from(body) }),
      });
      return await collect(stream);
    } catch (error) {
      throw signal?.aborted ? signal.reason : toStoreError(error);
    }
  }

  async function insertBlocks(statement: Statement, blocks: readonly Uint8Array[]): Promise<Buffer> {
    const { sql, settings } = statement;
    if (!textOnly) {
      try {
        return await execute({ ...statement, sql: `${sql} FORMAT Native`, body: blocks });
      } catch (error) {
        if (!(error instanceof StoreError) || error.code !== NOT_IMPLEMENTED) throw error;
        textOnly = true;
      }
    }
    return execute({
      ...statement,
      sql: `${sql} FORMAT TSV`,
      body: [blocksAsTsv(Buffer.concat(blocks))],
      settings: { ...settings, ...BLOCK_TEXT_SETTINGS },
    });
  }

  return {
    async run({ blocks, ...statement }) {
      checkParams(statement.sql, statement.params);
      if (blocks !== undefined) return insertBlocks(statement, blocks);
      return execute({ ...statement, body: statement.body === undefined ? undefined : [statement.body] });
    },
    close: () => client.close(),
  };
}

type ServerStatement = Omit<Statement, 'body' | 'blocks'> & { body?: readonly (string | Uint8Array)[] };
