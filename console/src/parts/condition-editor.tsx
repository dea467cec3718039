/** Editor of one condition, or of alternatives: its session, field, comparison and value. */
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { type AskableField, choicesOf, fieldOf, useSources } from '../core/askable.ts';
import { alternatives, anyOf, type Parts, parse, split, write } from '../core/condition.ts';
import { labelWithUnit } from '../core/format.ts';
import { useWords } from '../core/words.ts';
import { Combobox } from './combobox.tsx';
import { Field, Select } from './form.tsx';
import { SymbolPicker } from './symbol-picker.tsx';
import { AgainstControl, inForm, OperatorControl, ValueControl } from './value-control.tsx';

interface Edited {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly outcome?: boolean;
  /** Clock of the times of day. */
  readonly clock: string;
}

export function ConditionEditor({ text, onRemove, ...rest }: Edited & { readonly onRemove?: () => void }) {
  const all = alternatives(text);
  const { outcome = false, onText } = rest;
  return (
    <fieldset class="condition" aria-label={`${outcome ? 'Outcome' : 'Condition'}: ${text || 'empty'}`}>
      {all.map((one, i) => (
        <Fragment key={`${all.length} ${i}`}>
          {i > 0 && <span class="or">or</span>}
          <OneCondition
            {...rest}
            text={one}
            onText={(next) => onText(next === '' ? anyOf(all.toSpliced(i, 1)) : anyOf(all.with(i, next)))}
            onOr={outcome ? undefined : () => onText(anyOf([...all, one]))}
            isOne={all.length > 1}
          />
        </Fragment>
      ))}
      <span class="tail">
        {onRemove && (
          <button type="button" class="plain small" aria-label={`Remove ${text}`} onClick={onRemove}>
            ✕
          </button>
        )}
      </span>
    </fieldset>
  );
}

function OneCondition({
  text,
  onText,
  outcome = false,
  clock,
  onOr,
  isOne,
}: Edited & { readonly onOr: (() => void) | undefined; readonly isOne: boolean }) {
  const read = parse(text);
  // A condition without its test is incomplete: only an outcome may be a field alone.
  const parts = read !== null && (outcome || read.operator !== '') ? read : null;
  const [raw, showRaw] = useState(parts === null);
  const [isUnfolded, setUnfolded] = useState(false);
  const asText = raw || parts === null;
  return (
    <div class="one">
      {asText ? (
        <input
          class="raw"
          value={text}
          aria-label={`${outcome ? 'Outcome' : 'Condition'} as text`}
          placeholder="gap.gap_pct:0.2..0.5"
          onInput={(event) => onText(event.currentTarget.value)}
        />
      ) : (
        <Picks parts={parts} onText={onText} outcome={outcome} clock={clock} />
      )}
      <button type="button" class="plain small" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
        More
      </button>
      {isUnfolded && (
        <div class="more-controls">
          {!asText && <Further parts={parts} onText={onText} outcome={outcome} />}
          <button type="button" class="plain small" disabled={raw && parts === null} onClick={() => showRaw(!raw)}>
            {raw ? 'Choose from lists' : 'Edit as text'}
          </button>
          {onOr && (
            <button type="button" class="plain small" onClick={onOr}>
              + or
            </button>
          )}
          {isOne && (
            <button type="button" class="plain small" onClick={() => onText('')}>
              Remove this one
            </button>
          )}
        </div>
      )}
    </div>
  );
}

const DAYS_BEFORE = [0, 1, 2, 3, 4, 5, 10, 20];

function Picks({ parts, onText, outcome = false, clock }: Omit<Edited, 'text'> & { readonly parts: Parts }) {
  const sources = useSources();
  const field = fieldOf(sources, parts);
  const set = (next: Partial<Parts>) => onText(write({ ...parts, ...next }));
  const test = { operator: parts.operator, value: parts.value };
  const numeric = field?.type === 'number' || field?.type === 'integer';
  const counted = sources.find(({ name }) => name === parts.statistic)?.counted ?? [];
  return (
    <>
      {!outcome && (
        <Select
          aria-label="Session of the condition"
          value={String(parts.prev)}
          onValue={(n) => set({ prev: Number(n) })}
          of={[...new Set([...DAYS_BEFORE, parts.prev])].sort((a, b) => a - b).map(String)}
          say={(n) => (n === '0' ? 'that day' : n === '1' ? 'day before' : `${n} days before`)}
        />
      )}
      <FieldSearch
        label="Field"
        shown={parts}
        outcome={outcome}
        onChoose={(text) => {
          const chosen = parse(text)!;
          onText(write({ ...chosen, prev: chosen.prev || parts.prev, symbol: parts.symbol }));
        }}
      />
      {parts.tests && <Which fields={counted} clock={clock} parts={parts} onTests={(tests) => set({ tests })} />}
      {outcome && numeric && (
        <Select
          aria-label="As"
          value={parts.operator === '' ? 'distribution' : 'event'}
          onValue={(as) => set(as === 'event' ? { operator: '>', value: '0' } : { operator: '', value: '' })}
          of={['distribution', 'event']}
          say={(as) => (as === 'event' ? 'how often it is' : 'its distribution')}
        />
      )}
      {parts.operator !== '' && (
        <>
          {field && <OperatorControl field={field} test={test} set={set} />}
          <ValueControl field={field} test={test} set={set} clock={clock} />
        </>
      )}
    </>
  );
}

