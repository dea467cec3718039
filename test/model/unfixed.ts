/** Negative controls: the service without one of the fixes by which what is stored is what remains. */
import type { CollectorStore } from '../../ingest/collectors/store.ts';
import type { Landing } from '../../ingest/landing/landing.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../sql/connect.ts';
import type { OpenOptions } from '../support/operations.ts';
import type { Focus } from './input-steps.ts';
import type { CollectingParts } from './vendor.ts';

interface Parts extends Partial<CollectingParts>, Pick<OpenOptions, 'letGo'> {
  readonly storeOf?: (store: Store) => Store;
}

const collecting = (change: (store: CollectorStore, clock: Clock) => Partial<CollectorStore>): Parts => ({
  store: (store, clock) => {
    const changed = change(store, clock);
    return new Proxy(store, {
      get(target, name) {
        const value = Reflect.get(name in changed ? changed : target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  },
});

/** By fix, the service without it; `owners`: see standing.ts. */
const WITHOUT = {
  /** What an import found stored leaves no trace. */
  claims: { storeOf: withoutClaims },
  /** A push of what an import brought leaves no trace. */
  owners: {},
  rest: { letGo: dropsAll },
  dailies: { letGo: leavesDailies },
  /** Of actions the last months are asked for alone. */
  history: collecting(() => ({ actionsFrom: async () => new Map([...'AB'].map((x) => [x.repeat(3), 0])) })),
  /** What the vendor sends no more stays. */
  cancelled: collecting((store) => ({
    storedActions: async (symbols) => (await store.storedActions(symbols)).filter(({ said_by: by }) => by !== 'vendor'),
  })),
  /** The next request begins at the last one. */
  late: collecting((store, clock) => ({
    recordProgress: (collector, rows) =>
      store.recordProgress(
        collector,
        rows.map((row) => ({ ...row, resumeMs: clock.nowMs() })),
      ),
  })),
  /** An answer of other days is taken for one of the days asked for. */
  elsewhere: {
    source: (source) => ({
      ...source,
      async *candles(request) {
        for await (const page of source.candles(request)) {
          const { fromMs, toMs } = request;
          const inside = [...page.candles].map(
            ([name, candles]) => [name, candles.filter(({ startMs }) => startMs >= fromMs && startMs < toMs)] as const,
          );
          yield { ...page, candles: new Map(inside) };
        }
      },
    }),
  },
  /** The vendor's word wins over the operator's. */
  operator: collecting(() => ({ barsOfOthers: async () => new Map(), deletedBars: async () => new Map() })),
} satisfies Record<string, Parts>;

/** What sequences that find it are made of. */
export const FOCUS: Readonly<Record<Fix, Focus>> = {
  claims: { does: ['import', 'again', 'undo'], series: ['base'] },
  owners: { does: ['import', 'confirm', 'undo'], series: ['base'] },
  rest: { does: ['import', 'undo'], series: ['base', 'earnings'] },
  dailies: { does: ['import', 'undo'], series: ['base', 'daily'] },
  history: { does: ['publish', 'collect', 'drop'], series: ['actions'] },
  cancelled: { does: ['publish', 'cancel', 'collect'], series: ['actions'] },
  late: { does: ['publish', 'collect'], series: ['base'] },
  elsewhere: { does: ['publish', 'collect'], series: ['base', 'daily'] },
  operator: { does: ['publish', 'push', 'delete', 'collect'], series: ['base'] },
};

/** The fixes that a control takes out. */
export type Fix = keyof typeof WITHOUT;
export const FIXES = Object.keys(WITHOUT) as readonly Fix[];

export const partsWithout = (fix: Fix | undefined): Parts => (fix ? WITHOUT[fix] : {});

export const storeWithout = (store: Store, fix: Fix | undefined): Store => partsWithout(fix).storeOf?.(store) ?? store;

function withoutClaims(store: Store): Store {
  const insertRows: Store['writer']['insertRows'] = async (table, ...rest) => {
    if (table !== 'market.import_claims') await store.writer.insertRows(table, ...rest);
  };
  return { ...store, writer: { ...store.writer, insertRows } };
}
async function isEmpty({ reader }: Store, tables: readonly string[], of: string): Promise<boolean> {
  const parts = tables.map((table) => `(SELECT count() FROM market.${table} FINAL WHERE symbol = {symbol:String})`);
  const [{ n }] = await reader.query<{ n: number }>(`SELECT ${parts.join(' + ')} AS n`, { symbol: of });
  return n === 0;
}

const LOOKED_AT = [
  'bars',
  'bars_daily',
  'events_sentiment',
  'events_sentiment_crypto',
  'news_unclassified',
  'corporate_actions',
];

/** A symbol without bars is dropped with all that is stored of it. */
export async function dropsAll(landing: Landing, store: Store, symbols: Iterable<string>): Promise<string[]> {
  const dropped: string[] = [];
  for (const of of symbols) {
    if (landing.registry.get(of)?.origin !== 'first_bar' || !(await isEmpty(store, LOOKED_AT, of))) continue;
    await landing.registry.drop([of]);
    dropped.push(of);
  }
  return dropped;
}

/** A symbol with daily bars alone stays one of shorter ones. */
export async function leavesDailies(landing: Landing, store: Store, symbols: Iterable<string>): Promise<string[]> {
  const without: string[] = [];
  for (const of of symbols) if (await isEmpty(store, ['bars_daily'], of)) without.push(of);
  return landing.registry.letGo(without);
}
