/** The variables of the log: brokers, names, and how a client shows who it is. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  type ConfigRule,
  defineSection,
  flag,
  needs,
  Secret,
  type SetVariables,
  seconds,
  secret,
  text,
  url,
  type ValuesOf,
  wholeNumber,
} from './config.ts';

export const SASL_MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512', 'oauthbearer'] as const;

/** Where tokens come from, each time a connection wants one: a file that another program keeps fresh, or an OAuth endpoint. */
export type TokenSource =
  | { readonly file: string }
  | { readonly url: string; readonly clientId: string; readonly clientSecret: Secret; readonly scope?: string };

export type SaslConfig =
  | {
      readonly mechanism: Exclude<(typeof SASL_MECHANISMS)[number], 'oauthbearer'>;
      readonly username: string;
      readonly password: Secret;
    }
  | { readonly mechanism: 'oauthbearer'; readonly token: TokenSource };

/** `null` where `KAFKA_BROKERS` is not set: collectors hand their events to landing in process. */
export interface KafkaConfig {
  readonly brokers: readonly string[];
  readonly partitions: number;
  /** Before the names of topics and groups, so that several installations share a cluster; by default none. */
  readonly prefix?: string;
  readonly ssl: boolean;
  /** As PEM: whom to trust instead of the authorities that Node knows, and the client's own certificate. */
  readonly certificates?: { readonly ca?: string; readonly cert?: string; readonly key?: Secret };
  readonly sasl: SaslConfig | null;
  /** How large a record batch may be once it is decompressed, with about 200 bytes a record; by default 64 MiB. */
  readonly maxBatchBytes?: number;
  /** After so long without a sign of life a member of a group is held to be gone; by default 30 s. */
  readonly sessionTimeoutMs?: number;
}

/** The content of a file in PEM. */
const pem = () =>
  z
    .string()
    .transform((path, context) => {
      let why = 'it holds no PEM (-----BEGIN ...-----)';
      try {
        const content = readFileSync(path, 'utf8');
        if (/-----BEGIN [A-Z ]+-----/.test(content)) return content;
      } catch (error) {
        why = (error as NodeJS.ErrnoException).code ?? String(error);
      }
      context.addIssue({ code: 'custom', message: `give the path of a file in PEM that can be read: ${why}` });
      return z.NEVER;
    })
    .optional();

const BROKERS = /^[^\s,:]+:\d{1,5}(\s*,\s*[^\s,:]+:\d{1,5})*$/;
/** Topics have 249 characters at most. */
const PREFIX = /^[A-Za-z0-9._-]{1,100}$/;
const kafkaVariables = {
  brokers: [
    'KAFKA_BROKERS',
    z.string().regex(BROKERS, { error: 'give host:port, several with commas between' }).optional(),
  ],
  partitions: ['KAFKA_PARTITIONS', wholeNumber(1, 10_000, 12)],
  prefix: [
    'KAFKA_PREFIX',
    z.string().regex(PREFIX, { error: 'give up to 100 letters, digits, ".", "_" and "-", such as prod.' }).optional(),
  ],
  ssl: ['KAFKA_SSL', flag(false)],
  ca: ['KAFKA_SSL_CA', pem()],
  cert: ['KAFKA_SSL_CERT', pem()],
  key: ['KAFKA_SSL_KEY', pem()],
  mechanism: [
    'KAFKA_SASL_MECHANISM',
    z
      .string()
      .toLowerCase()
      .pipe(z.enum(SASL_MECHANISMS, { error: `say one of ${SASL_MECHANISMS.join(', ')}` }))
      .optional(),
  ],
  username: ['KAFKA_SASL_USERNAME', text()],
  password: ['KAFKA_SASL_PASSWORD', secret()],
  tokenFile: ['KAFKA_OAUTH_TOKEN_FILE', text()],
  tokenUrl: ['KAFKA_OAUTH_URL', url(['https', 'http'], 'https://login.example.org/oauth2/token').optional()],
  clientId: ['KAFKA_OAUTH_CLIENT_ID', text()],
  clientSecret: ['KAFKA_OAUTH_CLIENT_SECRET', secret()],
  scope: ['KAFKA_OAUTH_SCOPE', text()],
  maxBatchBytes: ['KAFKA_MAX_BATCH_BYTES', wholeNumber(1024 * 1024, 2 ** 31 - 1, 64 * 1024 * 1024)],
  // What brokers allow by default: 6 s to half an hour.
  sessionTimeoutMs: ['KAFKA_SESSION_TIMEOUT_S', seconds(6, 1800, 30)],
} as const;

