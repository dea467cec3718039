/** Form of a question's parameters. A change sends the question at once; the address holds them all. */
import type { ComponentProps } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useAccount } from '../core/account.ts';
import type { EndpointDoc, Param } from '../core/api.ts';
import { valuesOf, wordsOf } from '../core/docs.ts';
import { label, labelWithUnit } from '../core/format.ts';
import { chosenValue, isOfOneDay, lockedBy } from '../core/params.ts';
import { go, href, placeNow, type Query } from '../core/router.ts';
import { SymbolPicker } from './symbol-picker.tsx';

/** Puts parameters into the address. */
export function change(values: Readonly<Record<string, string>>, { replace = false } = {}): void {
  const { path, query } = placeNow();
  go(href(path, { ...query, ...values }), { replace });
}

/** Chooses one value of a list; a current value outside the list comes first. */
export function Select({
  of,
  say = (one) => one,
  onValue,
  label: title,
  kind = '',
  children,
  ...rest
}: ComponentProps<'select'> & {
  of: readonly string[];
  say?: (one: string) => string;
  onValue?: (value: string) => void;
  /** Text above the control, if it has no other name. */
  label?: string;
  /** Class of the field around label and control. */
  kind?: string;
}) {
  const select = (
    <select onChange={onValue && ((event) => onValue(event.currentTarget.value))} {...rest}>
      {children}
      {of.map((one) => (
        <option key={one} value={one}>
          {say(one)}
        </option>
      ))}
    </select>
  );
  if (!title) return select;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its control is the one above
    <label class={`field ${kind}`}>
      <span>{title}</span>
      {select}
    </label>
  );
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const HIDDEN = new Set(['symbol', 'symbols', 'format', 'cursor', 'date', 'when', 'then', 'limit', 'top_n']);
const ADVANCED = new Set([
  'fill_cutoff',
  'start_time',
  'end_time',
  'include_extended_hours',
  'start_date',
  'end_date',
  'adjustment',
]);
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  session: { exchange: 'Exchange hours', default: '13:30–20:00 UTC' },
  matching: { now: 'those that match', any: 'all symbols' },
  order: { desc: 'highest first', asc: 'lowest first' },
  sort_by: {
    difference_low: 'difference, lower bound',
    difference: 'difference',
    outcome: 'rate or mean',
    outcome_low: 'rate or mean, lower bound',
    base: 'base rate',
    cases: 'cases',
    p_value: 'p',
    q_value: 'q',
  },
};

export function ParamForm({
  endpoint,
  query,
  symbol = true,
  choices = {},
}: {
  endpoint: EndpointDoc;
  query: Query;
  symbol?: boolean;
  /** Values of parameters whose description does not list them. */
  choices?: Readonly<Record<string, readonly string[] | undefined>>;
}) {
  // The table of records sorts its rows itself.
  const paged = endpoint.parameters.some(({ name }) => name === 'cursor');
  const params = endpoint.parameters.filter(
    (one) => (!HIDDEN.has(one.name) || isOfOneDay(one)) && !(paged && one.name === 'order'),
  );
  const plain = params.filter(({ name }) => !ADVANCED.has(name));
  const advanced = params.filter(({ name }) => ADVANCED.has(name));
  const set = params.filter(({ name }) => query[name]);
  const [isOpen, setOpen] = useState(() => matchMedia('(min-width: 761px)').matches);
  return (
    <details class="form" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span>Parameters</span>
        <small class="quiet">
          {set.map(({ name }) => `${label(name).toLowerCase()} ${wordFor(name, query[name])}`).join(', ') || 'defaults'}
        </small>
      </summary>
      <div class="fields">
        {symbol && endpoint.parameters.some(({ name }) => name === 'symbol') && (
          <SymbolPicker value={query['symbol'] ?? ''} onChoose={(chosen) => change({ symbol: chosen })} />
        )}
        {plain.map((param) => (
          <Field key={param.name} param={param} value={chosenValue(param.name, query)} choices={choices[param.name]} />
        ))}
        {advanced.length > 0 && (
          <details class="more" open={advanced.some(({ name }) => query[name]) || undefined}>
            <summary>Dates and hours</summary>
            <div class="fields">
              {advanced.map((param) => (
                <Field key={param.name} param={param} value={chosenValue(param.name, query)} />
              ))}
            </div>
          </details>
        )}
      </div>
    </details>
  );
}

export function Field({
  param,
  value,
  onValue,
  choices,
}: {
  param: Param;
  value: string;
  onValue?: (value: string) => void;
  choices?: readonly string[];
}) {
  const { name, type, description, required } = param;
  const { usage } = useAccount();
  const locked = required ? null : lockedBy(name, usage);
  const set = onValue ?? ((next: string) => change({ [name]: next }));
  const help = wordsOf(description);
  const fallback = param.default === null ? '' : String(param.default);
  const listed =
    choices ?? (name === 'weekday' ? WEEKDAYS : type === 'boolean' ? ['true', 'false'] : valuesOf(description));
  // An address may hold what no list offers, such as several weekdays: it is shown, not dropped.
  const values = listed.length > 0 && value && !listed.includes(value) ? [...listed, value] : listed;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its control is one of the two below
    <label
      class={`field ${name} ${locked ? 'locked' : ''}`}
      title={locked ? `${help}. In the plans Pro Web and Pro API.` : help}
    >
      <span>
        {labelWithUnit(name)}
        {locked && <em class="lock"> in the Pro plans</em>}
      </span>
      {values.length > 0 ? (
        <Select
          // A default that the address spells out is the default.
          value={value === fallback && !required && name !== 'session' ? '' : value}
          disabled={!!locked}
          onValue={set}
          of={values.filter((one) => name === 'session' || one !== fallback || required)}
          say={(one) => wordFor(name, one)}
        >
          {!required && name !== 'session' && <option value="">{fallback ? wordFor(name, fallback) : 'any'}</option>}
        </Select>
      ) : (
        <TextInput param={param} value={value} placeholder={fallback} disabled={!!locked} set={set} />
      )}
    </label>
  );
}

function wordFor(name: string, value: string): string {
  const word = WORDS[name]?.[value];
  if (word) return word;
  if (name === 'sort_by') return value.split('.').map(labelWithUnit).join(' · ');
  return value === 'true' ? 'yes' : value === 'false' ? 'no' : value;
}

/** Sends a text when it is finished: on Enter or on leaving the field. */
function TextInput({
  param: { type, minimum, maximum },
  value,
  placeholder,
  disabled,
  set,
}: {
  param: Param;
  value: string;
  placeholder: string;
  disabled: boolean;
  set: (value: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = value;
  }, [value]);
  const numeric = type === 'integer' || type === 'number';
  const common = {
    ref: input,
    defaultValue: value,
    placeholder,
    disabled,
    onChange: (event: { currentTarget: HTMLInputElement }) => set(event.currentTarget.value.trim()),
  };
  if (type === 'date') return <input type="date" {...common} />;
  if (type === 'time') return <input type="time" {...common} />;
  if (numeric) {
    const step = type === 'integer' ? 1 : 'any';
    return <input type="number" min={minimum ?? undefined} max={maximum ?? undefined} step={step} {...common} />;
  }
  return <input type="text" {...common} />;
}
