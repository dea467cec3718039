/** What forms that write have in common: of tokens, accounts, collectors, uploads, alerts. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../core/account.ts';
import { useWrite } from '../core/operate.ts';
import { Select } from './form.tsx';
import { PageHead } from './page-head.tsx';
import { Empty } from './states.tsx';
import { Copy } from './take-away.tsx';

/** A page for operators; for others, how an account becomes one. */
export function OperatorsOnly({ title, lead, children }: { title: string; lead: string; children: ComponentChildren }) {
  const { account } = useAccount().usage;
  return (
    <>
      <PageHead title={title}>{lead}</PageHead>
      {account.operator ? (
        children
      ) : (
        <Empty>
          This account is no operator.{' '}
          <code>npm run -s cli -- accounts set --account {account.id} --operator true</code> makes it one.
        </Empty>
      )}
    </>
  );
}

export function Problem({ children }: { children: string }) {
  return (
    <p class="problem" role="alert">
      {children}
    </p>
  );
}

export interface Sent {
  /** What is filled in; numbers and check boxes as such. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Value of the button that was pressed; Enter in a field presses the first one. */
  readonly button: string;
  readonly form: HTMLFormElement;
}

/** Fields and the buttons that send them. What is refused is said, and what was typed stays; what is done empties the form. */
export function WriteForm({
  name,
  plain = false,
  onSend,
  onInput,
  children,
  after,
}: {
  name: string;
  /** In a card already. */
  plain?: boolean;
  /** Rejects with what is wrong. Answers false where the fields stay as they are. */
  onSend: (sent: Sent) => Promise<unknown>;
  onInput?: () => void;
  children: ComponentChildren;
  after?: ComponentChildren;
}) {
  const { busy, problem, write } = useWrite();
  return (
    <form
      class={plain ? 'form' : 'card form'}
      aria-label={name}
      aria-busy={busy}
      onInput={onInput}
      onSubmit={(event) => {
        event.preventDefault();
        // Buttons stay enabled meanwhile: one that is disabled loses the focus.
        if (busy) return;
        const form = event.currentTarget;
        const button = (event.submitter as HTMLButtonElement | null)?.value ?? '';
        write(async () => {
          if ((await onSend({ values: filledIn(form), button, form })) !== false) form.reset();
        });
      }}
    >
      {children}
      <Problem>{problem}</Problem>
      {after}
    </form>
  );
}

export function NewSecret({ what, children }: { what: string; children: string }) {
  return (
    <div class="notice new-token" role="status">
      <p>Copy the {what} now: it is shown this once.</p>
      <code data-testid="new-secret">{children}</code> <Copy text={() => children}>{`Copy ${what}`}</Copy>
    </div>
  );
}

/** A button that asks once before it does what cannot be taken back. */
export function Confirmed({
  children,
  ask,
  name,
  onClick,
}: {
  children: string;
  ask: string;
  /** What it is done to, for those who do not see where the button stands. */
  name: string;
  onClick: () => void;
}) {
  const [asked, tell] = useState(false);
  return (
    <button
      type="button"
      class={asked ? 'small' : 'plain small'}
      onClick={() => {
        tell(!asked);
        if (asked) onClick();
      }}
      onBlur={() => tell(false)}
    >
      <span aria-live="polite">
        {asked ? ask : children}
        <span class="visually-hidden"> {name}</span>
      </span>
    </button>
  );
}

export function Field({
  name,
  title,
  help,
  type = 'text',
  wide = false,
  ...input
}: {
  name: string;
  title: string;
  help?: string;
  /** A number is a whole one, from 1 on. */
  type?: 'text' | 'number' | 'url';
  wide?: boolean;
  required?: boolean;
  placeholder?: string;
  defaultValue?: string;
}) {
  return (
    <label class={wide ? 'field grow' : 'field'} title={help}>
      <span>{title}</span>
      <input name={name} autocomplete="off" {...input} type={type as 'text'} min={type === 'number' ? 1 : undefined} />
    </label>
  );
}

/** Of a few values; `none`: the words for saying nothing. */
export function Chosen({
  name,
  title,
  values,
  none,
  titles = {},
  wide = false,
  ...select
}: {
  name: string;
  title: string;
  values: readonly string[];
  none?: string;
  /** What values are called. */
  titles?: Readonly<Record<string, string>>;
  wide?: boolean;
  value?: string;
  onChange?: (event: { currentTarget: HTMLSelectElement }) => void;
}) {
  return (
    <Select
      label={title}
      kind={wide ? 'grow' : ''}
      name={name}
      {...select}
      of={values}
      say={(value) => titles[value] ?? value}
    >
      {none && <option value="">{none}</option>}
    </Select>
  );
}

export function Check({ name, children }: { name: string; children: string }) {
  return (
    <label class="check">
      <input type="checkbox" name={name} /> {children}
    </label>
  );
}

function filledIn(form: HTMLFormElement): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) continue;
    const { name, type } = element;
    const value = element.value.trim();
    if (type === 'checkbox') {
      if ((element as HTMLInputElement).checked) values[name] = true;
    } else if (name && value && type !== 'file') values[name] = type === 'number' ? Number(value) : value;
  }
  return values;
}
