/** What conditions can name: the fields of every statistic's records, of the session itself and of its news. */
import { useMemo } from 'preact/hooks';
import { useAccount } from './account.ts';
import { useAnswer } from './answer.ts';
import { valuesOf, wordsOf } from './described.ts';
import type { Doc } from './docs.ts';

export interface AskableField {
  readonly name: string;
  readonly type: string;
  readonly unit: string;
  readonly values: readonly string[];
  readonly help: string;
  /** Known only after the session: refused in conditions on it. */
  readonly late: boolean;
}

export interface Source {
  readonly name: string;
  readonly title: string;
}

const field = (
  name: string,
  type: string,
  help: string,
  values: readonly string[] = [],
  late = false,
): AskableField => ({
  name,
  type,
  unit: name.endsWith('_pct') ? 'pct' : 'none',
  values,
  help,
  late,
});

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Without a `/doc` of their own; as docs/query.md has them. */
const OWN: Readonly<Record<string, readonly AskableField[]>> = {
  session: [
    field('weekday', 'string', 'Weekday of the session', DAYS),
    field('month', 'integer', 'Calendar month, 1 to 12'),
    field('open', 'number', 'First price'),
    field('return_pct', 'number', 'Close against the previous close', [], true),
    field('range_pct', 'number', 'Range in percent of the open', [], true),
    field('high', 'number', 'Highest price', [], true),
    field('low', 'number', 'Lowest price', [], true),
    field('close', 'number', 'Last price', [], true),
    field('volume', 'number', 'Volume of the session', [], true),
    field('early_close', 'boolean', 'The exchange closes early', ['true', 'false']),
  ],
  news: [
    field('count', 'integer', 'Items since the previous session'),
    field('max_impact_score', 'number', 'Highest impact of them, 0 to 1'),
    field('direction', 'string', 'Of the strongest', ['positive', 'neutral', 'negative', 'none']),
  ],
};

/** Fields that nobody asks a condition on. */
const DULL = new Set(['symbol', 'date', 'prev_date', 'complete', 'week']);

export function useSources(): readonly Source[] {
  const { statistics } = useAccount();
  return useMemo(
    () => [
      { name: 'session', title: 'Session' },
      // A session has many records of the others, or none.
      ...statistics
        .filter(({ record_of: of }) => of === 'session' || of === 'week')
        .map(({ name, title }) => ({ name, title })),
      { name: 'news', title: 'News before it' },
    ],
    [statistics],
  );
}

export function useFields(source: string | null): readonly AskableField[] {
  const { statistics } = useAccount();
  const entry = source !== null && !(source in OWN) ? statistics.find(({ name }) => name === source) : undefined;
  const asking = useAnswer<Doc>(entry?.doc ?? null, {}, { freshMs: 30 * 60_000 });
  return useMemo(() => {
    if (source !== null && source in OWN) return OWN[source];
    if (asking.is !== 'done') return [];
    const fields = asking.body.fields.filter(
      ({ endpoint, name, known_at }) => endpoint === entry?.path && !DULL.has(name) && known_at !== null,
    );
    return [
      { ...field('exists', 'boolean', 'There is a record of the session', ['true', 'false']) },
      ...fields.map(({ name, type, unit, description, known_at }) => ({
        name,
        type,
        unit,
        values: type === 'boolean' ? ['true', 'false'] : valuesOf(description),
        help: wordsOf(description),
        late: known_at === 'close' || known_at === 'later' || known_at === 'event',
      })),
    ];
  }, [source, asking.is === 'done' ? asking.body : null, entry]);
}
