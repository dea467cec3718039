/** Chooses a symbol, or several, by typing a part of its name. */
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
  /** Text of the choice of no symbol. */
  without?: string;
  /** Symbols that cannot be chosen. */
  hidden?: readonly string[];
  placeholder?: string;
  onChoose: (symbol: string) => void;
}) {
  const [text, setText] = useState('');
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
        onText={setText}
        onChoose={({ key }) => onChoose(key)}
        text={text}
        placeholder={placeholder}
        busy={busy}
        none={none}
      />
    </div>
  );
}

/** Edits several symbols: each can be removed, others are added one by one. */
export function SymbolList({
  symbols,
  most,
  linkOf,
  onSymbols,
}: {
  symbols: readonly string[];
  most: number;
  linkOf: (symbol: string) => string;
  onSymbols: (symbols: readonly string[]) => void;
}) {
  return (
    <div class="fields">
      <ul class="chips watched" aria-label="Symbols">
        {symbols.map((symbol) => (
          <li key={symbol} class="chip">
            <a href={linkOf(symbol)}>{symbol}</a>
            <button
              type="button"
              class="linklike"
              aria-label={`Remove ${symbol}`}
              onClick={() => onSymbols(symbols.filter((one) => one !== symbol))}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
      {symbols.length < most && (
        <SymbolPicker
          title="Add a symbol"
          placeholder="type its name"
          hidden={symbols}
          onChoose={(symbol) => onSymbols([...symbols, symbol])}
        />
      )}
    </div>
  );
}
