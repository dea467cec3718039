/** Sources of conditions as the clients' builders have them. */
import type { Source } from '../../compute/answers/questions/question.ts';
import type { Field, KnownAt } from '../../compute/market/fields.ts';
import type { ParamDoc } from '../../compute/statistics/params.ts';

export interface DescribedField {
  readonly name: string;
  readonly type: Exclude<Field['type'], 'json'>;
  readonly words: readonly string[] | null;
  /** Seen from the session of the case. */
  readonly knownAt: KnownAt;
  readonly description: string;
}

export interface DescribedParameter {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean';
  readonly words: readonly string[] | null;
  readonly description: string;
}

export interface DescribedSource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Asked by `count` and `exists`. */
  readonly many: boolean;
  readonly fields: readonly DescribedField[];
  readonly parameters: readonly DescribedParameter[];
  readonly existsKnownAt: KnownAt;
}

const OWN: Readonly<Record<string, readonly [title: string, description: string]>> = {
  session: ['Session', 'The session itself.'],
  news: ['News', "What came out between the end of the previous session's window and the start of this one's."],
};

const TYPES: Readonly<Record<ParamDoc['type'], DescribedParameter['type']>> = {
  string: 'string',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  date: 'string',
  time: 'string',
};

/** Of its week a session sees what earlier sessions tell of it. */
const seen = (kind: Source['kind'], knownAt: KnownAt): KnownAt =>
  kind === 'week' && knownAt !== 'later' ? 'before' : knownAt;

export function describedSources(sources: ReadonlyMap<string, Source>): readonly DescribedSource[] {
  return [...sources.values()].map((source): DescribedSource => {
    const { name, kind, statistic } = source;
    const [title, description] = statistic ? [statistic.title, statistic.description] : OWN[name];
    const parameters = Object.entries(statistic?.params ?? {}).filter(([, { affects }]) => affects === 'records');
    return {
      name,
      title,
      description,
      many: kind === 'candle',
      fields: [...source.fields.values()].flatMap((field) =>
        field.type === 'json'
          ? []
          : [
              {
                name: field.name,
                type: field.type,
                words: field.values ?? null,
                knownAt: seen(kind, field.knownAt ?? (kind === 'candle' ? 'later' : 'close')),
                description: field.description,
              },
            ],
      ),
      parameters: parameters.map(([parameter, { doc }]) => ({
        name: parameter,
        type: TYPES[doc.type],
        words: doc.values ?? null,
        description: doc.description,
      })),
      existsKnownAt: kind === 'session' ? 'open' : 'before',
    };
  });
}
