/** What can be held against the files of a deployment without Docker: their schema, and the programs they start. */
import { existsSync, readFileSync } from 'node:fs';
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
  computeConfigSchema,
  ingestConfigSchema,
  kafkaConfigSchema,
  logConfigSchema,
  opsConfigSchema,
  redisConfigSchema,
  serverStoreConfigSchema,
  serviceConfigSchema,
  watchdogConfigSchema,
} from '../../lib/variables.ts';

const text = (...path: string[]) => readFileSync(projectFile(...path), 'utf8');
const composeText = text('docker-compose.yml');
// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
const compose: any = parse(composeText, { merge: true });
const services = Object.entries<Record<string, never>>(compose.services);

const SECRETS = ['CLICKHOUSE_PASSWORD', 'CLICKHOUSE_READER_PASSWORD', 'CLICKHOUSE_ANALYST_PASSWORD', 'REDIS_PASSWORD'];

/** As compose fills in variables; what a default is given for is left at it. */
function filled(value: string): string {
  return value.replace(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name: string, kind: string, rest: string) => {
    if (kind === '-') return rest;
    expect(SECRETS).toContain(name);
    return 'a-secret';
  });
}

const environmentOf = (service: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries<string>(compose.services[service].environment).map(([name, value]) => [name, filled(String(value))]),
  );

