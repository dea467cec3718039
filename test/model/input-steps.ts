/** Random steps of what is brought, taken back and asked for. */
import fc from 'fast-check';
import { MINUTES_PER_DAY, SERIES, type SeriesName } from './inputs.ts';
import { SYMBOLS } from './market.ts';
import { BASE_MIN, FIRST_DAY } from './wire.ts';

export interface BroughtRows {
  readonly series: SeriesName;
  readonly symbol: string;
  readonly from: number;
  readonly count: number;
  readonly take: number;
}

/**
 * How the vendor answers. `late`: it has nothing of today yet; `corrected`: a first page has figures that a second one
 * corrects; `newest`: its newest bars, whatever is asked for.
 */
export const MANNERS = ['well', 'late', 'corrected', 'newest'] as const;
export type Manner = (typeof MANNERS)[number];
export const COLLECTORS = ['shorter', 'daily'] as const;
export type CollectorName = (typeof COLLECTORS)[number];

export interface Collect {
  readonly do: 'collect';
  readonly collector: CollectorName;
  readonly manner: Manner;
  /** From the first day on, or from the middle of the days. */
  readonly whole: boolean;
  /** The operator asks for all days again. */
  readonly backfill: boolean;
}

export type InputStep =
  | ({ readonly do: 'import' | 'push' | 'delete' | 'publish' | 'cancel' } & BroughtRows)
  | { readonly do: 'again' | 'confirm' | 'undo'; readonly import: number }
  | Collect
  | { readonly do: 'drop'; readonly symbol: string }
  | {
      readonly do: 'set';
      readonly symbol: string;
      readonly intervalMin: number;
      /** Days since 1970; 0: bars are raw; null: as before. */
      readonly adjustedThrough: number | null;
    }
  | { readonly do: 'retention' }
  | { readonly do: 'restart' };

/** Steps and series that sequences are made of, each as often; all, where nothing is said. */
export interface Focus {
  readonly does?: readonly InputStep['do'][];
  readonly series?: readonly SeriesName[];
}

const SERIES_WEIGHTS: Record<SeriesName, number> = { base: 5, daily: 3, actions: 2, earnings: 1, waiting: 1, news: 1 };
/** One of the two more often: sequences meet in it. */
const symbol = fc.oneof(
  { weight: 3, arbitrary: fc.constant(SYMBOLS[0]) },
  { weight: 1, arbitrary: fc.constant(SYMBOLS[1]) },
);
const rows = { symbol, from: fc.nat(16), count: fc.integer({ min: 1, max: 12 }), take: fc.nat(1) };
const imported = { import: fc.nat(9) };
const collected = {
  collector: fc.constantFrom<CollectorName[]>('shorter', 'shorter', ...COLLECTORS),
  whole: fc.boolean(),
};
const collect = (manner: fc.Arbitrary<Manner>, backfill: boolean) =>
  fc.record({ do: fc.constant('collect' as const), ...collected, manner, backfill: fc.constant(backfill) });

export function inputSteps({ does, series }: Focus = {}): fc.Arbitrary<InputStep[]> {
  const oneOf = (names: readonly SeriesName[]) =>
    fc.oneof(
      ...names
        .filter((name) => !series || series.includes(name))
        .map((name) => ({ weight: series ? 1 : SERIES_WEIGHTS[name], arbitrary: fc.constant(name) })),
    );
  const brought = <Do extends string>(what: Do, names: readonly SeriesName[] = SERIES) =>
    fc.record({ do: fc.constant(what), series: oneOf(names), ...rows });
  const steps: { readonly [Do in InputStep['do']]: [weight: number, () => fc.Arbitrary<InputStep & { do: Do }>] } = {
    import: [8, () => brought('import')],
    push: [3, () => brought('push')],
    delete: [1, () => brought('delete')],
    publish: [2, () => brought('publish', ['base', 'daily', 'actions'])],
    cancel: [1, () => brought('cancel', ['actions'])],
    collect: [
      5,
      () =>
        fc.oneof(
          { weight: 6, arbitrary: collect(fc.constantFrom<Manner[]>('well', 'well', ...MANNERS), false) },
          { weight: 1, arbitrary: collect(fc.constant('well'), true) },
        ),
    ],
    again: [2, () => fc.record({ do: fc.constant('again' as const), ...imported })],
    confirm: [2, () => fc.record({ do: fc.constant('confirm' as const), ...imported })],
    undo: [6, () => fc.record({ do: fc.constant('undo' as const), ...imported })],
    drop: [1, () => fc.record({ do: fc.constant('drop' as const), symbol })],
    set: [
      1,
      () =>
        fc.record({
          do: fc.constant('set' as const),
          symbol,
          intervalMin: fc.constantFrom(BASE_MIN, MINUTES_PER_DAY),
          adjustedThrough: fc.constantFrom(null, 0, FIRST_DAY + 2, FIRST_DAY + 7),
        }),
    ],
    retention: [1, () => fc.record({ do: fc.constant('retention' as const) })],
    restart: [1, () => fc.record({ do: fc.constant('restart' as const) })],
  };
  const chosen = Object.entries(steps)
    .filter(([name]) => !does || does.includes(name as InputStep['do']))
    .map(([, [weight, arbitrary]]) => ({
      weight: does ? 1 : weight,
      arbitrary: arbitrary() as fc.Arbitrary<InputStep>,
    }));
  return fc.array(fc.oneof(...chosen), { minLength: 4, maxLength: does ? 8 : 12, size: 'max' });
}
