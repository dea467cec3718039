/** The parameters of an endpoint as form fields, from its documentation. */
import type { Param, SymbolEntry } from './api.ts';
import { el, titleOf } from './dom.ts';

export interface Form {
  readonly element: HTMLFormElement;
  values(): Record<string, string>;
}

const SKIPPED = new Set(['format', 'cursor']);

export function paramForm(
  parameters: readonly Param[],
  symbols: readonly SymbolEntry[],
  before: Readonly<Record<string, string>>,
  submit: () => void,
): Form {
  const params = parameters.filter(({ name }) => !SKIPPED.has(name));
  const element = el(
    'form',
    {
      submit: (event) => {
        event.preventDefault();
        submit();
      },
    },
    ...params.map((param) =>
      el('label', { title: param.description }, titleOf(param.name), input(param, symbols, before[param.name])),
    ),
    el('button', {}, 'Ask'),
  );
  return {
    element,
    values: () => Object.fromEntries([...new FormData(element)].map(([name, value]) => [name, String(value)])),
  };
}

function input(param: Param, symbols: readonly SymbolEntry[], value = ''): HTMLElement {
  const { name, type, values } = param;
  if (name === 'symbol')
    return select(
      name,
      symbols.map(({ symbol }) => symbol),
      value || symbols[0]?.symbol,
      false,
    );
  if (values && values.length > 0 && name !== 'weekday') return select(name, values, value, !param.required);
  if (type === 'boolean') return select(name, ['true', 'false'], value, true);
  const placeholder = param.default === null ? '' : String(param.default);
  const kind = type === 'date' ? 'date' : type === 'time' ? 'time' : 'text';
  return el('input', { name, value, placeholder, type: kind, required: param.required });
}

function select(name: string, values: readonly string[], value: string | undefined, open: boolean): HTMLElement {
  const options = values.map((word) => el('option', { value: word, selected: word === value }, word));
  return el('select', { name }, ...(open ? [el('option', { value: '' }, 'default')] : []), ...options);
}
