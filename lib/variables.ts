/** The variables that programs share, as sections for `parseConfig`. Names and defaults are a contract with operators. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  type ConfigOf,
  type ConfigRule,
  defineSection,
  flag,
  fraction,
  needs,
  port,
  Secret,
  type SetVariables,
  seconds,
  secret,
  text,
  url,
  type ValuesOf,
  wholeNumber,
} from './config.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export const logConfigSchema = defineSection({
  level: [
    'LOG_LEVEL',
    z.enum(LOG_LEVELS, { error: `give one of ${LOG_LEVELS.join(', ')} (default info)` }).default('info'),
  ],
});
export type LogConfig = ConfigOf<typeof logConfigSchema>;

const together = (one: string, other: string) => [needs(one, other), needs(other, one)];

const urlOf = (value: string | undefined) => (value && URL.canParse(value) ? new URL(value) : null);

/** Returns the rule that a URL holds no credentials, because addresses are logged and shown. */
function withoutCredentials(variable: string, instead: string): ConfigRule {
  return (set) => {
    const given = urlOf(set[variable]);
    if (!given?.username && !given?.password) return null;
    return { variable, message: `holds a user or password: give ${instead}` };
  };
}

const storeVariables = {
  dataDir: ['DATA_DIR', z.string().default('./data')],
  url: ['CLICKHOUSE_URL', url(['http', 'https'], 'http://localhost:8123').optional()],
  user: ['CLICKHOUSE_USER', text()],
  password: ['CLICKHOUSE_PASSWORD', secret()],
  readerUser: ['CLICKHOUSE_READER_USER', text()],
  readerPassword: ['CLICKHOUSE_READER_PASSWORD', secret()],
  /** Time limit of a read; inserts have less, schema changes and deletions have minutes. */
  timeoutMs: ['CLICKHOUSE_TIMEOUT_S', seconds(3, 600, 60)],
} as const;

const storeRules: readonly ConfigRule[] = [
  withoutCredentials('CLICKHOUSE_URL', 'them as CLICKHOUSE_USER and _PASSWORD'),
  needs('CLICKHOUSE_USER', 'CLICKHOUSE_URL'),
  needs('CLICKHOUSE_PASSWORD', 'CLICKHOUSE_USER'),
  needs('CLICKHOUSE_READER_USER', 'CLICKHOUSE_URL'),
  needs('CLICKHOUSE_READER_PASSWORD', 'CLICKHOUSE_READER_USER'),
];

/** Location of the store: a server, or the embedded engine on `dataDir` if `server` is null. */
export type StoreConfig = ReturnType<typeof buildStore>;

/** Builds the store's configuration; the reader's user defaults to the writer's. */
function buildStore({ dataDir, url, user = 'default', ...rest }: ValuesOf<typeof storeVariables>) {
  if (!url) return { dataDir, server: null };
  const { readerUser = user, password } = rest;
  const readerPassword = rest.readerUser === undefined ? password : rest.readerPassword;
  return { dataDir, server: { ...rest, url, user, readerUser, readerPassword } };
}

export const storeConfigSchema = defineSection(storeVariables, storeRules, buildStore);

