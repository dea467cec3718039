#!/usr/bin/env node
/** `market-stats-mcp`: the server over stdio, for one account; with `--http` over HTTP, for the account of each request. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { MarketStats } from '../../typescript/src/client.ts';
import { createHttpServer } from './http.ts';
import { createMcpServer } from './server.ts';

const HELP = `market-stats-mcp [--http [--port 3002] [--host 127.0.0.1]]

MARKET_STATS_URL          where the API is; default http://127.0.0.1:3000
MARKET_STATS_TOKEN        access token of an account with direct API access (not with --http: each request brings its own)
MARKET_STATS_TOKEN_FILE   a file that holds it, instead
`;

/** Prints the message to stderr, because stdout carries the protocol over stdio, and exits. */
function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

function options() {
  try {
    return parseArgs({
      options: {
        http: { type: 'boolean', default: false },
        port: { type: 'string', default: '3002' },
        host: { type: 'string', default: '127.0.0.1' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${HELP}`);
  }
}

function tokenOf({ MARKET_STATS_TOKEN: token, MARKET_STATS_TOKEN_FILE: file }: NodeJS.ProcessEnv): string {
  if (token) return token;
  if (!file)
    return fail('set MARKET_STATS_TOKEN to an access token, or MARKET_STATS_TOKEN_FILE to a file that holds one');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    return fail(`MARKET_STATS_TOKEN_FILE: ${(error as Error).message}`);
  }
}

const { http, port, host, help } = options();
if (help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const baseUrl = process.env['MARKET_STATS_URL'] || 'http://127.0.0.1:3000';
// An assistant waits for its answer, so longer refusals are reported at once.
const apiOf = (token: string) => new MarketStats({ baseUrl, token, retries: 2, maxWaitMs: 5_000 });

if (http) {
  const number = Number(port);
  if (!Number.isInteger(number) || number < 0 || number > 65_535) fail(`--port ${port}: give a number from 0 to 65535`);
  const server = createHttpServer(apiOf);
  server.once('error', (error) => fail(error.message));
  server.listen(number, host, () => {
    const address = server.address();
    const bound = typeof address === 'object' && address ? address.port : number;
    process.stderr.write(`listening on http://${host}:${bound}/mcp, for the API at ${baseUrl}\n`);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
    });
  }
} else {
  await createMcpServer(apiOf(tokenOf(process.env))).connect(new StdioServerTransport());
}
