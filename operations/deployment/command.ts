/** A command of the command line without a running service: the installation is open in this process as long as it runs. */
import { systemClock } from '../../lib/clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { openStore } from '../../sql/connect.ts';
import { type OperationContext, usageError } from '../operation.ts';
import { readConfig } from './config.ts';
import { openInstallation } from './installation.ts';

export async function performHere(
  name: string,
  args: Record<string, unknown>,
  context: OperationContext,
  onFatal: (error: unknown) => void,
): Promise<unknown> {
  const config = readConfig('command');
  const logger = createLogger({ name: 'cli', level: process.env['LOG_LEVEL'] ? config.log.level : 'warn' });
  const store = await openStore(config.store);
  try {
    const installation = await openInstallation({ config, store, name: 'cli', clock: systemClock, logger, onFatal });
    try {
      await installation.reconcile();
      const operation = installation.operations[name];
      if (!operation) throw usageError(`there is no operation ${name}`);
      return await operation(args, context);
    } finally {
      await installation.close();
    }
  } finally {
    await store.close();
  }
}
