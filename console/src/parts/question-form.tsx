/** The form of a question: counted days, compared days, and the outcome. */
import { join, split } from '../core/condition.ts';
import { type Draft, MAX_CONDITIONS } from '../core/draft.ts';
import { useWords } from '../core/words.ts';
import { ConditionEditor, FieldSearch } from './condition-editor.tsx';

export interface DraftProps {
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
  /** Clock of the times of day. */
  readonly clock: string;
}

export function QuestionForm({ draft, setDraft, clock }: DraftProps) {
  const words = useWords();
  const { among, when, then } = draft;
  const common = { clock, full: among.length + when.length >= MAX_CONDITIONS };
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

/** Returns the comparison of the cases in words. */
function against({ among, when }: Draft, words: (conditions: string) => string): string {
  const within = among.length > 0 ? `those of the days with ${words(join(among))}` : 'all other days of the range';
  const all = among.length > 0 ? 'All days of “Among”' : '“All days”';
  if (when.length === 0) return 'with no condition under “When” every day is a case, and none is left to compare with.';
  return `${within} where not all of “When” holds (the rest). ${all} are both together (the base).`;
}

/** Edits a list of conditions one by one. */
function Conditions({
  title,
  lead,
  name,
  none,
  texts,
  clock,
  full,
  onTexts,
}: {
  title: string;
  lead: string;
  /** Name of the field that adds one. */
  name: string;
  /** Text for an empty list. */
  none: string;
  texts: readonly string[];
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
        <ConditionEditor
          key={`${texts.length} ${i}`}
          text={text}
          clock={clock}
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
