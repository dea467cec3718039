/** What the pages of tokens, accounts, collectors and uploads have in common. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../core/account.ts';
import { Empty } from './states.tsx';
import { Copy } from './take-away.tsx';

/** A page for operators; for others, how an account becomes one. */
export function OperatorsOnly({ title, lead, children }: { title: string; lead: string; children: ComponentChildren }) {
  const { account } = useAccount().usage;
  return (
    <>
      <header class="page-head keep">
        <h1>{title}</h1>
        <p class="lead">{lead}</p>
      </header>
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

/** A token that is shown this once. */
export function NewToken({ token }: { token: string }) {
  return (
    <div class="notice new-token" role="status">
      <p>Copy it now: it is shown this once, and stored as a hash.</p>
      <code data-testid="new-token">{token}</code> <Copy text={() => token}>Copy token</Copy>
    </div>
  );
}

/** A button that asks once before it does what cannot be taken back. */
export function Confirmed({ children, ask, onClick }: { children: string; ask: string; onClick: () => void }) {
  const [asked, tell] = useState(false);
  return (
    <button
      type="button"
      class={asked ? '' : 'plain'}
      onClick={() => {
        tell(!asked);
        if (asked) onClick();
      }}
      onBlur={() => tell(false)}
    >
      <span aria-live="polite">{asked ? ask : children}</span>
    </button>
  );
}

export function Field({
  name,
  title,
  help,
  number = false,
  ...input
}: {
  name: string;
  title: string;
  help?: string;
  /** Whole, from 1 on. */
  number?: boolean;
  required?: boolean;
  placeholder?: string;
  defaultValue?: string;
}) {
  return (
    <label class="field" title={help}>
      <span>{title}</span>
      <input
        {...{ name, autocomplete: 'off', ...input }}
        type={(number ? 'number' : 'text') as 'text'}
        min={number ? 1 : undefined}
      />
    </label>
  );
}

/** Of a few values; `none`: the words for saying nothing. */
export function Chosen({
  name,
  title,
  values,
  none,
}: {
  name: string;
  title: string;
  values: readonly string[];
  none?: string;
}) {
  return (
    <label class="field">
      <span>{title}</span>
      <select name={name}>
        {none && <option value="">{none}</option>}
        {values.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </select>
    </label>
  );
}

/** What is filled in of a form; numbers and check boxes as such. */
export function filledIn(form: HTMLFormElement): Record<string, unknown> {
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
