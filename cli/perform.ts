/** Runs an operation: by the service that has the data open, else here. What only the latter needs is imported then. */
import { SingleBar } from 'cli-progress';
import { useClosings } from '../exchange/calendar.ts';
import { calendarConfigSchema } from '../exchange/calendar-variables.ts';
import { systemClock } from '../lib/clock.ts';
import { parseConfig } from '../lib/config.ts';
import { createLogger } from '../lib/logger.ts';
import { printable, printableLine } from '../lib/text.ts';
import {
  BOTH_SERVERS,
  ingestConfigSchema,
  kafkaConfigSchema,
  logConfigSchema,
  redisConfigSchema,
  serviceConfigSchema,
  storeConfigSchema,
} from '../lib/variables.ts';
import type { Deployment } from '../operations/deployment/embedded.ts';
import { type OperationContext, type Progress, readOpsFile, usageError } from '../operations/operation.ts';
import { requestOperation, resultOf, urlOf } from '../operations/ops-port/ops-client.ts';

export interface PerformOptions {
  readonly quiet: boolean;
  /** Told of what nothing here can continue after, such as a full disk; ends the process. */
  readonly onFatal: (error: unknown) => void;
}

export async function perform(name: string, args: Record<string, unknown>, options: PerformOptions): Promise<unknown> {
  const config = parseConfig(
    {
      store: storeConfigSchema,
      kafka: kafkaConfigSchema,
      redis: redisConfigSchema,
      ingest: ingestConfigSchema,
      service: serviceConfigSchema,
      log: logConfigSchema,
      calendar: calendarConfigSchema,
    },
    process.env,
    BOTH_SERVERS,
  );
  useClosings(config.calendar.closings);
  const show = progressBar(options.quiet);
  const context = { progress: show.update, notice };
  const common = {
    ...config,
    clock: systemClock,
    logger: createLogger({ name: 'cli', level: process.env['LOG_LEVEL'] ? config.log.level : 'warn' }),
    onFatal: options.onFatal,
  };
  try {
    if (config.kafka) {
      const [{ openServers }, { openRedis, publishUpdated }] = await Promise.all([
        import('../operations/deployment/servers.ts'),
        import('../lib/redis.ts'),
      ]);
      const redis = config.redis.url ? openRedis(config.redis.url, 'cli', common.logger) : null;
      const published: Promise<void>[] = [];
      const onChanged = (symbol: string) => void (redis && published.push(publishUpdated(redis, [symbol])));
      const servers = await openServers({ ...common, kafka: config.kafka, onProgress: show.update, onChanged });
      try {
        return await operate(servers, name, args, context);
      } finally {
        await Promise.all(published);
        redis?.disconnect();
        await servers.close();
      }
    }
    const running = readOpsFile(config.store.dataDir);
    // Nobody listens where a killed service left its file behind, or another process has its number by now: should one have
    // the store open anyway, its lock says so.
    const response = running && (await requestOperation({ ...running, url: urlOf(running) }, name, args));
    if (response) return await resultOf(response, context);
    const { openEmbedded } = await import('../operations/deployment/embedded.ts');
    const deployment = await openEmbedded(common);
    try {
      await deployment.projection.reconcile();
      return await operate(deployment, name, args, context);
    } finally {
      await deployment.close();
    }
  } finally {
    show.stop();
  }
}

async function operate(
  { operations }: Deployment,
  name: string,
  args: Record<string, unknown>,
  context: OperationContext,
): Promise<unknown> {
  const operation = operations[name];
  if (!operation) throw usageError(`there is no operation ${name}`);
  return operation(args, context);
}

const notice = (text: string) => void process.stderr.write(`${printable(text)}\n`);

function progressBar(quiet: boolean) {
  const bar = quiet
    ? null
    : new SingleBar({ format: '{label} [{bar}] {value}/{total}', stream: process.stderr, clearOnComplete: true });
  let started = false;
  return {
    update({ label, done, total }: Progress) {
      if (!started) bar?.start(Math.max(1, total), done, { label: printableLine(label) });
      started = true;
      bar?.setTotal(Math.max(1, total));
      bar?.update(done, { label: printableLine(label) });
    },
    stop() {
      if (started) bar?.stop();
    },
  };
}
