import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { calendarConfigSchema } from '../exchange/calendar-variables.ts';
import { ConfigError, type Environment, parseConfig } from './config.ts';
import {
  BOTH_SERVERS,
  ingestConfigSchema,
  kafkaConfigSchema,
  logConfigSchema,
  opsConfigSchema,
  redisConfigSchema,
  serviceConfigSchema,
  storeConfigSchema,
} from './variables.ts';

const SECTIONS = {
  log: logConfigSchema,
  store: storeConfigSchema,
  service: serviceConfigSchema,
  ops: opsConfigSchema,
  kafka: kafkaConfigSchema,
  ingest: ingestConfigSchema,
  redis: redisConfigSchema,
};
const read = (environment: Environment) => parseConfig(SECTIONS, environment);

function problems(environment: Environment): string[] {
  try {
    read(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ variable }) => variable);
  }
}

describe('the configuration', () => {
  it('has the published defaults', () => {
    expect(read({})).toEqual({
      log: { level: 'info' },
      store: { dataDir: './data', server: null },
      service: { port: 3000, host: '127.0.0.1', maxBarsPerRequest: 2_000_000, demo: true },
      ops: { port: 3001, host: '127.0.0.1', token: undefined },
      kafka: null,
      ingest: { dlqMaxRatio: 0.5, dlqMaxRun: 1000, dlqAccept: false, maxClockSkewMs: 60_000 },
      redis: { url: undefined },
    });
  });

  it('takes a blank variable as not set', () => {
    expect(
      read({ PORT: '', DATA_DIR: '  ', CLICKHOUSE_URL: '', KAFKA_BROKERS: '\t', LOG_LEVEL: ' debug ' }),
    ).toMatchObject({
      service: { port: 3000 },
      store: { dataDir: './data', server: null },
      log: { level: 'debug' },
    });
  });

  it('reads a server and its reader', () => {
    const { store } = read({
      CLICKHOUSE_URL: 'http://ch:8123',
      CLICKHOUSE_USER: 'w',
      CLICKHOUSE_PASSWORD: 'pw',
      CLICKHOUSE_READER_USER: 'r',
    });
    expect(store.server).toMatchObject({ url: 'http://ch:8123', user: 'w', readerUser: 'r' });
    expect(store.server?.password?.reveal()).toBe('pw');
    expect(store.server?.readerPassword).toBeUndefined();
  });

  it('reads brokers and their credentials', () => {
    const { kafka } = read({
      KAFKA_BROKERS: 'a:9092, b:9093',
      KAFKA_SSL: 'true',
      KAFKA_SASL_MECHANISM: 'SCRAM-SHA-256',
      KAFKA_SASL_USERNAME: 'u',
      KAFKA_SASL_PASSWORD: 'pw',
    });
    expect(kafka).toMatchObject({
      brokers: ['a:9092', 'b:9093'],
      partitions: 12,
      ssl: true,
      sasl: { mechanism: 'scram-sha-256', username: 'u' },
    });
  });

  it('tells all that is wrong in one message, with what to do', () => {
    const environment = { PORT: '70000', LOG_LEVEL: 'loud', CLICKHOUSE_USER: 'x', DLQ_MAX_RATIO: '2', DEMO: 'maybe' };
    expect(problems(environment).sort()).toEqual(['CLICKHOUSE_USER', 'DEMO', 'DLQ_MAX_RATIO', 'LOG_LEVEL', 'PORT']);
    expect(() => read(environment)).toThrow(/PORT: give a whole number from 0 to 65535 \(default 3000\)\n/);
    expect(() => read(environment)).toThrow(
      /CLICKHOUSE_USER: has no effect without CLICKHOUSE_URL: set CLICKHOUSE_URL, or unset/,
    );
  });

  it.each<[string, Environment]>([
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: '3e3' }],
    ['OPS_PORT', { PORT: '4000', OPS_PORT: '4000' }],
    ['OPS_PORT', { PORT: '3001' }],
    ['OPS_TOKEN', { OPS_TOKEN: 'short' }],
    ['CLICKHOUSE_URL', { CLICKHOUSE_URL: 'ch:8123' }],
    ['CLICKHOUSE_URL', { CLICKHOUSE_URL: 'http://u:p@ch:8123' }],
    ['CLICKHOUSE_PASSWORD', { CLICKHOUSE_URL: 'http://ch:8123', CLICKHOUSE_PASSWORD: 'x' }],
    ['CLICKHOUSE_READER_USER', { CLICKHOUSE_READER_USER: 'r' }],
    ['CLICKHOUSE_READER_PASSWORD', { CLICKHOUSE_URL: 'http://ch:8123', CLICKHOUSE_READER_PASSWORD: 'x' }],
    ['KAFKA_BROKERS', { KAFKA_BROKERS: 'broker' }],
    ['KAFKA_PARTITIONS', { KAFKA_PARTITIONS: '0' }],
    ['KAFKA_SSL', { KAFKA_SSL: '1' }],
    ['KAFKA_SASL_MECHANISM', { KAFKA_BROKERS: 'a:1', KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'u' }],
    ['KAFKA_SASL_PASSWORD', { KAFKA_BROKERS: 'a:1', KAFKA_SASL_PASSWORD: 'x' }],
    ['REDIS_URL', { REDIS_URL: 'http://redis' }],
    ['MAX_BARS_PER_REQUEST', { MAX_BARS_PER_REQUEST: '0' }],
    ['DLQ_MAX_RUN', { DLQ_MAX_RUN: '1.5' }],
    ['MAX_CLOCK_SKEW_S', { MAX_CLOCK_SKEW_S: 'soon' }],
  ])('%s is refused in %j', (variable, environment) => {
    expect(problems(environment)).toContain(variable);
  });

  it.each([
    [{ KAFKA_BROKERS: 'a:1' }, 'CLICKHOUSE_URL'],
    [{ CLICKHOUSE_URL: 'http://ch:8123' }, 'KAFKA_BROKERS'],
  ])('of %j alone names the missing server', (environment, missing) => {
    const both = () => parseConfig({ store: storeConfigSchema, kafka: kafkaConfigSchema }, environment, BOTH_SERVERS);
    expect(both).toThrow(new RegExp(`${missing}: is required with ${Object.keys(environment)[0]}`));
  });

  it('never shows a secret', () => {
    const secret = 'hush-hush-hush-hush';
    const environment = {
      CLICKHOUSE_URL: 'http://ch:8123',
      CLICKHOUSE_USER: 'w',
      CLICKHOUSE_PASSWORD: secret,
      CLICKHOUSE_READER_USER: 'r',
      CLICKHOUSE_READER_PASSWORD: secret,
      KAFKA_BROKERS: 'a:1',
      KAFKA_SASL_MECHANISM: 'plain',
      KAFKA_SASL_USERNAME: 'u',
      KAFKA_SASL_PASSWORD: secret,
      OPS_TOKEN: secret,
      REDIS_URL: `redis://:${secret}@redis:6379`,
    };
    const config = read(environment);
    for (const shown of [inspect(config, { depth: 9 }), JSON.stringify(config), `${config.redis.url}`]) {
      expect(shown).not.toContain('hush');
    }
    expect(config.redis.url?.reveal()).toContain(secret);
    const wrong = {
      ...environment,
      CLICKHOUSE_USER: '',
      REDIS_URL: `http://:${secret}@x`,
      CLICKHOUSE_URL: `http://u:${secret}@x`,
    };
    expect(() => read(wrong)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hush') }));
  });
});

