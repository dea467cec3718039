import { isIP, type LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FixedClock, fixedClock, systemTimers } from '../../lib/clock.ts';
import { silentLogger } from '../../lib/logger.ts';
import { type Receiver, startReceiver } from '../../test/support/receiver.ts';
import { openTestStore, type TestStore } from '../../test/support/store.ts';
import { until } from '../../test/support/until.ts';
import { EXCHANGE_SESSION } from '../market/sessions.ts';
import { Delivery } from './delivery.ts';
import { type Alert, type AlertCall, alertCallsTable, callId, type Standing, versionOf } from './store.ts';
import { newSecret, openWebhook, urlProblem } from './webhook.ts';

const TODAY = Date.parse('2025-06-10') / 86_400_000;
const HOUR_MS = 3_600_000;
const SECRET = newSecret();

let store: TestStore;
let clock: FixedClock;
let receiver: Receiver;
let delivery: Delivery;
let standing: Standing;
let isCaller: boolean;
let more: Partial<Alert>;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** Answers by the path that is called: a status, statuses one after the other, or never. */
const statusOf = ({ path }: { path: string }, earlier: number) => {
  const statuses = path.slice(1).split('/')[0].split(',');
  const status = statuses[Math.min(earlier, statuses.length - 1)];
  return status === 'never' ? null : Number(status);
};

beforeEach(async () => {
  clock = fixedClock(Date.parse('2025-06-10T15:00:00Z'));
  standing = { state: 'active', reason: null };
  isCaller = true;
  more = {};
  receiver = await startReceiver(statusOf);
  delivery = opened();
  delivery.start();
});
afterEach(async () => {
  await receiver.close();
  await delivery.stop();
  await store.writer.command('TRUNCATE TABLE market_accounts.alert_calls');
});

const opened = (
  reader: Pick<TestStore['reader'], 'query'> = store.reader,
  timeoutMs = 1_000,
  writer: Pick<TestStore['writer'], 'insertRows'> = store.writer,
) =>
  new Delivery({
    store: { writer: writer as TestStore['writer'], reader: reader as TestStore['reader'] },
    webhook: openWebhook(true, timeoutMs),
    clock,
    timers: systemTimers,
    logger: silentLogger,
    lookMs: 50,
    isCaller: () => isCaller,
    alertOf: async (id) => (id === 'deleted' ? null : { alert: alertOf(id), standing }),
  });

/** An alert that calls the path which is its id. */
const alertOf = (id: string): Alert => ({
  accountId: 'acc_1',
  id,
  name: id,
  savedQuery: 'q',
  question: '',
  symbols: ['AAPL'],
  paused: false,
  deleted: false,
  conditions: { among: '', when: '', session: EXCHANGE_SESSION, adjustment: 'splits' },
  webhookUrl: `${receiver.url}/${id}`,
  secret: SECRET,
  previousSecret: '',
  secretSinceMs: 0,
  createdAtMs: 0,
  version: 1,
  ...more,
});

async function record(alertId: string, symbol = 'AAPL', accountId = 'acc_1'): Promise<string> {
  const call = {
    sessionDay: TODAY,
    accountId,
    alertId,
    symbol,
    id: callId(alertId, symbol, TODAY),
    body: JSON.stringify({ alertId }),
    recordedAtMs: clock.nowMs(),
    attempts: 0,
    error: '',
    state: 'pending' as const,
    nextAttemptAtMs: null,
    endedAtMs: null,
  } as const;
  await alertCallsTable.insert(store.writer, [{ ...call, version: versionOf(call) }]);
  delivery.wake();
  return call.id;
}

async function stored(id: string): Promise<AlertCall> {
  const [call] = await alertCallsTable.select(store.reader, 'FINAL WHERE id = {id:String}', { id });
  return call;
}
const reaches = (id: string, state: AlertCall['state'], attempts: number) =>
  until(async () => {
    const call = await stored(id);
    return call.state === state && call.attempts === attempts;
  });

