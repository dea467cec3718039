/** The variables of the programs. Every program reads all of them, so that one means the same everywhere. */
import { apiConfigSchema } from '../../api/config.ts';
import { useClosings } from '../../exchange/calendar.ts';
import { calendarConfigSchema } from '../../exchange/calendar-variables.ts';
import { type ConfigRule, parseConfig, required } from '../../lib/config.ts';
import {
  BOTH_SERVERS,
  ingestConfigSchema,
  kafkaConfigSchema,
  logConfigSchema,
  opsConfigSchema,
  redisConfigSchema,
  serviceConfigSchema,
  storeConfigSchema,
} from '../../lib/variables.ts';

const STORE = required('CLICKHOUSE_URL', 'this program needs a ClickHouse server; `npm start` runs without one');
const LOG = required('KAFKA_BROKERS', 'this program follows the log; `npm start` runs without one');

/** Other programs use servers: here they would be silently ignored. */
const NO_SERVERS: ConfigRule = (set) => {
  const variable = ['CLICKHOUSE_URL', 'KAFKA_BROKERS', 'REDIS_URL'].find((name) => set[name]);
  return variable
    ? { variable, message: '`npm start` runs embedded, without servers; use `npm run ingest`, `compute` and `api`' }
    : null;
};

const RULES = {
  command: BOTH_SERVERS,
  'market-stats': [NO_SERVERS],
  ingest: [STORE, LOG],
  compute: [STORE, LOG],
  api: [STORE],
} as const;

export type ProgramName = keyof typeof RULES;
export type ProgramConfig = ReturnType<typeof readConfig>;

/** @throws ConfigError */
export function readConfig(name: ProgramName) {
  const config = parseConfig(
    {
      store: storeConfigSchema,
      kafka: kafkaConfigSchema,
      redis: redisConfigSchema,
      ingest: ingestConfigSchema,
      service: serviceConfigSchema,
      ops: opsConfigSchema,
      log: logConfigSchema,
      calendar: calendarConfigSchema,
      api: apiConfigSchema,
    },
    process.env,
    RULES[name],
  );
  useClosings(config.calendar.closings);
  return config;
}