it('takes closings of the exchange as days and as times of days', () => {
  const closings = (text: string) =>
    parseConfig({ calendar: calendarConfigSchema }, { EXCHANGE_CLOSED: text }).calendar;
  expect(closings('2026-12-01, 2026-12-02@13:00')).toEqual({
    closings: [
      { day: 20_788, closeMin: null },
      { day: 20_789, closeMin: 780 },
    ],
  });
  expect(closings(' ')).toEqual({ closings: [] });
  for (const wrong of ['2026-02-30', '2026-12-01@25:00', '2026-12-01@08:00', 'Christmas'])
    expect(() => closings(wrong)).toThrow(/EXCHANGE_CLOSED: give dates such as/);
});

describe('the variables of a log that is shared or secured', () => {
  const kafka = (env: Record<string, string>) =>
    parseConfig({ kafka: kafkaConfigSchema }, { KAFKA_BROKERS: 'kafka:9092', ...env }).kafka!;

  it('name what they need of each other', () => {
    const oauth = { KAFKA_SASL_MECHANISM: 'OAuthBearer' };
    expect(kafka({ KAFKA_PREFIX: 'prod.' }).prefix).toBe('prod.');
    expect(kafka({ ...oauth, KAFKA_OAUTH_TOKEN_FILE: '/run/token' }).sasl).toEqual({
      mechanism: 'oauthbearer',
      tokenFile: '/run/token',
    });
    const wrong: [Record<string, string>, RegExp][] = [
      [{ KAFKA_PREFIX: 'a b' }, /KAFKA_PREFIX: give up to 100/],
      [{ KAFKA_SSL_CA: '/nosuch' }, /KAFKA_SSL_CA: give the path.*ENOENT/],
      [{ KAFKA_SSL: '1', KAFKA_SSL_CERT: import.meta.filename }, /KAFKA_SSL_CERT: give the path.*no PEM/],
      [oauth, /oauthbearer needs KAFKA_OAUTH_TOKEN_FILE/],
      [{ KAFKA_OAUTH_TOKEN_FILE: '/run/token' }, /KAFKA_OAUTH_TOKEN_FILE: is for KAFKA_SASL_MECHANISM=oauthbearer/],
      [{ KAFKA_SASL_MECHANISM: 'plain' }, /without KAFKA_SASL_USERNAME/],
    ];
    for (const [env, message] of wrong) expect(() => kafka(env)).toThrow(message);
  });
});