describe('delivery', () => {
  it('signs as Standard Webhooks says, with the id of the call', async () => {
    const id = await record('200');
    await reaches(id, 'delivered', 1);
    const [{ headers, body }] = receiver.received;
    expect([headers['webhook-id'], headers['content-type']]).toEqual([id, 'application/json']);
    // Its own check of the time is of the present.
    const verifier = new Webhook(SECRET);
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    expect(at.getTime()).toBe(clock.nowMs());
    expect(headers['webhook-signature']).toBe(verifier.sign(id, at, body));
    expect((await stored(id)).endedAtMs).toBe(clock.nowMs());
  });

  it('signs with the secret before, too, for a day after it was replaced', async () => {
    const before = newSecret();
    more = { previousSecret: before, secretSinceMs: clock.nowMs() };
    const signatures = async (symbol: string) => {
      await reaches(await record('200', symbol), 'delivered', 1);
      const { headers, body } = receiver.received.at(-1)!;
      const at = new Date(Number(headers['webhook-timestamp']) * 1000);
      const by = [SECRET, before].map((secret) => new Webhook(secret).sign(String(headers['webhook-id']), at, body));
      return [String(headers['webhook-signature']).split(' '), by] as const;
    };
    const [both, expected] = await signatures('A');
    expect(both).toEqual(expected);
    clock.advance(24 * HOUR_MS);
    const [one, [first]] = await signatures('B');
    expect(one).toEqual([first]);
  });

  it('tries again after a 500, with the same id and body, until it is taken, in another process too', async () => {
    const id = await record('500,500,200');
    await reaches(id, 'pending', 1);
    expect(await stored(id)).toMatchObject({ error: 'the receiver answered 500', endedAtMs: null });
    // Not before its time.
    delivery.wake();
    clock.advance(2_000);
    await delivery.stop();
    expect(receiver.received).toHaveLength(1);
    clock.advance(10_000);
    delivery = opened();
    delivery.start();
    await reaches(id, 'pending', 2);
    clock.advance(20_000);
    delivery.wake();
    await reaches(id, 'delivered', 3);
    const sent = receiver.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`);
    expect(new Set(sent)).toEqual(new Set([`${id} {"alertId":"500,500,200"}`]));
    expect(await stored(id)).toMatchObject({ error: '', nextAttemptAtMs: null });
  });

  it('does not try again at once where the store answers with what was before the attempt', async () => {
    await delivery.stop();
    let looks = 0;
    let before: readonly unknown[] | undefined;
    const query = async (...asked: Parameters<TestStore['reader']['query']>) => {
      const rows = await store.reader.query(...asked);
      looks++;
      if (rows.length > 0) before ??= rows;
      return (before ?? rows) as never;
    };
    const id = await record('500');
    delivery = opened({ query });
    delivery.start();
    await reaches(id, 'pending', 1);
    const looked = looks;
    await until(() => looks > looked + 3);
    expect(receiver.received).toHaveLength(1);
  });

  it('gives a call up a day after it was recorded, and says why', async () => {
    const id = await record('500');
    let attempts = 1;
    await reaches(id, 'pending', attempts);
    while ((await stored(id)).state === 'pending') {
      clock.advance(HOUR_MS);
      delivery.wake();
      attempts++;
      await until(async () => (await stored(id)).attempts === attempts);
    }
    const { state, error, endedAtMs, recordedAtMs, nextAttemptAtMs } = await stored(id);
    expect([state, error, nextAttemptAtMs]).toEqual(['given_up', 'the receiver answered 500', null]);
    const hours = (endedAtMs! - recordedAtMs) / HOUR_MS;
    expect([hours >= 23, hours <= 24]).toEqual([true, true]);
  });

  it('follows no redirect, to its own private address neither', async () => {
    for (const status of ['301', '302', '303', '307', '308']) {
      const id = await record(status);
      await reaches(id, 'pending', 1);
      expect((await stored(id)).error).toBe(`the receiver answered ${status}: redirects are not followed`);
    }
    expect(receiver.received.map(({ path }) => path)).toEqual(['/301', '/302', '/303', '/307', '/308']);
  });

  it('delivers to others at once while a receiver hangs', async () => {
    await delivery.stop();
    delivery = opened(store.reader, 60_000);
    delivery.start();
    await Promise.all(Array.from({ length: 12 }, (_, i) => record('never', `S${i}`)));
    await until(() => receiver.received.length === 4);
    const id = await record('200', 'AAPL', 'acc_2');
    await reaches(id, 'delivered', 1);
    // Four of an account at a time.
    expect(receiver.received.filter(({ path }) => path === '/never')).toHaveLength(4);
  });

  it('records with one insert what ended while another ran', async () => {
    await delivery.stop();
    const ids = await Promise.all(Array.from({ length: 40 }, (_, i) => record('200', `S${i}`, `acc_${i}`)));
    const inserts: number[] = [];
    const insertRows: TestStore['writer']['insertRows'] = async (table, columns, rows) => {
      inserts.push(rows.length);
      await until(() => receiver.received.length === ids.length);
      await store.writer.insertRows(table, columns, rows);
    };
    delivery = opened(store.reader, 60_000, { insertRows });
    delivery.start();
    for (const id of ids) await reaches(id, 'delivered', 1);
    expect([inserts.reduce((a, b) => a + b, 0), inserts.length < 10]).toEqual([ids.length, true]);
    expect(receiver.received).toHaveLength(ids.length);
  });

  it('says that there was no answer', async () => {
    const id = await record('never');
    await until(async () => (await stored(id)).attempts > 0);
    expect((await stored(id)).error).toBe('no answer within 1 s');
  });

  it('is held while the alert is paused or stopped, and given up where it was deleted', async () => {
    standing = { state: 'stopped', reason: 'the plan of the account includes no alerts' };
    const [id, gone] = [await record('200'), await record('deleted')];
    clock.advance(60_000);
    delivery.wake();
    await reaches(gone, 'given_up', 0);
    expect([(await stored(gone)).error, (await stored(id)).state]).toEqual(['the alert was deleted', 'pending']);
    standing = { state: 'active', reason: null };
    clock.advance(5_000);
    delivery.wake();
    await reaches(id, 'delivered', 1);
  });

  it('is the business of one process: another calls nobody until it is its turn', async () => {
    isCaller = false;
    await delivery.stop();
    delivery = opened();
    delivery.start();
    const id = await record('200');
    await new Promise((resolve) => setImmediate(resolve));
    expect(receiver.received).toEqual([]);
    isCaller = true;
    await reaches(id, 'delivered', 1);
    expect(receiver.received).toHaveLength(1);
  });
});

describe('the address of a receiver', () => {
  const refusal = (url: string, allowPrivate = false) =>
    openWebhook(allowPrivate, 1_000)
      .post(url, '{}', {})
      .then(
        () => 'called',
        (error: Error) => error.message,
      );

  it('is HTTPS without a password, unless the operator allows plain HTTP', () => {
    expect(urlProblem('https://example.com/a?b=c', false)).toBeNull();
    expect(urlProblem('http://example.com', true)).toBeNull();
    for (const url of ['http://example.com', 'ftp://example.com', 'file:///etc/passwd'])
      expect([url, urlProblem(url, false)]).toEqual([url, 'URL should begin with https://']);
    expect(urlProblem('ftp://example.com', true)).toBe('URL should begin with https://');
    expect(urlProblem('https://a:b@example.com', false)).toMatch(/no user or password/);
    expect(urlProblem('example.com', false)).toMatch(/^Input should be a URL/);
    expect(urlProblem(`https://example.com/${'x'.repeat(2_048)}`, false)).toMatch(/at most 2048 characters/);
  });

  it('is none of a private network, however it is written or found', async () => {
    const port = new URL(receiver.url).port;
    const hosts = [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '2130706433',
      '0x7f.1',
      '0.0.0.0',
      '10.0.0.1',
    ];
    const more = [
      '169.254.169.254',
      '192.168.1.1',
      '172.16.0.1',
      '100.64.0.1',
      '[fd00::1]',
      '[fe80::1]',
      '[64:ff9b::7f00:1]',
      '[::7f00:1]',
      '[::ffff:a9fe:a9fe]',
    ];
    for (const host of [...hosts, ...more])
      expect([host, await refusal(`https://${host}:${port}/200`)]).toEqual([
        host,
        'the address of the receiver is not public',
      ]);
    expect(receiver.received).toEqual([]);
    expect(await refusal(`${receiver.url}/200`, true)).toBe('called');
  });

  it('is looked up for each call: a name that was public then and is private now is not called', async () => {
    const port = new URL(receiver.url).port;
    const asked: string[] = [];
    let answers: readonly string[] = [];
    // Answers as the name server of a hostile domain would.
    const lookup: LookupFunction = (host, { all }, done) => {
      asked.push(host);
      const found = answers.map((address) => ({ address, family: isIP(address) }));
      if (all) done(null, found);
      else done(null, found[0].address, found[0].family);
    };
    const webhook = openWebhook(false, 1_000, lookup);
    expect(urlProblem(`https://alerts.example:${port}/200`, false)).toBeNull();
    const outcome = () =>
      webhook.post(`https://alerts.example:${port}/200`, '{}', {}).then(
        () => 'called',
        (error: Error) => error.message,
      );
    const hostile = [
      ['127.0.0.1'],
      ['169.254.169.254'],
      ['::ffff:127.0.0.1'],
      ['::ffff:a9fe:a9fe'],
      ['::7f00:1'],
      ['64:ff9b::a9fe:a9fe'],
      ['2002:7f00:1::'],
      ['fec0::1'],
      ['::'],
      ['127.0.0.1', '::1'],
    ];
    for (const addresses of hostile) {
      answers = addresses;
      expect([addresses, await outcome()]).toEqual([addresses, 'the address of the receiver is not public']);
    }
    expect(asked).toHaveLength(hostile.length);
    webhook.close();
    expect(receiver.received).toEqual([]);
    // The control: where private addresses are allowed the same name leads to the receiver.
    answers = ['127.0.0.1'];
    const open = openWebhook(true, 1_000, lookup);
    await open.post(`http://alerts.example:${port}/200`, '{}', {});
    open.close();
    expect(receiver.received).toHaveLength(1);
  });
});
