/** Controls of a comparison and its value, by the field's type. */
import { type AskableField, isNumeric, useSources } from '../core/askable.ts';
import { type Parts, parse } from '../core/condition.ts';
import { label, unitIn } from '../core/format.ts';
import { useWords } from '../core/words.ts';
import { Select } from './form.tsx';

type Test = Pick<Parts, 'operator' | 'value'>;
type Set = (test: Test) => void;

const isTime = ({ type }: AskableField) => type === 'timestamp';
const isClock = (value: string) => /^(\d\d?:\d\d)?$/.test(value);
/** Returns true if the value is another field. */
const isField = (value: string) => parse(value)?.operator === '';

/** Operators by kind; `..` and `|` stand for the two forms of `:`, `null` for `=null`. */
const NUMBERS = { '>': 'more than', '>=': 'at least', '<': 'less than', '<=': 'at most', '..': 'between', '=': 'is' };
const TIMES = { '<=': 'by', '<': 'before', '>=': 'from', '>': 'after', '..': 'between' };
const WORDS = { '=': 'is', '!=': 'is not', '|': 'one of' };

const formOf = ({ operator, value }: Test): string =>
  operator === ':' ? (value.includes('..') ? '..' : '|') : operator === '=' && value === 'null' ? 'null' : operator;

/** Returns the test in another form, with as much of the value as fits it. */
export function inForm(form: string, { value }: Test, field: AskableField): Test {
  const [first] = value === 'null' ? [''] : value.split(/\.\.|\|/);
  const kept = first || (field.values[0] ?? (isTime(field) ? '12:00' : isNumeric(field) ? '0' : ''));
  if (form === 'null') return { operator: '=', value: 'null' };
  if (form === '..') return { operator: ':', value: `${kept}..${kept}` };
  return { operator: form === '|' ? ':' : form, value: kept };
}

export function OperatorControl({ field, test, set }: { field: AskableField; test: Test; set: Set }) {
  const form = formOf(test);
  // The value alone expresses true or false.
  if (field.type === 'boolean' && form === '=') return null;
  const forms: Readonly<Record<string, string>> = {
    ...(isTime(field) || field.type === 'date' ? TIMES : isNumeric(field) ? NUMBERS : WORDS),
    ...(field.nullable ? { null: 'is none' } : {}),
  };
  return (
    <Select
      aria-label="Comparison"
      value={form}
      onValue={(next) => set(inForm(next, test, field))}
      of={Object.keys(forms)}
      say={(one) => forms[one]}
    >
      {!(form in forms) && <option value={form}>{form}</option>}
    </Select>
  );
}

/** Edits a value. @param clock of the times of day */
export function ValueControl({
  field,
  test,
  set,
  clock,
}: {
  field: AskableField | undefined;
  test: Test;
  set: Set;
  clock: string;
}) {
  const { operator, value } = test;
  const form = formOf(test);
  const put = (next: string) => set({ operator, value: next });
  if (form === 'null') return null;
  if (!field) return <Text value={value} put={put} />;
  if (isField(value)) return <OtherField field={field} value={value} put={put} />;
  if (form === '..') {
    const [low, high] = value.split('..');
    return (
      <>
        <One field={field} name="Lowest value" value={low} put={(next) => put(`${next}..${high}`)} />
        <span>and</span>
        <One field={field} name="Highest value" value={high} put={(next) => put(`${low}..${next}`)} />
        <Unit field={field} clock={clock} />
      </>
    );
  }
  if (form === '|' && field.values.length > 0) return <Several field={field} value={value} put={put} />;
  return (
    <>
      <One field={field} name="Value" value={value} put={put} />
      <Unit field={field} clock={clock} />
    </>
  );
}

function Unit({ field, clock }: { field: AskableField; clock: string }) {
  const unit = isTime(field) ? clock : unitIn(field.name);
  return unit ? <span class="quiet">{unit}</span> : null;
}

interface Own {
  readonly value: string;
  readonly put: (value: string) => void;
}

const Text = ({ value, put, name = 'Value' }: Own & { name?: string }) => (
  <input aria-label={name} class="short" value={value} onInput={(event) => put(event.currentTarget.value)} />
);

function One({ field, name, value, put }: Own & { field: AskableField; name: string }) {
  if (field.values.length > 0)
    return (
      <Select
        aria-label={name}
        value={value}
        onValue={put}
        of={[...new Set([...field.values, value])]}
        say={(one) => (one === 'true' ? 'yes' : one === 'false' ? 'no' : one)}
      />
    );
  const type =
    isTime(field) && isClock(value) ? 'time' : isNumeric(field) ? 'number' : field.type === 'date' ? 'date' : null;
  if (type === null) return <Text name={name} value={value} put={put} />;
  return (
    <input
      aria-label={name}
      class="short"
      type={type}
      step={type === 'number' ? 'any' : undefined}
      value={value}
      onInput={(event) => put(event.currentTarget.value)}
    />
  );
}

function Several({ field, value, put }: Own & { field: AskableField }) {
  const chosen = value.split('|').filter(Boolean);
  return (
    <fieldset class="chips" aria-label="Values">
      {field.values.map((one) => {
        const on = chosen.includes(one);
        const next = field.values.filter((other) => (other === one ? !on : chosen.includes(other)));
        return (
          <button
            key={one}
            type="button"
            class="chip"
            aria-pressed={on}
            // A condition needs at least one value.
            disabled={on && chosen.length === 1}
            onClick={() => put(next.join('|'))}
          >
            {one}
          </button>
        );
      })}
    </fieldset>
  );
}

/** Chooses the other field among those of equal unit and type. */
function OtherField({ field, value, put }: Own & { field: AskableField }) {
  const sources = useSources();
  const words = useWords();
  const alike = sources.flatMap(({ name, fields }) =>
    fields
      .filter(({ type, unit }) => type === field.type && unit === field.unit)
      .flatMap((one) => [`${name}.${one.name}`, `prev.${name}.${one.name}`]),
  );
  return (
    <Select aria-label="Value" value={value} onValue={put} of={[...new Set([value, ...alike])]} say={words.field} />
  );
}

/** Chooses between a value and another field; shows no choice if there is no other field. */
export function AgainstControl({
  field,
  test,
  set,
  parts,
}: {
  field: AskableField;
  test: Test;
  set: Set;
  parts: Parts;
}) {
  const { operator, value } = test;
  if (parts.tests || (!isNumeric(field) && !isTime(field))) return null;
  if (operator === '' || operator === ':' || formOf(test) === 'null') return null;
  const other = isField(value);
  const before = `prev${parts.prev > 0 ? parts.prev + 1 : ''}.${parts.statistic}.${parts.field}`;
  return (
    <Select
      label={`${label(field.name)} against`}
      value={other ? 'field' : 'value'}
      onValue={(next) =>
        set(next === 'field' ? { operator, value: before } : inForm(operator, { operator, value: '' }, field))
      }
      of={['value', 'field']}
      say={(one) => (one === 'field' ? 'another field' : 'a value')}
    />
  );
}
