/** The variables that programs share, as sections for `parseConfig`. Names and defaults are a contract with operators. */
import { z } from 'zod';
import {
  type ConfigOf,
  type ConfigRule,
  defineSection,
  flag,
  fraction,
  needs,
  port,
  required,
  secret,
  text,
  url,
  wholeNumber,
} from './config.ts';
import { parseIsoDate } from './days.ts';
import type { Closing } from './exchange-calendar.ts';
import { EXCHANGE_CLOSE_MIN, EXCHANGE_OPEN_MIN } from './new-york.ts';
import { Secret } from './secret.ts';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export const logConfigSchema = defineSection(
  {
    LOG_LEVEL: z.enum(LOG_LEVELS, { error: `say one of ${LOG_LEVELS.join(', ')} (default info)` }).default('info'),
  },
  [],
  (values) => ({ level: values.LOG_LEVEL }),
);
export type LogConfig = ConfigOf<typeof logConfigSchema>;

/** Where the store is: a server, or (where `server` is null) the embedded engine on `dataDir`. */
export interface StoreConfig {
  readonly dataDir: string;
  readonly server: {
    readonly url: string;
    readonly user: string;
    readonly password: Secret | undefined;
    /** The reader's own user; the writer's where none is set. */
    readonly readerUser: string;
    readonly readerPassword: Secret | undefined;
    readonly cluster: string | undefined;
    /** How long a read may take; inserts have less, schema changes and deletions minutes. */
    readonly timeoutMs: number;
  } | null;
}

/** Addresses are logged and shown. */
function withoutCredentials(variable: string, instead: string): ConfigRule {
  return (set) => {
    const value = set[variable];
    if (!value || !URL.canParse(value)) return null;
    const { username, password } = new URL(value);
    return username || password ? { variable, message: `holds a user or password: give ${instead}` } : null;
  };
}

const oneSetOfCredentials = withoutCredentials('CLICKHOUSE_URL', 'them as CLICKHOUSE_USER and _PASSWORD');

const storeVariables = {
  DATA_DIR: z.string().default('./data'),
  CLICKHOUSE_URL: url(['http', 'https'], 'http://localhost:8123').optional(),
  CLICKHOUSE_USER: text(),
  CLICKHOUSE_PASSWORD: secret(),
  CLICKHOUSE_READER_USER: text(),
  CLICKHOUSE_READER_PASSWORD: secret(),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: 'give the name of a cluster: letters, digits and _' })
    .optional(),
  CLICKHOUSE_TIMEOUT_S: wholeNumber(3, 600, 60),
};

const storeRules: readonly ConfigRule[] = [
  oneSetOfCredentials,
  needs('CLICKHOUSE_USER', 'CLICKHOUSE_URL'),
  needs('CLICKHOUSE_PASSWORD', 'CLICKHOUSE_USER'),
  needs('CLICKHOUSE_READER_USER', 'CLICKHOUSE_URL'),
  needs('CLICKHOUSE_READER_PASSWORD', 'CLICKHOUSE_READER_USER'),
  needs('CLICKHOUSE_CLUSTER', 'CLICKHOUSE_URL'),
];

type StoreValues = z.output<z.ZodObject<typeof storeVariables>>;

function buildStore(values: StoreValues): StoreConfig {
  if (!values.CLICKHOUSE_URL) return { dataDir: values.DATA_DIR, server: null };
  const user = values.CLICKHOUSE_USER ?? 'default';
  const ownReader = values.CLICKHOUSE_READER_USER !== undefined;
  return {
    dataDir: values.DATA_DIR,
    server: {
      url: values.CLICKHOUSE_URL,
      user,
      password: values.CLICKHOUSE_PASSWORD,
      readerUser: values.CLICKHOUSE_READER_USER ?? user,
      readerPassword: ownReader ? values.CLICKHOUSE_READER_PASSWORD : values.CLICKHOUSE_PASSWORD,
      cluster: values.CLICKHOUSE_CLUSTER,
      timeoutMs: values.CLICKHOUSE_TIMEOUT_S * 1000,
    },
  };
}

