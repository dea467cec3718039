/** The table of docs/configuration.md, from the sections that the programs parse. */
import type { z } from 'zod';
import { apiConfigSchema } from '../../api/config.ts';
import { calendarConfigSchema } from '../../exchange/calendar-variables.ts';
import {
  ingestConfigSchema,
  kafkaConfigSchema,
  logConfigSchema,
  opsAddressSchema,
  opsConfigSchema,
  redisConfigSchema,
  serviceConfigSchema,
  storeConfigSchema,
} from '../../lib/variables.ts';

export const VARIABLES_PAGE = 'docs/configuration.md';

const SECTIONS = [
  serviceConfigSchema,
  apiConfigSchema,
  opsConfigSchema,
  opsAddressSchema,
  storeConfigSchema,
  kafkaConfigSchema,
  redisConfigSchema,
  ingestConfigSchema,
  logConfigSchema,
  calendarConfigSchema,
];

const MEANINGS: Readonly<Record<string, string>> = {
  PORT: 'port of the API; 0: any free port',
  HOST: 'address of the API',
  MAX_BARS_PER_REQUEST: 'maximum number of bars for a response computed on demand',
  DEMO: '0: without the demo market. Its symbols stay stored; its token is revoked and `DATA_DIR/demo-token` removed. `demo drop` removes the symbols, too',
  API_CACHE_MB: 'memory of cached answers',
  API_MAX_RUNNING: 'answers computed at a time',
  API_DEADLINE_MS: 'time for one answer',
  CORS_ORIGINS: 'origins of browser pages that may call the API, separated by commas',
  SECURE_COOKIES: "1: the console's cookie is sent over TLS only",
  OPS_PORT: "port of health, metrics and the CLI's operations; 0: any free port",
  OPS_HOST: 'address of the ops port',
  OPS_TOKEN:
    'token for operations, at least 16 characters; generated at the start if unset. The command line needs it with `OPS_URL`',
  OPS_URL: 'for the command line: the ops port of an `ingest`; the store and the log are then not its business',
  DATA_DIR: 'store, tokens and keys of an embedded installation',
  CLICKHOUSE_URL: 'the ClickHouse server, over HTTP',
  CLICKHOUSE_USER: 'user that writes; `default` if unset',
  CLICKHOUSE_PASSWORD: 'its password',
  CLICKHOUSE_READER_USER: 'user that reads; the one that writes if unset',
  CLICKHOUSE_READER_PASSWORD: 'its password',
  CLICKHOUSE_TIMEOUT_S:
    'limit for a read; an insert has a third of it (large blocks: five sixths). A statement without an answer is abandoned shortly after and repeated',
  KAFKA_BROKERS: '`host:port` of brokers, separated by commas',
  KAFKA_PARTITIONS: 'partitions of topics that are created',
  KAFKA_PREFIX: 'before the names of topics and groups, if several installations share a cluster',
  KAFKA_SSL: '1: TLS',
  KAFKA_SSL_CA: "PEM file of the authority of the brokers' certificates",
  KAFKA_SSL_CERT: 'PEM file of the certificate of the client',
  KAFKA_SSL_KEY: 'PEM file of its key',
  KAFKA_SASL_MECHANISM: '`plain`, `scram-sha-256`, `scram-sha-512` or `oauthbearer`',
  KAFKA_SASL_USERNAME: 'user of `plain` and `scram`',
  KAFKA_SASL_PASSWORD: 'its password',
  KAFKA_OAUTH_TOKEN_FILE: 'file with the token of `oauthbearer`, read again before the token ends',
  KAFKA_SESSION_TIMEOUT_S:
    "time after a process's last heartbeat until other processes take over its partitions; its collectors after twice that. 6 to 1800",
  REDIS_URL: 'for shared limits, and for notices that cached answers are outdated',
  DLQ_MAX_RATIO: 'largest part of the last 1,000 events that may be rejected; beyond it ingest stops',
  DLQ_MAX_RUN: 'rejected events in a row at which ingest stops',
  DLQ_ACCEPT: '1: ingest goes on, whatever is rejected',
  MAX_CLOCK_SKEW_S: 'how much later than its arrival a bar may end, and news may be',
  LOG_LEVEL: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`',
  EXCHANGE_CLOSED:
    'closings of the US exchanges that the calendar lacks, separated by commas: `2026-12-01` (all day), `2026-12-02@13:00` (from this time in New York). The same for every program; records of the dates that are stored already follow with `cli rebuild`',
};

/** What a schema reads if the variable is unset. */
function defaultOf(schema: z.ZodType): unknown {
  const def = schema.def as { type: string; defaultValue?: unknown; innerType?: z.ZodType; in?: z.ZodType };
  if (def.type === 'default') return def.defaultValue;
  const inner = def.innerType ?? def.in;
  return inner && defaultOf(inner);
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return value === undefined || (Array.isArray(value) && value.length === 0) || value === '' ? 'none' : String(value);
}

/** @throws unless every variable has a meaning, and every meaning a variable */
export function variablesTable(): string {
  const variables = new Map<string, z.ZodType>(
    SECTIONS.flatMap((section) => Object.entries(section.variables.shape as Record<string, z.ZodType>)),
  );
  const odd = [...new Set([...variables.keys(), ...Object.keys(MEANINGS)])].filter(
    (name) => !variables.has(name) || !MEANINGS[name],
  );
  if (odd.length > 0) throw new Error(`test/docs/variables.ts: one meaning per variable: ${odd.join(', ')}`);
  const rows = [...variables].map(
    ([name, schema]) => `| \`${name}\` | ${textOf(defaultOf(schema))} | ${MEANINGS[name]} |`,
  );
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

/** The page with its table replaced. */
export const withVariables = (page: string): string =>
  page.replace(/^\| variable \|[\s\S]*?(?=\n\n)/m, () => variablesTable());
