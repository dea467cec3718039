/** The question put together: which days are compared, on which of them, how often what. The draft counts live. */
import { useMemo } from 'preact/hooks';
import { useAnswer } from '../core/answer.ts';
import type { Schemas } from '../core/api.ts';
import { join, split } from '../core/condition.ts';
import { type Draft, MAX_CONDITIONS, useLater } from '../core/draft.ts';
import { many, number } from '../core/format.ts';
import { useWords } from '../core/words.ts';
import { ConditionEditor, FieldSearch } from './condition-editor.tsx';
import { Problems } from './states.tsx';

export type Shared = Readonly<Record<string, string | undefined>>;

/** Counts need an outcome: until there is one, any that every session has. */
const ANY_OUTCOME = 'session.return_pct>0';

const preview = (when: string, then: string, shared: Shared) => ({
  ...shared,
  when,
  then: then || ANY_OUTCOME,
  preview: 'true',
});

export interface DraftProps {
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
  /** Symbol, range and session of the request. */
  readonly shared: Shared;
  /** That times of day are of. */
  readonly clock: string;
}

export function QuestionForm({ draft, setDraft, shared, clock }: DraftProps) {
  const words = useWords();
  const { among, when, then } = draft;
  const common = { then, shared, clock, full: among.length + when.length >= MAX_CONDITIONS };
  return (
    <>
      <Conditions
        title="When"
        lead="the days that are counted: all of these hold"
        name="Add a condition"
        none="Every day is counted."
        {...common}
        texts={when}
        onTexts={(next) => setDraft({ ...draft, when: next })}
      />
      <Conditions
        title="Among"
        lead="optional: only these days are looked at, and compared"
        name="Add a condition on all days compared"
        none=""
        {...common}
        texts={among}
        onTexts={(next) => setDraft({ ...draft, among: next })}
      />
      <section aria-label="How often">
        <h2>
          How often <small>what you want to know of those days, or a number such as the return</small>
        </h2>
        {then === '' ? (
          <FieldSearch
            label="Outcome"
            placeholder="Type a field, such as: gap filled"
            outcome
            onChoose={(text) => setDraft({ ...draft, then: text })}
          />
        ) : (
          <ConditionEditor
            outcome
            text={then}
            clock={clock}
            onText={(text) => setDraft({ ...draft, then: text })}
            onRemove={() => setDraft({ ...draft, then: '' })}
          />
        )}
      </section>
      <p class="quiet" data-testid="against">
        <strong>Against the other days:</strong> {against(draft, words.list)}
      </p>
    </>
  );
}

/** What the cases are compared with, in words. */
function against({ among, when }: Draft, words: (conditions: string) => string): string {
  const within = among.length > 0 ? `those of the days with ${words(join(among))}` : 'all other days of the range';
  const all = among.length > 0 ? 'All days of “Among”' : '“All days”';
  if (when.length === 0) return 'with no condition under “When” every day is a case, and none is left to compare with.';
  return `${within} where not all of “When” holds (the rest). ${all} are both together (the base).`;
}

/** A list of conditions that is edited one by one. */
function Conditions({
  title,
  lead,
  name,
  none,
  texts,
  then,
  shared,
  clock,
  full,
  onTexts,
}: {
  title: string;
  lead: string;
  /** Of the field that adds one. */
  name: string;
  /** Said where there is none. */
  none: string;
  texts: readonly string[];
  then: string;
  shared: Shared;
  clock: string;
  full: boolean;
  onTexts: (texts: readonly string[]) => void;
}) {
  return (
    <section aria-label={title}>
      <h2>
        {title} <small>{lead}</small>
      </h2>
      {texts.length === 0 && none && <p class="quiet">{none}</p>}
      {texts.map((text, i) => (
        <Counted
          key={`${texts.length} ${i}`}
          text={text}
          then={then}
          clock={clock}
          shared={{ ...shared, among: undefined }}
          onText={(next) => onTexts(texts.with(i, next))}
          onRemove={() => onTexts(texts.toSpliced(i, 1))}
        />
      ))}
      {full ? (
        <p class="quiet">A question has at most {MAX_CONDITIONS} conditions.</p>
      ) : (
        <FieldSearch
          label={name}
          placeholder={`${name}: a field, such as gap direction`}
          onChoose={(text) => onTexts([...texts, ...split(text)].slice(0, MAX_CONDITIONS))}
        />
      )}
    </section>
  );
}

/** A condition with the sessions that it alone leaves. */
function Counted({
  text,
  then,
  shared,
  ...rest
}: {
  text: string;
  then: string;
  shared: Shared;
  clock: string;
  onText: (text: string) => void;
  onRemove: () => void;
}) {
  const later = useLater(`${text}\n${then}`);
  const [when, outcome] = later.split('\n');
  const asking = useAnswer<Schemas['QueryPreview']>(when ? '/query' : null, preview(when, outcome, shared));
  const count = asking.is === 'done' ? aloneWords(asking.body) : '';
  return <ConditionEditor text={text} count={count} {...rest} />;
}

/** Whether the outcome is known of them is of the draft, not of this condition. */
const aloneWords = ({ cases, unknown, sessions }: Schemas['QueryPreview']) =>
  `alone: ${number(cases + unknown.then + unknown.early)} of ${many(sessions, 'day')}`;

/** How many sessions the draft finds, and what is wrong with it. @param said the answer below says that of this very question */
export function Live({ draft, shared, said }: { draft: Draft; shared: Shared; said: boolean }) {
  const later = useLater([join(draft.among), join(draft.when), draft.then].join('\n'));
  const [among, when, then] = later.split('\n');
  const asked = preview(when, then, { ...shared, among: among || undefined });
  const nothing = later === '\n\n';
  const asking = useAnswer<Schemas['QueryPreview']>(nothing ? null : '/query', asked);
  const words = useMemo(() => (asking.is === 'done' ? liveWords(asking.body) : null), [asking]);
  return (
    <div class="live" role="status" data-testid="live">
      {asking.is === 'loading' && <span class="quiet">counting…</span>}
      {words}
      {asking.is === 'failed' &&
        !said &&
        (asking.error.problems.length > 0 ? (
          <Problems problems={asking.error.problems} asked={asked} />
        ) : (
          <span class="problem">{asking.error.message}</span>
        ))}
    </div>
  );
}

function liveWords({ cases, rest, population, sessions }: Schemas['QueryPreview']) {
  return (
    <span>
      of <strong>{number(cases)}</strong> cases
      {rest !== null && <> · {number(rest)} other days to compare with</>} · {number(population)} of {number(sessions)}{' '}
      sessions
    </span>
  );
}
