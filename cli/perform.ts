/** Runs an operation: by the service that has the data open, or here where none runs. */
import { SingleBar } from 'cli-progress';
import { systemClock } from '../lib/clock.ts';
import { parseConfig } from '../lib/config.ts';
import { createLogger } from '../lib/logger.ts';
import { ingestConfigSchema, logConfigSchema, serviceConfigSchema, storeConfigSchema } from '../lib/variables.ts';
import { openInstallation } from '../programs/installation.ts';
import { notDone, OperationError, type Progress, wrongUse } from '../programs/operation.ts';
import { type OpsFile, readOpsFile } from '../programs/ops-file.ts';

export interface PerformOptions {
  /** No progress bar. */
  readonly quiet: boolean;
}

export async function perform(name: string, args: Record<string, unknown>, options: PerformOptions): Promise<unknown> {
  const config = parseConfig({
    store: storeConfigSchema,
    ingest: ingestConfigSchema,
    service: serviceConfigSchema,
    log: logConfigSchema,
  });
  const show = progressBar(options.quiet);
  try {
    const running = config.store.server ? null : readOpsFile(config.store.dataDir);
    if (running) return await remotely(running, name, args, show.update);
    const installation = await openInstallation({
      ...config,
      clock: systemClock,
      logger: createLogger({ name: 'cli', level: process.env['LOG_LEVEL'] ? config.log.level : 'warn' }),
      onFatal: (error) => {
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
        process.exit(3);
      },
    });
    try {
      const operation = installation.operations[name];
      if (!operation) throw wrongUse(`there is no operation ${name}`);
      await installation.projection.sweep();
      return await operation(args, { progress: show.update, notice });
    } finally {
      await installation.close();
    }
  } finally {
    show.stop();
  }
}

const notice = (text: string) => void process.stderr.write(`${text}\n`);

async function remotely(
  { host, port, token }: OpsFile,
  name: string,
  args: unknown,
  progress: (progress: Progress) => void,
): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${port}/operations/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(args),
    });
  } catch (error) {
    throw notDone(`the running service did not answer on its ops port ${port}: ${(error as Error).message}`);
  }
  if (!response.ok || !response.body)
    throw notDone(`the running service answered ${response.status}: ${await response.text()}`);
  for await (const line of lines(response.body)) {
    const message = JSON.parse(line);
    if (message.progress) progress(message.progress);
    else if (message.notice) notice(message.notice);
    else if (message.error) throw new OperationError(message.error.exit, message.error.message);
    else return message.result;
  }
  throw notDone('the running service stopped before it had answered');
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

function progressBar(quiet: boolean) {
  const bar = quiet
    ? null
    : new SingleBar({ format: '{label} [{bar}] {value}/{total}', stream: process.stderr, clearOnComplete: true });
  let started = false;
  return {
    update({ label, done, total }: Progress) {
      if (!started) bar?.start(Math.max(1, total), done, { label });
      started = true;
      bar?.setTotal(Math.max(1, total));
      bar?.update(done, { label });
    },
    stop() {
      if (started) bar?.stop();
    },
  };
}