export const storeConfigSchema = defineSection(storeVariables, storeRules, buildStore);

/** The same for a program that cannot run embedded (the engine serves one process a data directory). */
export const serverStoreConfigSchema = defineSection(
  storeVariables,
  [...storeRules, required('CLICKHOUSE_URL', 'this program needs a ClickHouse server; `npm start` runs without one')],
  buildStore,
);

const distinctPorts: ConfigRule = (set) => {
  const main = set['PORT'] ?? '3000';
  const ops = set['OPS_PORT'] ?? '3001';
  if (main !== ops || ops === '0') return null;
  if ((set['HOST'] ?? '127.0.0.1') !== (set['OPS_HOST'] ?? '127.0.0.1')) return null;
  return { variable: 'OPS_PORT', message: 'is the same as PORT: give it another one, or 0 for any free port' };
};

export const serviceConfigSchema = defineSection(
  {
    PORT: port(3000),
    HOST: z.string().default('127.0.0.1'),
    MAX_BARS_PER_REQUEST: wholeNumber(1, 1_000_000_000, 2_000_000),
    DEMO: flag(true),
  },
  [distinctPorts],
  (values) => ({
    port: values.PORT,
    host: values.HOST,
    maxBarsPerRequest: values.MAX_BARS_PER_REQUEST,
    demo: values.DEMO,
  }),
);
export type ServiceConfig = ConfigOf<typeof serviceConfigSchema>;

/** Of programs that compute: how often records of days that have not ended are stored; 0: never. */
export const computeConfigSchema = defineSection({ OPEN_REFRESH_S: wholeNumber(0, 86_400, 0) }, [], (values) => ({
  openRefreshMs: values.OPEN_REFRESH_S * 1000,
}));
export type ComputeConfig = ConfigOf<typeof computeConfigSchema>;

const CLOSINGS = /^\d{4}-\d{2}-\d{2}(@\d{2}:\d{2})?(\s*,\s*\d{4}-\d{2}-\d{2}(@\d{2}:\d{2})?)*$/;

function closingsOf(text: string): Closing[] {
  return text.split(',').map((one): Closing => {
    const [date, time] = one.trim().split('@');
    const minutes = time === undefined ? null : Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
    return { day: parseIsoDate(date) ?? Number.NaN, closeMin: minutes };
  });
}

/** Closings of the US exchanges that no calendar knew: days, or days and New York's time of the closing. */
export const calendarConfigSchema = defineSection(
  {
    EXCHANGE_CLOSED: z
      .string()
      .refine(
        (value) =>
          CLOSINGS.test(value) &&
          closingsOf(value).every(
            ({ day, closeMin }) =>
              !Number.isNaN(day) &&
              (closeMin === null || (closeMin > EXCHANGE_OPEN_MIN && closeMin < EXCHANGE_CLOSE_MIN)),
          ),
        { error: 'give dates such as 2026-12-01, or 2026-12-01@13:00 for an early close, several with commas between' },
      )
      .transform(closingsOf)
      .optional(),
  },
  [],
  (values) => ({ closings: values.EXCHANGE_CLOSED ?? [] }),
);

export const opsConfigSchema = defineSection(
  {
    OPS_PORT: port(3001),
    OPS_HOST: z.string().default('127.0.0.1'),
    OPS_TOKEN: z
      .string()
      .min(16, { error: 'give at least 16 characters, or unset it to have one made' })
      .transform((value) => new Secret(value))
      .optional(),
  },
  [distinctPorts],
  (values) => ({ port: values.OPS_PORT, host: values.OPS_HOST, token: values.OPS_TOKEN }),
);
export type OpsConfig = ConfigOf<typeof opsConfigSchema>;

/** Of programs that land and compute; `null`: they wait for ever. */
export const watchdogConfigSchema = defineSection({ UNREADY_EXIT_S: wholeNumber(0, 86_400, 300) }, [], (values) => ({
  unreadyExitMs: values.UNREADY_EXIT_S === 0 ? null : values.UNREADY_EXIT_S * 1000,
}));
export type WatchdogConfig = ConfigOf<typeof watchdogConfigSchema>;

