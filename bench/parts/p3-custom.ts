/** A summary with parameters never requested before, by GET over 1m bars, compared with plain SQL on the same table. */

import { partsOf } from '../../compute/evaluation/bar-cache.ts';
import { loadParts } from '../../compute/evaluation/load-bars.ts';
import { parseIsoDate } from '../../lib/days.ts';
import { costOf, inTurn, type Line, line, msOf, type Part } from '../harness.ts';
import { disagreements, putBars, stock, stockBars } from '../market.ts';
import { orbSql, regularHours } from '../peers/sql.ts';
import { openBenchStore, startApi } from '../stores.ts';

const MIB = 2 ** 20;
const ASKED_PER_ROUND = 5;
const SYMBOL = 'CUSTOM';

const WINDOWS = ['12M', '5Y'];

/** Yields lengths of the opening range that no store keeps, each once. */
function* unusualMinutes(): Generator<number, never> {
  for (let minutes = 6; minutes <= 240; minutes++) if (minutes % 15 !== 0) yield minutes;
  throw new Error('all lengths have been asked for');
}

const part: Part = async (rounds) => {
  const shop = await openBenchStore();
  const { writer, reader } = shop.store;
  await putBars(shop.store, stock(SYMBOL), stockBars(5));
  await shop.projector.project(SYMBOL);
  const inMemory = await startApi(shop, shop.answers(256 * MIB, 256 * MIB));
  const fromStore = await startApi(shop, shop.answers(1, 1));
  await writer.command('CREATE DATABASE peer');
  const lines: Line[] = [];
  for (const word of WINDOWS) {
    const lengths = unusualMinutes();
    const path = `/stats/orb/summary?symbol=${SYMBOL}&session=exchange&time_window=${word}`;
    const ask = async ({ get }: typeof inMemory, minutes = lengths.next().value) =>
      JSON.parse(await get(`${path}&orb_minutes=${minutes}`));
    const sql = async (minutes = 7) =>
      (await reader.query<Record<string, number>>(`${orbSql(minutes)}\nSETTINGS max_threads = 1`))[0];

    const first = lengths.next().value;
    const body = await ask(inMemory, first);
    const { effective_start: from, effective_end: to } = body.metadata;
    const source = `(SELECT * FROM market.bars FINAL WHERE symbol = '${SYMBOL}' AND ts >= '${from}' AND ts < toDate('${to}') + 1)`;
    await writer.command(regularHours(source));
    const wrong = disagreements(body, await sql(first));
    if (wrong.length > 0) throw new Error(`${word}: the peer does other work: ${wrong.join('; ')}`);

    const range = { from: parseIsoDate(from)! - 8, to: parseIsoDate(to)! };
    const often = (run: () => unknown) => () => costOf(run, ASKED_PER_ROUND);
    const { memory, store, alone, peer } = await inTurn(
      {
        memory: often(() => ask(inMemory)),
        store: often(() => ask(fromStore)),
        alone: often(() => loadParts(reader, SYMBOL, partsOf(range), null, 0)),
        peer: often(() => sql()),
      },
      rounds,
    );
    const against = { peer: [msOf(peer), 'SQL'] } as const;
    lines.push(
      line(`custom orb, ${word}, columns in memory`, 'ms', msOf(memory), { ...against, ratio: { atMost: 1 } }),
      line(`custom orb, ${word}, from the store`, 'ms', msOf(store), { ...against, ratio: { atMost: 1.2 } }),
      line(`${word}, its bars alone`, 'ms', msOf(alone), against),
    );
  }
  await Promise.all([inMemory.close(), fromStore.close()]);
  await shop.close();
  return lines;
};

export default part;