/** Edits the selection of a session's records that are counted. */
function Which({
  fields,
  parts: { statistic, tests },
  clock,
  onTests,
}: {
  fields: readonly AskableField[];
  parts: Parts;
  clock: string;
  onTests: (tests: readonly string[]) => void;
}) {
  const all = tests ?? [];
  const written = (field: AskableField, test: Pick<Parts, 'operator' | 'value'>) =>
    `${field.name}${test.operator}${test.value}`;
  const first = (field: AskableField) => written(field, inForm('=', { operator: '=', value: '' }, field));
  return (
    <>
      {all.map((text, i) => {
        const test = parse(`${statistic}.${text}`);
        const field = fields.find(({ name }) => name === test?.field);
        if (!test || !field) return <code key={text}>{text}</code>;
        const set = (next: Pick<Parts, 'operator' | 'value'>) => onTests(all.with(i, written(field, next)));
        return (
          <span class="which" key={`${all.length} ${i}`}>
            <Select
              aria-label="Those with"
              value={field.name}
              onValue={(next) => {
                const chosen = fields.find(({ name }) => name === next);
                onTests(chosen ? all.with(i, first(chosen)) : all.toSpliced(i, 1));
              }}
              of={[...fields.map(({ name }) => name), '']}
              say={(name) => (name ? `with ${labelWithUnit(name).toLowerCase()}` : 'any: take this out')}
            />
            <OperatorControl field={field} test={test} set={set} />
            <ValueControl field={field} test={test} set={set} clock={clock} />
          </span>
        );
      })}
      {fields.length > 0 && (
        <button
          type="button"
          class="plain small"
          onClick={() =>
            onTests([...all, first(fields.find(({ name }) => !all.some((one) => one.startsWith(name))) ?? fields[0])])
          }
        >
          + which of them
        </button>
      )}
    </>
  );
}

/** Edits rarer parts: another symbol, parameters of the statistic, another field to compare with. */
function Further({
  parts,
  onText,
  outcome = false,
}: {
  parts: Parts;
  onText: (text: string) => void;
  outcome?: boolean;
}) {
  const sources = useSources();
  const source = sources.find(({ name }) => name === parts.statistic);
  const field = fieldOf(sources, parts);
  const set = (next: Partial<Parts>) => onText(write({ ...parts, ...next }));
  const values = new Map(
    split(parts.parameters.replaceAll(',', ';')).map((one) => {
      const [name, ...value] = one.split('=');
      return [name.trim(), value.join('=').trim()] as const;
    }),
  );
  const setParameter = (name: string, value: string) => {
    const next = new Map([...values, [name, value] as const].filter(([, one]) => one !== ''));
    set({ parameters: [...next].map(([key, one]) => `${key}=${one}`).join(',') });
  };
  return (
    <>
      {source?.params.map((param) => (
        <Field
          key={param.name}
          param={param}
          value={values.get(param.name) ?? ''}
          onValue={(value) => setParameter(param.name, value)}
        />
      ))}
      {field && (
        <AgainstControl field={field} test={{ operator: parts.operator, value: parts.value }} set={set} parts={parts} />
      )}
      {!outcome && (
        <SymbolPicker
          title="Other symbol"
          value={parts.symbol.replaceAll('"', '')}
          without="the symbol of the question"
          onChoose={(symbol) => set({ symbol: /^[A-Z0-9.-]*$/.test(symbol) ? symbol : `"${symbol}"` })}
        />
      )}
    </>
  );
}

/** Finds a field by words of its name, or accepts written conditions. */
export function FieldSearch({
  label,
  shown,
  placeholder,
  outcome = false,
  onChoose,
}: {
  label: string;
  /** Condition of the chosen field. */
  shown?: Parts;
  placeholder?: string;
  outcome?: boolean;
  /** @param text conditions, joined by `;` */
  onChoose: (text: string) => void;
}) {
  const sources = useSources();
  const words = useWords();
  const [text, setText] = useState('');
  return (
    <Combobox
      label={label}
      text={text}
      onText={setText}
      placeholder={placeholder}
      shown={shown && words.field(write({ ...shown, prev: 0, tests: shown.tests && [], operator: '', value: '' }))}
      choices={choicesOf(text, sources, outcome).map((one) => ({
        key: one.text,
        label: words.list(one.text),
        hint: one.help,
      }))}
      onChoose={({ key }) => onChoose(key)}
      none="No field has these words in its name."
    />
  );
}