export const SASL_MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

/** `null` where `KAFKA_BROKERS` is not set: collectors hand their events to landing in process. */
export interface KafkaConfig {
  readonly brokers: readonly string[];
  readonly partitions: number;
  readonly ssl: boolean;
  readonly sasl: {
    readonly mechanism: (typeof SASL_MECHANISMS)[number];
    readonly username: string;
    readonly password: Secret;
  } | null;
  /** How large a record batch may be once it is decompressed, with about 200 bytes a record; by default 64 MiB. */
  readonly maxBatchBytes?: number;
  /** After so long without a sign of life a member of a group is held to be gone; by default 30 s. */
  readonly sessionTimeoutMs?: number;
}

const BROKERS = /^[^\s,:]+:\d{1,5}(\s*,\s*[^\s,:]+:\d{1,5})*$/;
const kafkaVariables = {
  KAFKA_BROKERS: z.string().regex(BROKERS, { error: 'give host:port, several with commas between' }).optional(),
  KAFKA_PARTITIONS: wholeNumber(1, 10_000, 12),
  KAFKA_SSL: flag(false),
  KAFKA_SASL_MECHANISM: z
    .string()
    .toLowerCase()
    .pipe(z.enum(SASL_MECHANISMS, { error: `say one of ${SASL_MECHANISMS.join(', ')}` }))
    .optional(),
  KAFKA_SASL_USERNAME: text(),
  KAFKA_SASL_PASSWORD: secret(),
  KAFKA_MAX_BATCH_BYTES: wholeNumber(1024 * 1024, 2 ** 31 - 1, 64 * 1024 * 1024),
  // What brokers allow by default: 6 s to half an hour.
  KAFKA_SESSION_TIMEOUT_S: wholeNumber(6, 1800, 30),
};
const kafkaRules: readonly ConfigRule[] = [
  needs('KAFKA_SSL', 'KAFKA_BROKERS'),
  needs('KAFKA_SASL_MECHANISM', 'KAFKA_BROKERS'),
  needs('KAFKA_SASL_MECHANISM', 'KAFKA_SASL_USERNAME'),
  needs('KAFKA_SASL_MECHANISM', 'KAFKA_SASL_PASSWORD'),
  needs('KAFKA_SASL_USERNAME', 'KAFKA_SASL_MECHANISM'),
  needs('KAFKA_SASL_PASSWORD', 'KAFKA_SASL_MECHANISM'),
];

function buildKafka(values: z.output<z.ZodObject<typeof kafkaVariables>>): KafkaConfig | null {
  if (!values.KAFKA_BROKERS) return null;
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = values;
  return {
    brokers: values.KAFKA_BROKERS.split(',').map((broker) => broker.trim()),
    partitions: values.KAFKA_PARTITIONS,
    ssl: values.KAFKA_SSL,
    sasl: mechanism && username && password ? { mechanism, username, password } : null,
    maxBatchBytes: values.KAFKA_MAX_BATCH_BYTES,
    sessionTimeoutMs: values.KAFKA_SESSION_TIMEOUT_S * 1000,
  };
}

export const kafkaConfigSchema = defineSection(kafkaVariables, kafkaRules, buildKafka);

/** Bounds of what ingest takes before it stops. */
export const ingestConfigSchema = defineSection(
  {
    DLQ_MAX_RATIO: fraction(0.5),
    DLQ_MAX_RUN: wholeNumber(1, 1_000_000_000, 1000),
    DLQ_ACCEPT: flag(false),
    MAX_CLOCK_SKEW_S: wholeNumber(0, 86_400, 60),
  },
  [],
  (values) => ({
    dlqMaxRatio: values.DLQ_MAX_RATIO,
    dlqMaxRun: values.DLQ_MAX_RUN,
    dlqAccept: values.DLQ_ACCEPT,
    maxClockSkewMs: values.MAX_CLOCK_SKEW_S * 1000,
  }),
);
export type IngestConfig = ConfigOf<typeof ingestConfigSchema>;

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Who classifies news that comes without direction and impact; `null`: nobody, it waits. */
export interface ClassifierConfig {
  /** `null`: rules alone. */
  readonly endpoint: {
    readonly url: string;
    readonly model: string;
    readonly key: Secret | undefined;
    /** Lines of NAME=VALUE, mode 0600; `null`: the key is in the environment, or there is none. */
    readonly credentials: string | null;
    readonly requestsPerMinute: number;
    readonly timeoutMs: number;
    readonly temperature: number | null;
  } | null;
  /** Tokens of a UTC day. */
  readonly tokensPerDay: number;
  /** Attempts for one news item before it is left for an operator, or for the rules. */
  readonly attempts: number;
  readonly rules: boolean;
}

