/** Scheduled tasks. The package's messages go to the program's log, because by itself it prints coloured text. */
import { type ScheduledTask, schedule } from 'node-cron';
import type { Logger } from './logger.ts';

export { type ScheduledTask, validate as isSchedule } from 'node-cron';

/** Schedules a task. @param expression in the syntax of node-cron */
export function scheduled(expression: string, task: () => void, logger: Logger): ScheduledTask {
  const failure = (message: string | Error, err?: Error) =>
    logger.error({ err: message instanceof Error ? message : err, schedule: expression }, String(message));
  return schedule(expression, task, {
    logger: {
      info: (message) => logger.info({ schedule: expression }, message),
      warn: (message) => logger.warn({ schedule: expression }, message),
      error: failure,
      debug: (message) => logger.debug({ schedule: expression }, String(message)),
    },
  });
}
