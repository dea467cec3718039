/** A search field: the choices below it follow the text; arrows and Enter, or a click, take one. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useState } from 'preact/hooks';

export interface Choice {
  readonly key: string;
  readonly label: string;
  /** Further text in small type. */
  readonly hint?: string;
}

export function Combobox<C extends Choice>({
  label,
  choices,
  text,
  onText,
  onChoose,
  shown = '',
  placeholder,
  open: always = false,
  busy = false,
  none,
}: {
  label: string;
  choices: readonly C[];
  text: string;
  onText: (text: string) => void;
  onChoose: (choice: C) => void;
  /** Text of the field while nothing is typed: the current choice. */
  shown?: string;
  placeholder?: string;
  /** Keeps the choices visible. */
  open?: boolean;
  /** Choices for the text are pending: Enter waits for them. */
  busy?: boolean;
  /** Shown instead of choices if a text has none. */
  none?: ComponentChildren;
}) {
  const id = useId();
  const [isEditing, setEditing] = useState(false);
  const [at, setAt] = useState(0);
  // True after an arrow key: Enter then takes a choice even if nothing is typed.
  const [isPointed, setPointed] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const open = always || isEditing;
  const current = Math.min(at, choices.length - 1);
  // Layout effects run before the next key; a later effect would forget an Enter that came at once.
  useLayoutEffect(() => {
    setAt(0);
    setPointed(false);
    setWaiting(false);
  }, [text, open]);
  useEffect(() => {
    if (isWaiting && !busy) {
      setWaiting(false);
      if (choices.length > 0) choose(choices[0]);
    }
  }, [isWaiting, busy]);
  useEffect(() => {
    if (open && current >= 0) document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [open, current]);
  const choose = (choice: C) => {
    onText('');
    setEditing(false);
    onChoose(choice);
  };
  const move = (by: number) => {
    // The first press marks the choice that is marked already if nothing is typed.
    if (isPointed || text !== '' || always)
      setAt((Math.max(0, current) + by + choices.length) % Math.max(1, choices.length));
    setPointed(true);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (open) move(event.key === 'ArrowDown' ? 1 : -1);
      else setEditing(true);
    } else if (event.key === 'Enter' && open && (text !== '' || always || isPointed)) {
      event.preventDefault();
      if (busy && !isPointed) setWaiting(true);
      else if (current >= 0) choose(choices[current]);
    } else if (event.key === 'Escape' && isEditing && !always) {
      event.preventDefault();
      onText('');
      setEditing(false);
    }
  };
  return (
    <div class="combobox">
      <input
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={open && choices.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && current >= 0 ? `${id}-${current}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder={isEditing && shown ? shown : placeholder}
        value={isEditing || always ? text : shown}
        onFocus={() => setEditing(true)}
        onClick={() => setEditing(true)}
        onBlur={() => {
          setEditing(false);
          if (shown) onText('');
        }}
        onInput={(event) => {
          setEditing(true);
          onText(event.currentTarget.value);
        }}
        onKeyDown={onKey}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} hidden={!open || choices.length === 0}>
        {choices.map((choice, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's, which keeps the focus
          <div
            key={choice.key}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === current}
            // Keeps the focus in the field, because losing it would close the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(choice)}
          >
            <span>{choice.label}</span>
            {choice.hint && <small>{choice.hint}</small>}
          </div>
        ))}
      </div>
      {open && text.trim() !== '' && choices.length === 0 && none && <small class="none-found">{none}</small>}
    </div>
  );
}
