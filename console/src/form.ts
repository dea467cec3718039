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
      undefined,
    );
  const placeholder = param.default === null ? '' : String(param.default);
  const unset = param.required ? undefined : placeholder;
  if (values && values.length > 0 && name !== 'weekday') return select(name, values, value, unset);
  if (type === 'boolean') return select(name, ['true', 'false'], value, unset);
  const kind = type === 'date' ? 'date' : type === 'time' ? 'time' : 'text';
  return el('input', { name, value, placeholder, type: kind, required: param.required });
}

/** `unset`: what is taken where nothing is chosen, '' where that is no value; undefined: one must be chosen. */
function select(
  name: string,
  values: readonly string[],
  value: string | undefined,
  unset: string | undefined,
): HTMLElement {
  const options = values
    .filter((word) => word !== unset)
    .map((word) => el('option', { value: word, selected: word === value }, word));
  const open = unset === undefined || unset === 'default' ? 'default' : `default: ${unset || 'none'}`;
  return el('select', { name }, ...(unset === undefined ? [] : [el('option', { value: '' }, open)]), ...options);
}