const common = { store: serverStoreConfigSchema, log: logConfigSchema, calendar: calendarConfigSchema };
const [ops, watchdog] = [opsConfigSchema, watchdogConfigSchema];
const [kafka, redis, ingest] = [kafkaConfigSchema, redisConfigSchema, ingestConfigSchema];
const programs = {
  ingest: { ...common, ops, kafka, ingest, watchdog },
  compute: { ...common, ops, kafka, redis, watchdog, compute: computeConfigSchema },
  api: {
    ...common,
    ops,
    redis,
    service: serviceConfigSchema,
    api: apiConfigSchema,
  },
  cli: { ...common, kafka, redis, ingest },
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

  it('names an exact version of every image, and the digest of what it does not build or docs/unverified.md lists', () => {
    for (const [name, { image }] of services) {
      const isOurs = image === 'market-stats:local';
      const digest = String(image).startsWith('clickhouse/') ? '' : '@sha256:[0-9a-f]{64}';
      const exact = new RegExp(`:v?\\d+\\.\\d+\\.\\d+[\\w.-]*${digest}$`);
      expect([name, image, isOurs || exact.test(image)]).toEqual([name, image, true]);
    }
  });

  it('gives no service rights that it does not need', () => {
    for (const [name, { cap_drop, security_opt, privileged, cap_add = [] }] of services) {
      expect([name, cap_drop, security_opt, privileged]).toEqual([
        name,
        ['ALL'],
        ['no-new-privileges:true'],
        undefined,
      ]);
      // The entry point of ClickHouse's image changes to a user of its own.
      const allowed = name === 'clickhouse' ? ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'] : [];
      expect([name, cap_add]).toEqual([name, allowed]);
    }
  });

  it('puts no secret on a command line, where every user of the host can read it', () => {
    for (const [name, { command, entrypoint, healthcheck }] of services) {
      const lines = JSON.stringify([command, entrypoint, healthcheck]);
      for (const secret of SECRETS) expect([name, lines]).toEqual([name, expect.not.stringContaining(`{${secret}`)]);
    }
  });

  it('starts the versions that the tests start', () => {
    const used = ['clickhouse', 'kafka', 'redis'].map((name) => text('test', 'support', `${name}.ts`)).join('\n');
    for (const name of ['clickhouse', 'kafka', 'redis'])
      expect(used).toContain(`'${compose.services[name].image.split('@')[0]}'`);
  });

  it('looks after the health of every service that stays', () => {
    for (const [name, { healthcheck, profiles }] of services) {
      if (profiles) continue;
      expect([name, healthcheck]).toEqual([name, expect.objectContaining({ test: expect.any(Array) })]);
    }
  });

  it('publishes nothing beyond this machine', () => {
    for (const [name, { ports }] of services) {
      for (const port of (ports ?? []) as string[])
        expect([name, port]).toEqual([name, expect.stringMatching(/^127\.0\.0\.1:/)]);
    }
  });

  it('gives the programs longer to stop than they take at most, and no rights', () => {
    for (const name of ['ingest', 'compute', 'api']) {
      expect(compose.services[name]).toMatchObject({
        stop_grace_period: '90s',
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
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
    expect(documented.length).toBeGreaterThan(15);
    for (const variable of documented) {
      expect([variable, names.some((name) => known(name).includes(variable))]).toEqual([variable, true]);
      for (const name of names.filter((one) => known(one).includes(variable)))
        expect([name, Object.keys(environmentOf(name))]).toEqual([name, expect.arrayContaining([variable])]);
    }
  });

  it('starts programs that exist', () => {
    for (const [name, { command, entrypoint }] of services) {
      const files = [...((entrypoint ?? []) as string[]), ...((command ?? []) as string[])];
      for (const file of files.filter((part) => part.startsWith('dist/'))) {
        const source = file.replace(/^dist\/(.*)\.js$/, '$1.ts');
        expect([name, source, existsSync(projectFile(source))]).toEqual([name, source, true]);
      }
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

describe('Dockerfile', () => {
  const dockerfile = text('Dockerfile');
  const instructions = dockerfile
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line));

  it('builds in one stage and runs in another, not as root', () => {
    const stages = instructions.filter((line) => line.startsWith('FROM '));
    expect(stages).toHaveLength(2);
    for (const stage of stages)
      expect(stage).toMatch(/^FROM node:\d+\.\d+\.\d+-[\w-]+@sha256:[0-9a-f]{64}( AS build)?$/);
    const last = instructions.slice(instructions.indexOf(stages[1]));
    const user = last.findIndex((line) => line.startsWith('USER '));
    expect(last[user]).toBe('USER node');
    expect(last.findIndex((line) => line.startsWith('ENTRYPOINT'))).toBeGreaterThan(user);
  });

  it('has a Node that the project runs on', () => {
    const { engines } = JSON.parse(text('package.json'));
    const [, major, minor] = /node:(\d+)\.(\d+)/.exec(dockerfile) ?? [];
    const [, least, leastMinor] = /(\d+)\.(\d+)/.exec(engines.node) ?? [];
    expect(Number(major) * 1000 + Number(minor)).toBeGreaterThanOrEqual(Number(least) * 1000 + Number(leastMinor));
  });

  it('does not leave out of the image what it is built from', () => {
    const ignored = text('.dockerignore').split('\n').filter(Boolean);
    const { include } = JSON.parse(text('tsconfig.build.json'));
    const needed = [...include, 'console', 'package.json', 'package-lock.json', '.npmrc', 'tsconfig.json'];
    expect(needed.filter((name: string) => name !== 'bench' && ignored.includes(name))).toEqual([]);
    for (const secret of ['.env*', 'data', '.git']) expect(ignored).toContain(secret);
  });
});

describe('the workflow', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a document of any shape
  const workflow: any = parse(text('.github', 'workflows', 'ci.yml'));

  it('may only read, and calls files that exist', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const file of ['.ci/run', 'deploy/smoke.sh']) expect(existsSync(projectFile(file))).toBe(true);
  });
});

// npm gives a signal to its shell; a shell that is still there keeps it to itself, and the program would stay behind.
it('scripts of npm for programs in the foreground take the place of their shell', () => {
  const { scripts } = JSON.parse(text('package.json'));
  for (const name of ['start', 'ingest', 'compute', 'api', 'kafka:dev', 'clickhouse:dev'])
    expect([name, scripts[name]]).toEqual([name, expect.stringMatching(/^exec /)]);
});
