/** What can be held against the files of a deployment without Docker: their schema, and the programs they start. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { apiConfigSchema } from '../../api/config.ts';
import { calendarConfigSchema } from '../../exchange/calendar-variables.ts';
import { parseConfig } from '../../lib/config.ts';
import { projectFile } from '../../lib/paths.ts';
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

const text = (...path: string[]) => readFileSync(projectFile(...path), 'utf8');
const composeText = text('docker-compose.yml');
// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
const compose: any = parse(composeText, { merge: true });
const services = Object.entries<Record<string, never>>(compose.services);

const SECRETS = [
  'CLICKHOUSE_PASSWORD',
  'CLICKHOUSE_READER_PASSWORD',
  'CLICKHOUSE_ANALYST_PASSWORD',
  'REDIS_PASSWORD',
  'OPS_TOKEN',
];

/** As compose fills in variables; what a default is given for is left at it. */
function filled(value: string): string {
  return value.replace(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name: string, kind: string, rest: string) => {
    if (kind === '-') return rest;
    expect(SECRETS).toContain(name);
    return 'a-secret-of-the-tests';
  });
}

const environmentOf = (service: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries<string>(compose.services[service].environment).map(([name, value]) => [name, filled(String(value))]),
  );

const common = { store: storeConfigSchema, log: logConfigSchema, calendar: calendarConfigSchema };
const ops = opsConfigSchema;
const [kafka, redis, ingest] = [kafkaConfigSchema, redisConfigSchema, ingestConfigSchema];
const programs = {
  ingest: { ...common, ops, kafka, redis, ingest },
  compute: { ...common, ops, kafka, redis },
  api: {
    ...common,
    ops,
    redis,
    service: serviceConfigSchema,
    api: apiConfigSchema,
  },
  cli: { ...common, address: opsAddressSchema, kafka, redis, ingest },
};

describe('docker-compose.yml', () => {
  it('is valid by the schema of the Compose specification', { timeout: 20_000 }, () => {
    // The package does not export the file; it is beside what it does export.
    const folder = dirname(dirname(createRequire(import.meta.url).resolve('docker-compose')));
    const schema = JSON.parse(readFileSync(join(folder, 'schema', 'compose-spec.json'), 'utf8'));
    // The schema names its draft by an address that validators know in another spelling.
    delete schema.$schema;
    const ajv = new Ajv({ strict: false, allErrors: true });
    (addFormats as unknown as (ajv: Ajv) => void)(ajv);
    const validate = ajv.compile(schema);
    // Extension fields are free, and the merge keys have been merged.
    expect(validate(compose) ? [] : validate.errors).toEqual([]);
    const broken = structuredClone(compose);
    broken.services.api.ports = { wrong: true };
    expect(validate(broken)).toBe(false);
  });

  it('has no secret of its own: each must be given', () => {
    for (const [, name, rest] of composeText.matchAll(/\$\{(\w*PASSWORD\w*)(:\?)?/g)) {
      expect(SECRETS).toContain(name);
      expect(rest).toBe(':?');
    }
    const given = text('deploy', 'example.env');
    for (const name of SECRETS) expect(given).toMatch(new RegExp(`^${name}=$`, 'm'));
    for (const [name, value] of services.flatMap(([, { environment }]) => Object.entries<string>(environment ?? {}))) {
      if (/PASSWORD|TOKEN$|SECRET|KEY$/.test(name)) expect(value).toMatch(/^\$\{\w+:(\?|-\}$)/);
    }
  });

  const known = (name: keyof typeof programs) =>
    Object.values(programs[name]).flatMap(({ variables }) => Object.keys(variables.shape));
  const names = Object.keys(programs) as (keyof typeof programs)[];

  it.each(names)('configures %s as that program takes it, with no variable that it does not know', (name) => {
    const environment = environmentOf(name);
    expect(() => parseConfig(programs[name], environment)).not.toThrow();
    expect(Object.keys(environment).filter((variable) => !known(name).includes(variable))).toEqual([]);
  });

  it('hands on every variable that the documentation names to the programs that know it', () => {
    // What the compose file itself decides; and the classifier's key, which is in a file.
    const fixed =
      /^(PORT|HOST|OPS_.*|DATA_DIR|DEMO|LOG_LEVEL|CLICKHOUSE_.*|KAFKA_BROKERS|KAFKA_(SSL|SASL|OAUTH).*|REDIS_URL)$/;
    const documented = ['docs/configuration.md']
      .flatMap((page) => [...text(page).matchAll(/^\| (`[A-Z][A-Z_]+`.*?) \|/gm)])
      .flatMap(([, cell]) => [...cell.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, variable]) => variable))
      .filter((variable) => !fixed.test(variable));
    expect(documented.length).toBeGreaterThan(10);
    for (const variable of documented) {
      expect([variable, names.some((name) => known(name).includes(variable))]).toEqual([variable, true]);
      for (const name of names.filter((one) => known(one).includes(variable)))
        expect([name, Object.keys(environmentOf(name))]).toEqual([name, expect.arrayContaining([variable])]);
    }
  });
});

describe('the users of ClickHouse', () => {
  const xml = text('deploy', 'clickhouse-users.xml');

  it('are those that the programs and the compose file name, with passwords from its variables', () => {
    expect(xml).toContain(`<${environmentOf('api')['CLICKHOUSE_READER_USER']}>`);
    for (const [, variable] of xml.matchAll(/from_env="(\w+)"/g)) {
      expect(Object.keys(compose.services.clickhouse.environment)).toContain(variable);
    }
    expect(xml).not.toMatch(/<password>/);
  });

  it('keep analysts from the accounts', () => {
    const analyst = /<market_analyst>.*<\/market_analyst>/s.exec(xml)?.[0] ?? '';
    expect([...analyst.matchAll(/<query>(.*)<\/query>/g)].map(([, query]) => query)).toEqual([
      'GRANT SELECT, SHOW ON market.*',
    ]);
  });
});