/** Rules for programs of either form: embedded without servers, or with both servers. */
export const BOTH_SERVERS: readonly ConfigRule[] = ['KAFKA_BROKERS', 'CLICKHOUSE_URL'].map(
  (missing, i, both) => (set) =>
    set[both[1 - i]] && !set[missing]
      ? {
          variable: missing,
          message: `is required with ${both[1 - i]}: set it, or unset ${both[1 - i]} to run embedded`,
        }
      : null,
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

const opsToken = z
  .string()
  .min(16, { error: 'give at least 16 characters, or unset it: then one is generated at the start' })
  .transform((value) => new Secret(value))
  .optional();

export const opsConfigSchema = defineSection(
  {
    port: ['OPS_PORT', port(3001)],
    host: ['OPS_HOST', z.string().default('127.0.0.1')],
    token: ['OPS_TOKEN', opsToken],
  },
  [distinctPorts],
);

/** Address of the ops port, for the command line. */
export const opsAddressSchema = defineSection(
  { url: ['OPS_URL', url(['http', 'https'], 'http://localhost:3001').optional()], token: ['OPS_TOKEN', opsToken] },
  [needs('OPS_URL', 'OPS_TOKEN')],
);

export const ingestConfigSchema = defineSection({
  dlqMaxRatio: ['DLQ_MAX_RATIO', fraction(0.5)],
  dlqMaxRun: ['DLQ_MAX_RUN', wholeNumber(1, 1_000_000_000, 1000)],
  dlqAccept: ['DLQ_ACCEPT', flag(false)],
  maxClockSkewMs: ['MAX_CLOCK_SKEW_S', seconds(0, 86_400, 60)],
});
export type IngestConfig = ConfigOf<typeof ingestConfigSchema>;

/** The URL is secret, because it may hold a password. */
export const redisConfigSchema = defineSection({
  url: [
    'REDIS_URL',
    url(['redis', 'rediss'], 'redis://localhost:6379')
      .transform((value) => new Secret(value))
      .optional(),
  ],
});

// --- the log: brokers, names, and clients' credentials

const SASL_MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512', 'oauthbearer'] as const;

/** Configuration of the log; `null` if `KAFKA_BROKERS` is not set: collectors then hand their events to landing in process. */
export interface KafkaConfig {
  readonly brokers: readonly string[];
  readonly partitions: number;
  /** Prefix of the names of topics and groups, so that several installations share a cluster; empty by default. */
  readonly prefix?: string;
  readonly ssl: boolean;
  /** PEM texts: authorities to trust instead of Node's, and the client's own certificate. */
  readonly certificates?: { readonly ca?: string; readonly cert?: string; readonly key?: Secret };
  readonly sasl: ReturnType<typeof saslOf>;
  /** Most bytes of a decompressed record batch, with about 200 bytes per record; 64 MiB by default. */
  readonly maxBatchBytes?: number;
  /** Time without a heartbeat after which a group drops a member; 30 s by default. */
  readonly sessionTimeoutMs?: number;
}

const pemFile = () =>
  z
    .string()
    .transform((path, context) => {
      let why = 'it contains no PEM block (-----BEGIN ...-----)';
      try {
        const content = readFileSync(path, 'utf8');
        if (/-----BEGIN [A-Z ]+-----/.test(content)) return content;
      } catch (error) {
        why = (error as NodeJS.ErrnoException).code ?? String(error);
      }
      context.addIssue({ code: 'custom', message: `give the path of a readable PEM file: ${why}` });
      return z.NEVER;
    })
    .optional();

const BROKERS = /^[^\s,:]+:\d{1,5}(\s*,\s*[^\s,:]+:\d{1,5})*$/;
/** Prefixes of up to 100 characters; topics have at most 249. */
const PREFIX = /^[A-Za-z0-9._-]{1,100}$/;
const kafkaVariables = {
  brokers: [
    'KAFKA_BROKERS',
    z.string().regex(BROKERS, { error: 'give host:port, several separated by commas' }).optional(),
  ],
  partitions: ['KAFKA_PARTITIONS', wholeNumber(1, 10_000, 12)],
  prefix: [
    'KAFKA_PREFIX',
    z.string().regex(PREFIX, { error: 'give up to 100 letters, digits, ".", "_" and "-", such as prod.' }).optional(),
  ],
  ssl: ['KAFKA_SSL', flag(false)],
  ca: ['KAFKA_SSL_CA', pemFile()],
  cert: ['KAFKA_SSL_CERT', pemFile()],
  key: ['KAFKA_SSL_KEY', pemFile()],
  mechanism: [
    'KAFKA_SASL_MECHANISM',
    z
      .string()
      .toLowerCase()
      .pipe(z.enum(SASL_MECHANISMS, { error: `give one of ${SASL_MECHANISMS.join(', ')}` }))
      .optional(),
  ],
  username: ['KAFKA_SASL_USERNAME', text()],
  password: ['KAFKA_SASL_PASSWORD', secret()],
  tokenFile: ['KAFKA_OAUTH_TOKEN_FILE', text()],
  // Brokers allow 6 s to half an hour by default.
  sessionTimeoutMs: ['KAFKA_SESSION_TIMEOUT_S', seconds(6, 1800, 30)],
} as const;

const isOauth = (set: SetVariables) => set['KAFKA_SASL_MECHANISM']?.toLowerCase() === 'oauthbearer';
/** Returns the rule that a mechanism with a password requires `other`. */
const mechanismNeeds = (other: string): ConfigRule => {
  const rule = needs('KAFKA_SASL_MECHANISM', other);
  return (set) => (isOauth(set) ? null : rule(set));
};

const tokenFile: ConfigRule = (set) => {
  if (isOauth(set) === Boolean(set['KAFKA_OAUTH_TOKEN_FILE'])) return null;
  return isOauth(set)
    ? { variable: 'KAFKA_SASL_MECHANISM', message: 'oauthbearer needs KAFKA_OAUTH_TOKEN_FILE: set it' }
    : {
        variable: 'KAFKA_OAUTH_TOKEN_FILE',
        message: 'is for KAFKA_SASL_MECHANISM=oauthbearer: set that, or unset this',
      };
};

const kafkaRules: readonly ConfigRule[] = [
  needs('KAFKA_SSL', 'KAFKA_BROKERS'),
  needs('KAFKA_PREFIX', 'KAFKA_BROKERS'),
  needs('KAFKA_SSL_CA', 'KAFKA_SSL'),
  needs('KAFKA_SSL_CERT', 'KAFKA_SSL'),
  ...together('KAFKA_SSL_CERT', 'KAFKA_SSL_KEY'),
  needs('KAFKA_SASL_MECHANISM', 'KAFKA_BROKERS'),
  mechanismNeeds('KAFKA_SASL_USERNAME'),
  mechanismNeeds('KAFKA_SASL_PASSWORD'),
  needs('KAFKA_SASL_USERNAME', 'KAFKA_SASL_MECHANISM'),
  needs('KAFKA_SASL_PASSWORD', 'KAFKA_SASL_MECHANISM'),
  tokenFile,
];

type KafkaValues = ValuesOf<typeof kafkaVariables>;

function saslOf({ mechanism, username, password, tokenFile = '' }: KafkaValues) {
  if (mechanism === 'oauthbearer') return { mechanism, tokenFile };
  return mechanism && username && password ? { mechanism, username, password } : null;
}

function buildKafka(values: KafkaValues): KafkaConfig | null {
  const { brokers, partitions, prefix, ssl, ca, cert, key, sessionTimeoutMs } = values;
  if (!brokers) return null;
  const certificates = { ca, cert, key: key === undefined ? undefined : new Secret(key) };
  const topics = { partitions, prefix, sessionTimeoutMs };
  return { brokers: brokers.split(',').map((one) => one.trim()), ...topics, ssl, certificates, sasl: saslOf(values) };
}

export const kafkaConfigSchema = defineSection(kafkaVariables, kafkaRules, buildKafka);
