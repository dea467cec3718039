/** A summary with parameters never asked before, by GET over 1m bars, against straightforward SQL on the same table. */

import { partsOf } from '../../compute/evaluation/bar-cache.ts';
import { loadParts } from '../../compute/evaluation/load-bars.ts';
import { parseIsoDate } from '../../lib/days.ts';
import { costed, figure, inTurn, type Line, type Part } from '../harness.ts';
import { disagreements } from '../kernels.ts';
import { putBars, stock, stockBars } from '../market.ts';
import { orbSql } from '../peers/session-sql.ts';
import { peerViews } from '../peers/sql.ts';
import { type BenchApi, openBenchStore, startApi } from '../stores.ts';

const MIB = 2 ** 20;
const ASKED_PER_ROUND = 5;
const SYMBOL = 'CUSTOM';

const WINDOWS = [
  { word: '12M', inMemoryMs: null, fromStoreMs: 15 },
  { word: '5Y', inMemoryMs: 20, fromStoreMs: 60 },
] as const;

/** Lengths of the opening range that no store keeps, each asked once. */
function* unusualMinutes(): Generator<number> {
  for (let minutes = 6; minutes <= 240; minutes++) if (minutes % 15 !== 0) yield minutes;
}

const part: Part = {
  title: 'custom parameters',
  async run({ rounds }) {
    const shop = await openBenchStore();
    const { writer, reader } = shop.store;
    const bars = stockBars(5);
    await putBars(shop.store, stock(SYMBOL), bars);
    await shop.projector.project(SYMBOL);
    const inMemory = await startApi(shop, shop.answers(256 * MIB, 256 * MIB));
    const fromStore = await startApi(shop, shop.answers(1, 1));
    await writer.ddl('CREATE DATABASE peer');
    const lines: Line[] = [];
    for (const { word, inMemoryMs, fromStoreMs } of WINDOWS) {
      const lengths = unusualMinutes();
      const ask = async (api: BenchApi, minutes = lengths.next().value as number) =>
        JSON.parse(
          await api.get(
            `/stats/orb/summary?symbol=${SYMBOL}&session=exchange&time_window=${word}&orb_minutes=${minutes}`,
          ),
        );
      const sql = async (minutes = 7) =>
        (await reader.query<Record<string, number>>(`${orbSql(minutes)}\nSETTINGS max_threads = 1`))[0];

      const first = lengths.next().value as number;
      const body = await ask(inMemory, first);
      const { effective_start: from, effective_end: to } = body.metadata;
      const source = `(SELECT * FROM market.bars FINAL WHERE symbol = '${SYMBOL}' AND ts >= '${from}' AND ts < toDate('${to}') + 1)`;
      for (const view of peerViews(source)) await writer.ddl(view);
      const wrong = disagreements(body, await sql(first));
      if (wrong.length > 0) throw new Error(`${word}: the peer does other work: ${wrong.join('; ')}`);

      const range = { from: parseIsoDate(from)! - 8, to: parseIsoDate(to)! };
      const bars = () => loadParts(reader, SYMBOL, partsOf(range), null, 0);
      const cases = [() => ask(inMemory), () => ask(fromStore), bars, () => sql()].map((run) =>
        costed(ASKED_PER_ROUND, run),
      );
      const [memory, store, alone, peer] = await inTurn(
        cases.map(({ run }) => run),
        rounds,
      );
      const line = { part: 'p3', unit: 'ms', peer: figure(peer), peerName: 'SQL' };
      const cpu = { part: 'p3', unit: 'ms of CPU', peer: figure(cases[3].cpu()), peerName: 'SQL' };
      const atMost = (bound: number | null) => (bound === null ? [] : [{ of: 'ours' as const, atMost: bound }]);
      lines.push(
        { ...line, what: `custom orb, ${word}, from the store`, ours: figure(store), bars: atMost(fromStoreMs) },
        { ...line, what: `${word}, its bars alone`, ours: figure(alone) },
        { ...line, what: `custom orb, ${word}, columns in memory`, ours: figure(memory), bars: atMost(inMemoryMs) },
        { ...cpu, what: `custom orb, ${word}, from the store`, ours: figure(cases[1].cpu()) },
        { ...cpu, what: `${word}, its bars alone`, ours: figure(cases[2].cpu()) },
        { ...cpu, what: `custom orb, ${word}, columns in memory`, ours: figure(cases[0].cpu()) },
      );
    }
    await Promise.all([inMemory.close(), fromStore.close()]);
    await shop.close();
    return lines;
  },
};

export default part;
