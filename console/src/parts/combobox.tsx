/** A field that finds: choices below it change with what is typed; arrows and Enter, or a click, take one. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useState } from 'preact/hooks';

export interface Choice {
  readonly key: string;
  readonly label: string;
  /** Says more of it, in small type. */
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
  /** Stands in the field while nothing is typed: what is chosen. */
  shown?: string;
  placeholder?: string;
  /** The choices stay in sight. */
  open?: boolean;
  /** Choices for the text are still to come: Enter waits for them. */
  busy?: boolean;
  /** In place of choices, where something is typed and there are none. */
  none?: ComponentChildren;
}) {
  const id = useId();
  const [editing, edit] = useState(false);
  const [at, point] = useState(0);
  // Arrows have been at the choices: Enter takes one, also where nothing is typed.
  const [isPointed, tell] = useState(false);
  const [waits, wait] = useState(false);
  const open = always || editing;
  const current = Math.min(at, choices.length - 1);
  // Before the next key is handled: after it, an Enter that came at once would be forgotten.
  useLayoutEffect(() => {
    point(0);
    tell(false);
    wait(false);
  }, [text, open]);
  useEffect(() => {
    if (waits && !busy) {
      wait(false);
      if (choices.length > 0) choose(choices[0]);
    }
  }, [waits, busy]);
  useEffect(() => {
    if (open && current >= 0) document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [open, current]);
  const choose = (choice: C) => {
    onText('');
    edit(false);
    onChoose(choice);
  };
  const move = (by: number) => {
    // The first press marks the choice that is marked already, as long as nothing is typed.
    if (isPointed || text !== '' || always)
      point((Math.max(0, current) + by + choices.length) % Math.max(1, choices.length));
    tell(true);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (open) move(event.key === 'ArrowDown' ? 1 : -1);
      else edit(true);
    } else if (event.key === 'Enter' && open && (text !== '' || always || isPointed)) {
      event.preventDefault();
      if (busy && !isPointed) wait(true);
      else if (current >= 0) choose(choices[current]);
    } else if (event.key === 'Escape' && editing && !always) {
      event.preventDefault();
      onText('');
      edit(false);
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
        placeholder={editing && shown ? shown : placeholder}
        value={editing || always ? text : shown}
        onFocus={() => edit(true)}
        onClick={() => edit(true)}
        onBlur={() => {
          edit(false);
          if (shown) onText('');
        }}
        onInput={(event) => {
          edit(true);
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
            // Before the field loses its focus, and the list is gone.
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
