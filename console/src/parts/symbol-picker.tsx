/** Chooses a symbol by typing a part of its name. */
import { useState } from 'preact/hooks';
import { useSymbolSearch } from '../core/symbols.ts';
import { type Choice, Combobox } from './combobox.tsx';

const SHOWN = 8;

export function SymbolPicker({
  title = 'Symbol',
  value = '',
  without,
  hidden = [],
  placeholder,
  onChoose,
}: {
  title?: string;
  value?: string;
  /** Words for choosing none. */
  without?: string;
  /** Not to be chosen. */
  hidden?: readonly string[];
  placeholder?: string;
  onChoose: (symbol: string) => void;
}) {
  const [text, type] = useState('');
  const { symbols, busy, none } = useSymbolSearch(text, SHOWN + hidden.length);
  const choices = symbols
    .filter(({ symbol }) => !hidden.includes(symbol))
    .slice(0, SHOWN)
    .map(({ symbol, asset_class }): Choice => ({ key: symbol, label: symbol, hint: asset_class }));
  return (
    <div class="field symbol">
      <span>{title}</span>
      <Combobox
        label={title}
        shown={value || without}
        choices={without && (value || text === '') ? [...choices, { key: '', label: without }] : choices}
        onText={type}
        onChoose={({ key }) => onChoose(key)}
        {...{ text, placeholder, busy, none }}
      />
    </div>
  );
}