const safeKey: ConfigRule = (set) => {
  const value = set['CLASSIFIER_URL'];
  if (!value || !URL.canParse(value) || !(set['CLASSIFIER_API_KEY'] || set['CLASSIFIER_CREDENTIALS'])) return null;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || LOOPBACK.test(hostname)
    ? null
    : { variable: 'CLASSIFIER_URL', message: 'is plain http to another machine: the key would be readable; use https' };
};

export const classifierConfigSchema = defineSection(
  {
    CLASSIFIER_URL: url(['http', 'https'], 'https://api.openai.com/v1').optional(),
    CLASSIFIER_MODEL: text(),
    CLASSIFIER_API_KEY: secret(),
    CLASSIFIER_CREDENTIALS: text(),
    CLASSIFIER_REQUESTS_PER_MINUTE: wholeNumber(1, 60_000, 60),
    CLASSIFIER_TOKENS_PER_DAY: wholeNumber(1, 1_000_000_000_000, 1_000_000),
    CLASSIFIER_ATTEMPTS: wholeNumber(1, 20, 4),
    CLASSIFIER_TIMEOUT_S: wholeNumber(1, 600, 60),
    CLASSIFIER_TEMPERATURE: z
      .string()
      .refine((value) => value === 'none' || /^[012](\.\d+)?$/.test(value), {
        error: 'give a number from 0 to 2, or none for a model that takes none (default 0)',
      })
      .transform((value) => (value === 'none' ? null : Number(value)))
      .default(0),
    CLASSIFIER_FALLBACK: z.enum(['none', 'rules'], { error: 'say none or rules (default none)' }).default('none'),
  },
  [
    needs('CLASSIFIER_URL', 'CLASSIFIER_MODEL'),
    needs('CLASSIFIER_MODEL', 'CLASSIFIER_URL'),
    needs('CLASSIFIER_API_KEY', 'CLASSIFIER_URL'),
    needs('CLASSIFIER_CREDENTIALS', 'CLASSIFIER_URL'),
    withoutCredentials('CLASSIFIER_URL', 'the key as CLASSIFIER_API_KEY'),
    safeKey,
  ],
  (values): ClassifierConfig | null => {
    const rules = values.CLASSIFIER_FALLBACK === 'rules';
    if (!values.CLASSIFIER_URL && !rules) return null;
    return {
      endpoint: values.CLASSIFIER_URL
        ? {
            url: values.CLASSIFIER_URL,
            model: values.CLASSIFIER_MODEL ?? '',
            key: values.CLASSIFIER_API_KEY,
            credentials: values.CLASSIFIER_CREDENTIALS ?? null,
            requestsPerMinute: values.CLASSIFIER_REQUESTS_PER_MINUTE,
            timeoutMs: values.CLASSIFIER_TIMEOUT_S * 1000,
            temperature: values.CLASSIFIER_TEMPERATURE,
          }
        : null,
      tokensPerDay: values.CLASSIFIER_TOKENS_PER_DAY,
      attempts: values.CLASSIFIER_ATTEMPTS,
      rules,
    };
  },
);

/** `url` is a secret: it may hold a password. */
export const redisConfigSchema = defineSection(
  {
    REDIS_URL: url(['redis', 'rediss'], 'redis://localhost:6379')
      .transform((value) => new Secret(value))
      .optional(),
  },
  [],
  (values) => ({ url: values.REDIS_URL }),
);
