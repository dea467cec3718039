/** Runs operations by an ops port, for the command line. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { notDone, type OperationContext, OperationError } from '../operation.ts';
import { FILES_TYPE, type SentHead } from './run-operation.ts';

export interface OpsAddress {
  readonly url: string;
  readonly token: string;
}

export const urlOf = ({ host, port }: { readonly host: string; readonly port: number }): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** @param files their bytes are sent. @returns null if nothing listens there. @throws OperationError without an answer */
export async function requestOperation(
  { url, token }: OpsAddress,
  name: string,
  args: Record<string, unknown>,
  files?: readonly string[],
): Promise<Response | null> {
  const sent = files
    ? { type: FILES_TYPE, body: ReadableStream.from(bytesOf(args, files)), duplex: 'half' as const }
    : { type: 'application/json', body: JSON.stringify(args) };
  let response: Response;
  try {
    response = await fetch(`${url}/operations/${name}`, {
      method: 'POST',
      redirect: 'error',
      headers: { authorization: `Bearer ${token}`, 'content-type': sent.type },
      ...sent,
    } as RequestInit);
  } catch (error) {
    const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
    if (cause?.code === 'ECONNREFUSED') return null;
    throw notDone(`the ops port ${url} did not answer: ${cause?.message ?? message}`);
  }
  if (response.ok && response.body) return response;
  throw notDone(`the ops port ${url} answered ${response.status}: ${(await response.text()).trim()}`);
}

async function* bytesOf(args: Record<string, unknown>, paths: readonly string[]): AsyncGenerator<Uint8Array> {
  const files: SentHead['files'] = [];
  for (const name of paths) files.push({ name, bytes: (await stat(name)).size });
  yield Buffer.from(`${JSON.stringify({ args, files } satisfies SentHead)}\n`);
  for (const { name, bytes } of files) if (bytes > 0) yield* createReadStream(name, { end: bytes - 1 });
}

/** Returns what the operation answered. @throws OperationError */
export async function resultOf(response: Response, context: OperationContext): Promise<unknown> {
  for await (const line of lines(response.body!)) {
    const message = JSON.parse(line);
    if (message.progress) context.progress(message.progress);
    else if (message.notice) context.notice(message.notice);
    else if (message.data) await context.data?.(Buffer.from(message.data, 'base64'));
    else if (message.error) throw new OperationError(message.error.exit, message.error.message);
    else return message.result;
  }
  throw notDone('the running service stopped before it answered: start it, and check with `status` what was done');
}

async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    rest += decoder.decode(chunk, { stream: true });
    const parts = rest.split('\n');
    rest = parts.pop() ?? '';
    yield* parts.filter((part) => part !== '');
  }
}
