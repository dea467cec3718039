/** Runs operations by an ops port, for the command line. */
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { type Args, notDone, type OperationContext, OperationError } from '../operation.ts';

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
  args: Args,
  files: readonly string[] = [],
): Promise<Response | null> {
  const form = new FormData();
  form.append('args', JSON.stringify({ ...args, files }));
  for (const file of files) form.append('files', await openAsBlob(file), basename(file));
  let response: Response;
  try {
    response = await fetch(`${url}/operations/${name}`, {
      method: 'POST',
      redirect: 'error',
      headers: { authorization: `Bearer ${token}` },
      body: files.length > 0 ? form : JSON.stringify(args),
    });
  } catch (error) {
    const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
    if (cause?.code === 'ECONNREFUSED') return null;
    throw notDone(`the ops port ${url} did not answer: ${cause?.message ?? message}`);
  }
  if (response.ok && response.body) return response;
  throw notDone(`the ops port ${url} answered ${response.status}: ${(await response.text()).trim()}`);
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
  const reader = body.getReader();
  for (;;) {
    // A connection that breaks off is the end of the answer.
    const { value: chunk, done } = await reader.read().catch(() => ({ value: undefined, done: true }));
    if (done) return;
    rest += decoder.decode(chunk, { stream: true });
    const parts = rest.split('\n');
    rest = parts.pop() ?? '';
    yield* parts.filter((part) => part !== '');
  }
}
