/** A request of ClickHouse's HTTP interface, read: its URL, headers and body. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Failure, incorrectData, notImplemented } from './engine.ts';

export interface Asked {
  /** Query and rows in one text, as ClickHouse joins them. */
  readonly text: string;
  /** The body is no UTF-8: the text holds its bytes one by one, useless but to say what was asked. */
  readonly binary: boolean;
  readonly database: string | undefined;
  readonly format: string;
  readonly queryId: string | undefined;
  readonly params: readonly (readonly [string, string])[];
  readonly settings: readonly (readonly [string, string])[];
  readonly gzip: boolean;
  /** The client counts on a session, which is not kept. */
  readonly inSession: boolean;
}

/** Part of the interface, not of the engine's settings; what they ask for is so in any case, or has no meaning here. */
const INTERFACE = new Set(
  `query database default_format query_id user password quota_key stacktrace buffer_size wait_end_of_query
  http_wait_end_of_query add_http_cors_header client_protocol_version close_session send_progress_in_http_headers
  http_headers_progress_interval_ms enable_http_compression http_zlib_compression_level http_response_buffer_size
  http_write_exception_in_output_format cancel_http_readonly_queries_on_client_close session_id session_timeout
  session_check`.split(/\s+/),
);
/** Would change the answer, and cannot be had. */
const MISSING: Readonly<Record<string, string>> = {
  compress: "ClickHouse's own block compression is not spoken here: use gzip",
  decompress: "ClickHouse's own block compression is not spoken here: use gzip",
  role: 'there are no roles',
};
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

const DECODERS = {
  gzip: promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip),
  'x-gzip': promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip),
  deflate: promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate),
  br: promisify<Buffer, { maxOutputLength: number }, Buffer>(brotliDecompress),
} as const;

const tooLarge = (maxBytes: number) =>
  new Failure(307, 'TOO_MANY_BYTES', `the body is larger than ${maxBytes} bytes: send it in parts`);

/** Throws a Failure. */
export async function readRequest(request: IncomingMessage, url: URL, maxBodyBytes: number): Promise<Asked> {
  if (/^multipart\//i.test(request.headers['content-type'] ?? '')) {
    request.resume();
    throw notImplemented('forms and external tables are not taken: send the query as it is');
  }
  const bytes = await readBody(request, maxBodyBytes);
  const binary = !isUtf8(bytes);
  const body = bytes.toString(binary ? 'latin1' : 'utf8');
  const query = url.searchParams.get('query') ?? '';
  const params: [string, string][] = [];
  const settings: [string, string][] = [];
  for (const [name, value] of url.searchParams) {
    if (INTERFACE.has(name)) continue;
    if (Object.hasOwn(MISSING, name)) {
      if (value !== '' && value !== '0') throw notImplemented(`${name}: ${MISSING[name]}`);
    } else if (!NAME.test(name)) throw new Failure(115, 'UNKNOWN_SETTING', `Unknown setting '${name}'`);
    else if (name.startsWith('param_')) params.push([name.slice('param_'.length), value]);
    else settings.push([name, value]);
  }
  const header = (name: string) => request.headers[name] as string | undefined;
  return {
    binary,
    text: query === '' ? body : body === '' ? query : `${query}\n${body}`,
    database: url.searchParams.get('database') ?? header('x-clickhouse-database'),
    format: url.searchParams.get('default_format') ?? header('x-clickhouse-format') ?? 'TabSeparated',
    queryId: url.searchParams.get('query_id') ?? undefined,
    params,
    settings,
    inSession: (url.searchParams.get('session_id') ?? '') !== '',
    gzip:
      url.searchParams.get('enable_http_compression') === '1' &&
      /\bgzip\b/.test(request.headers['accept-encoding'] ?? ''),
  };
}

async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk as Buffer);
  }
  return decoded(Buffer.concat(chunks), request.headers['content-encoding'], maxBytes);
}

async function decoded(body: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  if (body.length === 0 || encoding === undefined || encoding === 'identity') return body;
  if (!Object.hasOwn(DECODERS, encoding))
    throw notImplemented(`the encoding ${encoding} is not taken: use gzip or none`);
  try {
    return await DECODERS[encoding as keyof typeof DECODERS](body, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw incorrectData(`the body is no ${encoding}: ${(error as Error).message}`);
  }
}
