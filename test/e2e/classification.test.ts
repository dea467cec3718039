/**
 * News from a vendor to what is served: collected, classified by an endpoint that misbehaves, killed at random moments.
 * In the end every news item is stored once, as the endpoint answered it, and the key is in nothing that was said.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { numbers } from '../model/numbers.ts';
import { ensureBuilt, type Service, startService, temporaryFolder } from '../support/programs.ts';
import { propertySeed } from '../support/random-market.ts';
import { until } from '../support/until.ts';
import { ALPACA_KEYS, type AlpacaServer, serveAlpaca } from '../support/vendors/alpaca.ts';
import {
  type Asked,
  type ClassifierServer,
  type Misbehaviour,
  serveClassifier,
} from '../support/vendors/classifier.ts';
import { VendorMarket } from '../support/vendors/server.ts';

const NEWS = 60;
const KILLS = 2;
const PATIENCE = { timeoutMs: 120_000, pollMs: 300, seen: () => service.operation('status', {}) };
const KEY = 'sk-never-to-be-seen';
const random = numbers(propertySeed());
const folder = temporaryFolder();
const dataDir = `${folder.path}/data`;
let vendor: AlpacaServer;
let classifier: ClassifierServer;
let service: Service;
let said = '';

/** What the endpoint answers of a title such as `news 7`: its own function of it. */
const answerOf = (number: number, model: string) => ({
  direction: ['negative', 'neutral', 'positive'][(number + (model === 'large' ? 1 : 0)) % 3],
  impact_score: (number % 5) / 4,
});
const numberOf = (title: string) => Number(title.replace('news ', ''));

async function startAgain(): Promise<void> {
  service = await startService(dataDir, {
    ...ALPACA_KEYS,
    CLASSIFIER_URL: classifier.url,
    CLASSIFIER_MODEL: 'small',
    CLASSIFIER_API_KEY: KEY,
    CLASSIFIER_REQUESTS_PER_MINUTE: '60000',
    CLASSIFIER_TIMEOUT_S: '1',
    CLASSIFIER_ATTEMPTS: '20',
    LOG_LEVEL: 'trace',
  });
}

beforeAll(async () => {
  ensureBuilt();
  vendor = await serveAlpaca(new VendorMarket(systemClock));
  classifier = await serveClassifier();
  classifier.answer = ({ title, model }: Asked) => answerOf(numberOf(title), model);
  classifier.delayMs = 30;
  const began = Date.now() - 86_400_000;
  for (let id = 0; id < NEWS; id++) {
    const at = new Date(Math.floor(began / 1000) * 1000 + id * 60_000).toISOString().replace('.000Z', 'Z');
    vendor.news.push({ id, headline: `news ${id}`, created_at: at, updated_at: at, symbols: ['AAPL'] });
  }
  const wrong: Misbehaviour[] = [
    'cut',
    { raw: '{' },
    { status: 500 },
    { content: '{"direction":"up","impact_score":1}' },
  ];
  for (let i = 0; i < 6; i++) classifier.misbehaviours.push(wrong[i % wrong.length]);
  await startAgain();
}, 360_000);
afterAll(async () => {
  await service?.stop('SIGKILL');
  await classifier?.close();
  await vendor?.close();
  folder.remove();
});

const rows = async (query: string): Promise<unknown[][]> => (await service.operation('sql', { query })).rows;
const count = async () => Number((await rows('SELECT count() FROM v_events_sentiment'))[0][0]);
async function kill(): Promise<void> {
  const { stdout, stderr } = await service.stop('SIGKILL');
  said += stdout + stderr;
}
const served = () =>
  rows(
    "SELECT id, title, toString(direction), impact_score, classifier FROM v_events_sentiment ORDER BY toUInt32(splitByChar(':', id)[2])",
  );
const expected = (model: string) =>
  Array.from({ length: NEWS }, (_, id) => {
    const { direction, impact_score: impact } = answerOf(id, model);
    return [`alpaca:${id}`, `news ${id}`, direction, impact, model];
  });

it('every news item is classified and lands once, though the service is killed and the endpoint fails', async () => {
  await service.operation('collectors.add', {
    kind: 'alpaca',
    symbols: 'AAPL',
    backfill: '3d',
    news: true,
    url: vendor.url,
    requestsPerMinute: 60_000,
  });
  for (let i = 0; i < KILLS; i++) {
    const before = await count();
    const more = Math.min(NEWS - 1, before + 1 + Math.floor(random() * 15));
    await until(async () => (await count()) >= more, PATIENCE);
    await kill();
    await startAgain();
  }
  await until(async () => (await count()) === NEWS, PATIENCE);
  await until(async () => (await service.operation('status', {})).news.waiting === 0, PATIENCE);
  expect(await served()).toEqual(expected('small'));
  expect(await rows('SELECT count() FROM dead_letters')).toEqual([[0]]);
  // A request that was under way at a kill is asked again: at most four of them.
  const failed = Number((await rows("SELECT count() FROM classifier_requests WHERE outcome NOT IN ('ok')"))[0][0]);
  expect(classifier.asked.length).toBeLessThanOrEqual(NEWS + failed + KILLS * 4);
}, 400_000);

it('another model classifies again, by the command line; its answers replace the first', async () => {
  const { json, code } = await service.cli('news', 'reclassify', '--model', 'large', '--json');
  expect({ json, code }).toEqual({ code: 0, json: { wanted: NEWS } });
  await until(async () => JSON.stringify(await served()) === JSON.stringify(expected('large')), PATIENCE);
  await until(async () => (await service.operation('status', {})).news.waiting === 0, PATIENCE);
  const waiting = await service.cli('news', 'waiting', '--json');
  expect(waiting.json).toEqual({ waiting: 0, gave_up: 0, oldest: null, last_error: null, news: [] });
}, 400_000);

it('a file without direction and impact waits as the rest did, under its own id; its import is one line of the log', async () => {
  const path = join(folder.path, 'own.csv');
  const at = new Date(Date.now() - 3_600_000).toISOString();
  writeFileSync(path, `id,symbol,asset_class,event_timestamp,title\nown:1,OWN,equity,${at},news ${NEWS}\n`);
  const imported = await service.cli('import', 'news', path, '--json');
  expect(imported.json).toMatchObject({ landed: 1, waiting: 1, duplicates: 0, dead_letters: {} });
  const own = () => rows("SELECT id, toString(direction), classifier FROM v_events_sentiment WHERE symbol = 'OWN'");
  await until(async () => (await own()).length === 1, PATIENCE);
  expect(await own()).toEqual([['own:1', answerOf(NEWS, 'small').direction, 'small']]);
}, 240_000);

it('the key is in nothing that was printed or stored', async () => {
  expect(classifier.asked[0].authorization).toBe(`Bearer ${KEY}`);
  await kill();
  expect(said).toContain('"level"');
  expect(said).not.toContain(KEY);
  const told = said.split('\n').filter((line) => line.includes('"msg":"imported"'));
  expect(told.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ kind: 'news', files: ['own.csv'], landed: 1, waiting: 1, dead_letters: {} }),
  ]);
  const holding = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(KEY));
  expect(holding).toEqual([]);
}, 120_000);
