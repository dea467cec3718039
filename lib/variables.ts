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
  Secret,
  seconds,
  secret,
  text,
  url,
  type ValuesOf,
  wholeNumber,
} from './config.ts';

export * from './kafka-variables.ts';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export const logConfigSchema = defineSection({
  level: [
    'LOG_LEVEL',
    z.enum(LOG_LEVELS, { error: `say one of ${LOG_LEVELS.join(', ')} (default info)` }).default('info'),
  ],
});
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

const CLUSTER = /^[A-Za-z_][A-Za-z0-9_]*$/;
const storeVariables = {
  dataDir: ['DATA_DIR', z.string().default('./data')],
  url: ['CLICKHOUSE_URL', url(['http', 'https'], 'http://localhost:8123').optional()],
  user: ['CLICKHOUSE_USER', text()],
  password: ['CLICKHOUSE_PASSWORD', secret()],
  readerUser: ['CLICKHOUSE_READER_USER', text()],
  readerPassword: ['CLICKHOUSE_READER_PASSWORD', secret()],
  cluster: [
    'CLICKHOUSE_CLUSTER',
    z.string().regex(CLUSTER, { error: 'give the name of a cluster: letters, digits and _' }).optional(),
  ],
  timeoutMs: ['CLICKHOUSE_TIMEOUT_S', seconds(3, 600, 60)],
} as const;

const storeRules: readonly ConfigRule[] = [
  oneSetOfCredentials,
  needs('CLICKHOUSE_USER', 'CLICKHOUSE_URL'),
  needs('CLICKHOUSE_PASSWORD', 'CLICKHOUSE_USER'),
  needs('CLICKHOUSE_READER_USER', 'CLICKHOUSE_URL'),
  needs('CLICKHOUSE_READER_PASSWORD', 'CLICKHOUSE_READER_USER'),
  needs('CLICKHOUSE_CLUSTER', 'CLICKHOUSE_URL'),
];

function buildStore({ dataDir, url, user = 'default', ...rest }: ValuesOf<typeof storeVariables>): StoreConfig {
  if (!url) return { dataDir, server: null };
  const { readerUser = user, password } = rest;
  const readerPassword = rest.readerUser === undefined ? password : rest.readerPassword;
  return { dataDir, server: { ...rest, url, user, readerUser, readerPassword } };
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
    port: ['PORT', port(3000)],
    host: ['HOST', z.string().default('127.0.0.1')],
    maxBarsPerRequest: ['MAX_BARS_PER_REQUEST', wholeNumber(1, 1_000_000_000, 2_000_000)],
    demo: ['DEMO', flag(true)],
  },
  [distinctPorts],
);
export type ServiceConfig = ConfigOf<typeof serviceConfigSchema>;

/** Of programs that compute: how often records of days that have not ended are stored; 0: never. */
export const computeConfigSchema = defineSection({ openRefreshMs: ['OPEN_REFRESH_S', seconds(0, 86_400, 0)] });
export type ComputeConfig = ConfigOf<typeof computeConfigSchema>;

export const opsConfigSchema = defineSection(
  {
    port: ['OPS_PORT', port(3001)],
    host: ['OPS_HOST', z.string().default('127.0.0.1')],
    token: [
      'OPS_TOKEN',
      z
        .string()
        .min(16, { error: 'give at least 16 characters, or unset it to have one made' })
        .transform((value) => new Secret(value))
        .optional(),
    ],
  },
  [distinctPorts],
);
export type OpsConfig = ConfigOf<typeof opsConfigSchema>;

/** Of programs that land and compute; `null`: they wait for ever. */
export const watchdogConfigSchema = defineSection({
  unreadyExitMs: ['UNREADY_EXIT_S', seconds(0, 86_400, 300).transform((ms) => ms || null)],
});
export type WatchdogConfig = ConfigOf<typeof watchdogConfigSchema>;

/** Bounds of what ingest takes before it stops. */
export const ingestConfigSchema = defineSection({
  dlqMaxRatio: ['DLQ_MAX_RATIO', fraction(0.5)],
  dlqMaxRun: ['DLQ_MAX_RUN', wholeNumber(1, 1_000_000_000, 1000)],
  dlqAccept: ['DLQ_ACCEPT', flag(false)],
  maxClockSkewMs: ['MAX_CLOCK_SKEW_S', seconds(0, 86_400, 60)],
});
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

const TEMPERATURE = /^([012](\.\d+)?|none)$/;

export const classifierConfigSchema = defineSection(
  {
    url: ['CLASSIFIER_URL', url(['http', 'https'], 'https://api.openai.com/v1').optional()],
    model: ['CLASSIFIER_MODEL', z.string().default('')],
    key: ['CLASSIFIER_API_KEY', secret()],
    credentials: ['CLASSIFIER_CREDENTIALS', z.string().nullable().default(null)],
    requestsPerMinute: ['CLASSIFIER_REQUESTS_PER_MINUTE', wholeNumber(1, 60_000, 60)],
    tokensPerDay: ['CLASSIFIER_TOKENS_PER_DAY', wholeNumber(1, 1_000_000_000_000, 1_000_000)],
    attempts: ['CLASSIFIER_ATTEMPTS', wholeNumber(1, 20, 4)],
    timeoutMs: ['CLASSIFIER_TIMEOUT_S', seconds(1, 600, 60)],
    temperature: [
      'CLASSIFIER_TEMPERATURE',
      z
        .string()
        .regex(TEMPERATURE, { error: 'give a number from 0 to 2, or none for a model that takes none (default 0)' })
        .transform((value) => (value === 'none' ? null : Number(value)))
        .default(0),
    ],
    fallback: [
      'CLASSIFIER_FALLBACK',
      z.enum(['none', 'rules'], { error: 'say none or rules (default none)' }).default('none'),
    ],
  },
  [
    needs('CLASSIFIER_URL', 'CLASSIFIER_MODEL'),
    needs('CLASSIFIER_MODEL', 'CLASSIFIER_URL'),
    needs('CLASSIFIER_API_KEY', 'CLASSIFIER_URL'),
    needs('CLASSIFIER_CREDENTIALS', 'CLASSIFIER_URL'),
    withoutCredentials('CLASSIFIER_URL', 'the key as CLASSIFIER_API_KEY'),
    safeKey,
  ],
  ({ url, fallback, tokensPerDay, attempts, ...endpoint }): ClassifierConfig | null => {
    const rules = fallback === 'rules';
    if (!url && !rules) return null;
    return { endpoint: url ? { ...endpoint, url } : null, tokensPerDay, attempts, rules };
  },
);

/** `url` is a secret: it may hold a password. */
export const redisConfigSchema = defineSection({
  url: [
    'REDIS_URL',
    url(['redis', 'rediss'], 'redis://localhost:6379')
      .transform((value) => new Secret(value))
      .optional(),
  ],
});
