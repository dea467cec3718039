/** A question as one sentence, whose values are changed in place. */
import { Fragment } from 'preact';
import { fieldOf, useSources } from '../core/askable.ts';
import { alternatives, anyOf, parse, write } from '../core/condition.ts';
import { useWords } from '../core/words.ts';
import type { DraftProps } from './question-form.tsx';
import { ValueControl } from './value-control.tsx';

export function QuestionSentence({
  draft,
  setDraft,
  clock,
  symbol,
  onOpen,
}: DraftProps & {
  readonly symbol: string;
  /** Opens the form of the whole question. */
  onOpen: () => void;
}) {
  const { among, when, then } = draft;
  const list = (name: 'among' | 'when', texts: readonly string[]) =>
    texts.map((text, i) => (
      <Fragment key={`${texts.length} ${i}`}>
        {i > 0 && ' and '}
        <Phrase
          text={text}
          clock={clock}
          onOpen={onOpen}
          onText={(next) => setDraft({ ...draft, [name]: texts.with(i, next) })}
        />
      </Fragment>
    ));
  return (
    <div class="sentence">
      <strong>{symbol}</strong>
      {among.length > 0 && <>, among days with {list('among', among)}</>}: when {when.length === 0 && 'any day comes'}
      {list('when', when)}, {parse(then)?.operator === '' ? 'what is' : 'how often'}{' '}
      <Phrase text={then} clock={clock} onOpen={onOpen} onText={(next) => setDraft({ ...draft, then: next })} />?
    </div>
  );
}

function Phrase({
  text,
  onText,
  clock,
  onOpen,
}: {
  text: string;
  onText: (text: string) => void;
  clock: string;
  onOpen: () => void;
}) {
  const words = useWords();
  const sources = useSources();
  const all = alternatives(text);
  return (
    <>
      {all.map((one, i) => {
        const parts = parse(one);
        const field = parts && fieldOf(sources, parts);
        const edited = parts && field && parts.operator !== '' && parts.value !== 'null' && field.type !== 'boolean';
        return (
          <Fragment key={`${all.length} ${i}`}>
            {i > 0 && ', or '}
            <button type="button" class="linklike phrase" title="Edit the question" onClick={onOpen}>
              {edited ? words.lead(parts) : words.condition(one)}
            </button>
            {edited && (
              <>
                {' '}
                <ValueControl
                  field={field}
                  test={parts}
                  clock={clock}
                  set={(test) => onText(anyOf(all.with(i, write({ ...parts, ...test }))))}
                />
              </>
            )}
          </Fragment>
        );
      })}
    </>
  );
}
