/** The server over HTTP (Streamable HTTP, without sessions): each request brings the access token of its account. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { MarketStats } from '../../typescript/src/client.ts';
import { createMcpServer } from './server.ts';

const MAX_BODY_BYTES = 256 * 1024;

/** Creates the HTTP server. @param apiOf returns the API with the rights of a token */
export function createHttpServer(apiOf: (token: string) => MarketStats): Server {
  return createServer((request, response) => {
    handle(request, response, apiOf).catch((error: Error) => {
      if (!response.headersSent) refuse(response, 500, 'internal error');
      console.error(error.message);
    });
  });
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  apiOf: (token: string) => MarketStats,
): Promise<void> {
  if (new URL(request.url ?? '/', 'http://localhost').pathname !== '/mcp')
    return refuse(response, 404, 'the path is /mcp');
  // The server keeps nothing between requests, so there is no stream to open and no session to end.
  if (request.method !== 'POST') return refuse(response, 405, 'only POST', { allow: 'POST' });
  // Web pages must not reach a server on their reader's machine (DNS rebinding).
  if (request.headers.origin !== undefined) return refuse(response, 403, 'requests of browsers are refused');
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) {
    return refuse(response, 401, 'send the access token as Authorization: Bearer TOKEN', {
      'www-authenticate': 'Bearer',
    });
  }
  const body = await bodyOf(request);
  if (body === null)
    return refuse(response, 413, `a request has at most ${MAX_BODY_BYTES} bytes`, { connection: 'close' });
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return refuse(response, 400, 'the body is not JSON');
  }
  const server = createMcpServer(apiOf(token));
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  response.once('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response, message);
}

/** Reads the body; null if it is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function refuse(response: ServerResponse, status: number, message: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message } }));
}