const isOauth = (set: SetVariables) => set['KAFKA_SASL_MECHANISM']?.toLowerCase() === 'oauthbearer';
/** With a mechanism that takes a password. */
const ofPassword =
  (rule: ConfigRule): ConfigRule =>
  (set) =>
    isOauth(set) ? null : rule(set);

const oneTokenSource: ConfigRule = (set) => {
  const sources = ['KAFKA_OAUTH_TOKEN_FILE', 'KAFKA_OAUTH_URL'].filter((variable) => set[variable]);
  if (!isOauth(set)) {
    return sources.length === 0
      ? null
      : { variable: sources[0], message: 'is for KAFKA_SASL_MECHANISM=oauthbearer: set that, or unset this' };
  }
  if (sources.length === 1) return null;
  const message = 'oauthbearer needs one of KAFKA_OAUTH_TOKEN_FILE and KAFKA_OAUTH_URL';
  return { variable: 'KAFKA_SASL_MECHANISM', message };
};

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
/** The secret would be readable on its way. */
const safeEndpoint: ConfigRule = (set) => {
  const given = set['KAFKA_OAUTH_URL'];
  if (!given || !URL.canParse(given)) return null;
  const { protocol, hostname } = new URL(given);
  if (protocol === 'https:' || LOOPBACK.test(hostname)) return null;
  return { variable: 'KAFKA_OAUTH_URL', message: 'is plain http to another machine: use https' };
};

const kafkaRules: readonly ConfigRule[] = [
  needs('KAFKA_SSL', 'KAFKA_BROKERS'),
  needs('KAFKA_PREFIX', 'KAFKA_BROKERS'),
  needs('KAFKA_SSL_CA', 'KAFKA_SSL'),
  needs('KAFKA_SSL_CERT', 'KAFKA_SSL'),
  needs('KAFKA_SSL_CERT', 'KAFKA_SSL_KEY'),
  needs('KAFKA_SSL_KEY', 'KAFKA_SSL_CERT'),
  needs('KAFKA_SASL_MECHANISM', 'KAFKA_BROKERS'),
  ofPassword(needs('KAFKA_SASL_MECHANISM', 'KAFKA_SASL_USERNAME')),
  ofPassword(needs('KAFKA_SASL_MECHANISM', 'KAFKA_SASL_PASSWORD')),
  needs('KAFKA_SASL_USERNAME', 'KAFKA_SASL_MECHANISM'),
  needs('KAFKA_SASL_PASSWORD', 'KAFKA_SASL_MECHANISM'),
  oneTokenSource,
  safeEndpoint,
  needs('KAFKA_OAUTH_URL', 'KAFKA_OAUTH_CLIENT_ID'),
  needs('KAFKA_OAUTH_URL', 'KAFKA_OAUTH_CLIENT_SECRET'),
  needs('KAFKA_OAUTH_CLIENT_ID', 'KAFKA_OAUTH_URL'),
  needs('KAFKA_OAUTH_CLIENT_SECRET', 'KAFKA_OAUTH_URL'),
  needs('KAFKA_OAUTH_SCOPE', 'KAFKA_OAUTH_URL'),
];

type Values = ValuesOf<typeof kafkaVariables>;

function saslOf({ mechanism, username, password, ...oauth }: Values): SaslConfig | null {
  if (mechanism === 'oauthbearer') {
    const { tokenFile, tokenUrl, clientId = '', clientSecret = new Secret(''), scope } = oauth;
    const token = tokenUrl ? { url: tokenUrl, clientId, clientSecret, scope } : { file: tokenFile ?? '' };
    return { mechanism, token };
  }
  return mechanism && username && password ? { mechanism, username, password } : null;
}

function buildKafka(values: Values): KafkaConfig | null {
  const { brokers, partitions, prefix, ssl, ca, cert, key, maxBatchBytes, sessionTimeoutMs } = values;
  if (!brokers) return null;
  return {
    brokers: brokers.split(',').map((broker) => broker.trim()),
    ...{ partitions, prefix, ssl, maxBatchBytes, sessionTimeoutMs },
    certificates: { ca, cert, key: key === undefined ? undefined : new Secret(key) },
    sasl: saslOf(values),
  };
}

export const kafkaConfigSchema = defineSection(kafkaVariables, kafkaRules, buildKafka);
