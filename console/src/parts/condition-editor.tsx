/** One condition: of which session, which statistic, which field, how, what. */
import { useState } from 'preact/hooks';
import { type AskableField, useFields, useSources } from '../core/askable.ts';
import { type Parts, parse, write } from '../core/condition.ts';
import { labelWithUnit } from '../core/format.ts';

const NUMBER_OPERATORS = ['>=', '>', '<=', '<', '=', ':'] as const;
const WORD_OPERATORS = ['=', '!=', ':'] as const;
const OPERATOR_WORDS: Readonly<Record<string, string>> = {
  '>=': 'at least',
  '>': 'more than',
  '<=': 'at most',
  '<': 'less than',
  '=': 'is',
  '!=': 'is not',
  ':': 'one of / from..to',
};

export function ConditionEditor({
  text,
  onText,
  onRemove,
  outcome = false,
  count,
}: {
  text: string;
  onText: (text: string) => void;
  onRemove?: () => void;
  outcome?: boolean;
  count?: string;
}) {
  const read = parse(text);
  // A condition without its test is half typed: only an outcome may be a field alone.
  const parts = read !== null && (outcome || read.operator !== '') ? read : null;
  const [raw, showRaw] = useState(parts === null);
  const what = outcome ? 'Outcome' : 'Condition';
  return (
    <fieldset class="condition" aria-label={`${what}: ${text || 'empty'}`}>
      {raw || parts === null ? (
        <input
          class="raw"
          value={text}
          aria-label={`${what} as text`}
          placeholder="gap.gap_pct:0.2..0.5"
          onInput={(event) => onText(event.currentTarget.value)}
        />
      ) : (
        <Picks parts={parts} onText={onText} outcome={outcome} />
      )}
      <span class="tail">
        {count && <span data-testid="condition-count">{count}</span>}
        <button
          type="button"
          class="plain small"
          disabled={raw && parts === null}
          onClick={() => showRaw(!raw)}
          title={raw ? 'Choose from lists' : 'Edit as text'}
        >
          {raw ? 'Lists' : 'Text'}
        </button>
        {onRemove && (
          <button type="button" class="plain small" aria-label={`Remove ${text}`} onClick={onRemove}>
            ✕
          </button>
        )}
      </span>
    </fieldset>
  );
}

function Picks({ parts, onText, outcome }: { parts: Parts; onText: (text: string) => void; outcome: boolean }) {
  const sources = useSources();
  const fields = useFields(parts.statistic);
  const chosen = fields.find(({ name }) => name === parts.field);
  const set = (next: Partial<Parts>) => onText(write({ ...parts, ...next }));
  const numeric = chosen ? chosen.type === 'number' || chosen.type === 'integer' : false;
  const operators: readonly string[] = numeric ? NUMBER_OPERATORS : WORD_OPERATORS;
  const setField = (name: string) => {
    const next = fields.find((one) => one.name === name);
    set({ field: name, ...firstTest(next, outcome) });
  };
  return (
    <>
      {!outcome && (
        <select
          aria-label="Of which session"
          value={String(parts.prev)}
          onChange={(event) => set({ prev: Number(event.currentTarget.value) })}
        >
          {[...new Set([0, 1, 2, 3, 5, parts.prev])]
            .sort((a, b) => a - b)
            .map((n) => (
              <option key={n} value={String(n)}>
                {n === 0 ? 'that day' : n === 1 ? 'day before' : `${n} days before`}
              </option>
            ))}
        </select>
      )}
      {parts.symbol !== '' && (
        <input
          aria-label="Of which symbol"
          class="short"
          title="Another symbol's session of the same date; empty: the symbol of the question"
          value={parts.symbol}
          onInput={(event) => set({ symbol: event.currentTarget.value })}
        />
      )}
      <select
        aria-label="Statistic"
        value={parts.statistic}
        onChange={(event) => {
          const statistic = event.currentTarget.value;
          const first = FIRST[statistic] ?? 'exists';
          set({
            statistic,
            parameters: '',
            field: first.split('=')[0],
            operator: first.includes('=') ? '=' : outcome && first !== 'exists' ? '' : '=',
            value: first.split('=')[1] ?? 'true',
          });
        }}
      >
        {sources.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
        {!sources.some(({ name }) => name === parts.statistic) && (
          <option value={parts.statistic}>{parts.statistic}</option>
        )}
      </select>
      <select
        aria-label="Field"
        value={parts.field}
        title={chosen?.help}
        onChange={(event) => setField(event.currentTarget.value)}
      >
        {!chosen && <option value={parts.field}>{parts.field}</option>}
        {fields.map(({ name, late }) => (
          <option key={name} value={name}>
            {labelWithUnit(name)}
            {late && !outcome && parts.prev === 0 ? ' (known later)' : ''}
          </option>
        ))}
      </select>
      {outcome && numeric && (
        <select
          aria-label="As"
          value={parts.operator === '' ? 'distribution' : 'event'}
          onChange={(event) =>
            set(event.currentTarget.value === 'event' ? { operator: '>', value: '0' } : { operator: '', value: '' })
          }
        >
          <option value="distribution">its distribution</option>
          <option value="event">how often it</option>
        </select>
      )}
      {parts.operator !== '' && (
        <>
          <select
            aria-label="Comparison"
            value={parts.operator}
            onChange={(event) => set({ operator: event.currentTarget.value })}
          >
            {[...new Set([...operators, parts.operator])].map((one) => (
              <option key={one} value={one}>
                {OPERATOR_WORDS[one] ?? one}
              </option>
            ))}
          </select>
          {chosen && chosen.values.length > 0 && parts.operator !== ':' ? (
            <select
              aria-label="Value"
              value={parts.value}
              onChange={(event) => set({ value: event.currentTarget.value })}
            >
              {[...new Set([...chosen.values, parts.value])].map((one) => (
                <option key={one} value={one}>
                  {one === 'true' ? 'yes' : one === 'false' ? 'no' : one}
                </option>
              ))}
            </select>
          ) : (
            <input
              aria-label="Value"
              value={parts.value}
              class="short"
              onInput={(event) => set({ value: event.currentTarget.value })}
            />
          )}
        </>
      )}
      {parts.statistic !== 'session' && parts.statistic !== 'news' && (
        <input
          aria-label="Parameters of the statistic"
          class="short params"
          placeholder="parameters"
          title="Such as orb_minutes=15; defaults are left out"
          value={parts.parameters}
          onInput={(event) => set({ parameters: event.currentTarget.value })}
        />
      )}
    </>
  );
}

const FIRST: Readonly<Record<string, string>> = {
  session: 'weekday=Tuesday',
  news: 'direction=positive',
  gap: 'direction=up',
  orb: 'first_direction=up',
};

function firstTest(field: AskableField | undefined, outcome: boolean): Pick<Parts, 'operator' | 'value'> {
  if (!field) return { operator: '=', value: 'true' };
  if (field.type === 'number' || field.type === 'integer')
    return outcome ? { operator: '', value: '' } : { operator: '>=', value: '0' };
  return { operator: '=', value: field.values[0] ?? '' };
}
