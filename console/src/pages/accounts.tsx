/** Accounts and their plans, limits and tokens, for operators. */
import { useState } from 'preact/hooks';
import { useAccount } from '../core/account.ts';
import { date, dateTime, number } from '../core/format.ts';
import { operate, useOperation, useWrite } from '../core/operate.ts';
import { href, type Query } from '../core/router.ts';
import { zone } from '../core/settings.ts';
import { useStore } from '../core/store.ts';
import { Chosen, Confirmed, Field, filledIn, NewToken, OperatorsOnly, Problem } from '../parts/admin.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { Answered, Empty } from '../parts/states.tsx';

interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly direct_api: boolean;
  readonly history_days: number | null;
  readonly per_minute: number;
  readonly per_day: number;
  readonly operator: boolean;
  readonly created_at: string;
}

interface TokenRow {
  readonly token_id: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked: boolean;
}

const PLANS = ['free', 'pro_web', 'pro_api'] as const;

export function AccountsPage({ query }: { query: Query }) {
  return (
    <OperatorsOnly
      title="Accounts"
      lead="Who may read this service, and how much. Changes are in force within a second."
    >
      <Accounts chosen={query['account']} />
    </OperatorsOnly>
  );
}

function Accounts({ chosen }: { chosen: string | undefined }) {
  const { csrf_token: csrf } = useAccount().usage;
  const [round, again] = useState(0);
  const changed = () => again((n) => n + 1);
  const asking = useOperation<{ accounts: readonly AccountRow[] }>('accounts.list', {}, round);
  const { busy, problem, write } = useWrite();
  return (
    <>
      <form
        class="card form"
        aria-label="New account"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          write(async () => {
            await operate('accounts.create', filledIn(form), csrf);
            form.reset();
            changed();
          });
        }}
      >
        <div class="fields">
          <Field name="name" title="Name" required />
          <Chosen name="plan" title="Plan" values={PLANS} />
          <label class="check">
            <input type="checkbox" name="operator" /> operator
          </label>
          <button type="submit" disabled={busy}>
            Add account
          </button>
        </div>
        <Problem>{problem}</Problem>
      </form>
      <Answered asking={asking}>
        {({ accounts }) => {
          const one = accounts.find(({ id }) => id === chosen);
          return (
            <>
              <section class="card">
                <Scroll name="Accounts">
                  <table class="grid admin">
                    <thead>
                      <tr>
                        {['Account', 'Plan', 'History', 'Per minute', 'Per day', 'Direct API', 'Made'].map((head) => (
                          <th key={head} scope="col">
                            {head}
                          </th>
                        ))}
                      </tr>
                    </thead>
                    <tbody>
                      {accounts.map((account) => (
                        <tr key={account.id} aria-current={account.id === chosen ? 'true' : undefined}>
                          <th scope="row">
                            <a href={href('/accounts', { account: account.id })}>{account.name}</a>{' '}
                            {account.operator && <span class="badge">operator</span>}
                          </th>
                          <td>{account.plan}</td>
                          <td>{account.history_days === null ? 'all' : `${number(account.history_days)} days`}</td>
                          <td>{number(account.per_minute)}</td>
                          <td>{number(account.per_day)}</td>
                          <td>{account.direct_api ? 'yes' : 'no'}</td>
                          <td>{date(account.created_at.slice(0, 10))}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </Scroll>
              </section>
              {one && <OneAccount key={one.id} account={one} changed={changed} />}
              {chosen && !one && <Empty>There is no account {chosen}.</Empty>}
            </>
          );
        }}
      </Answered>
    </>
  );
}

function OneAccount({ account, changed }: { account: AccountRow; changed: () => void }) {
  const { csrf_token: csrf, account: own } = useAccount().usage;
  const { busy, problem, write } = useWrite();
  const set = (name: string, args: object) =>
    write(async () => {
      await operate(name, { account: account.id, ...args }, csrf);
      changed();
    });
  return (
    <section class="card" aria-label={account.name}>
      <h2>
        {account.name} <small class="quiet">{account.id}</small>
      </h2>
      <div class="fields">
        <label class="field">
          <span>Plan</span>
          <select
            value={account.plan}
            disabled={busy}
            onChange={(event) => set('accounts.set-plan', { plan: event.currentTarget.value })}
          >
            {PLANS.map((plan) => (
              <option key={plan}>{plan}</option>
            ))}
          </select>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={account.operator}
            // Who takes the flag off the own account could not put it back here.
            disabled={busy || account.id === own.id}
            onChange={(event) => set('accounts.set', { operator: event.currentTarget.checked })}
          />{' '}
          operator{account.id === own.id && ' (this is you)'}
        </label>
      </div>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          const { historyDays, ...limits } = filledIn(event.currentTarget);
          const days =
            historyDays === undefined ? {} : { historyDays: historyDays === 'full' ? 'full' : Number(historyDays) };
          set('accounts.set-limits', { ...limits, ...days });
        }}
      >
        <Field name="perMinute" title="Per minute" number defaultValue={String(account.per_minute)} />
        <Field name="perDay" title="Per day" number defaultValue={String(account.per_day)} />
        <Field
          name="historyDays"
          title="Days of history, or full"
          defaultValue={account.history_days === null ? 'full' : String(account.history_days)}
        />
        <button type="submit" class="plain" disabled={busy}>
          Set limits
        </button>
      </form>
      <Problem>{problem}</Problem>
      <Tokens account={account.id} />
    </section>
  );
}

function Tokens({ account }: { account: string }) {
  const { csrf_token: csrf } = useAccount().usage;
  const chosen = useStore(zone);
  const [round, again] = useState(0);
  const [made, show] = useState('');
  const asking = useOperation<{ tokens: readonly TokenRow[] }>('tokens.list', { account }, round);
  const { busy, problem, write } = useWrite();
  return (
    <>
      <h3>Tokens</h3>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          write(async () => {
            const { result } = await operate<{ token: string }>('tokens.issue', { account, ...filledIn(form) }, csrf);
            show(result.token);
            form.reset();
            again((n) => n + 1);
          });
        }}
      >
        <Field name="name" title="What it is for" />
        <button type="submit" class="plain" disabled={busy}>
          Issue a token
        </button>
      </form>
      {made && <NewToken token={made} />}
      <Problem>{problem}</Problem>
      <Answered asking={asking} lines={2}>
        {({ tokens }) => (
          <ul class="lines">
            {tokens
              .filter(({ revoked }) => !revoked)
              .map(({ token_id, name, created_at, last_used_at }) => (
                <li key={token_id}>
                  <span>
                    {name || 'without a name'} <small class="quiet">{token_id}</small> · made{' '}
                    {dateTime(created_at, chosen)} · {last_used_at ? `last used ${date(last_used_at)}` : 'never used'}
                  </span>
                  <Confirmed
                    ask="Revoke it now"
                    onClick={() =>
                      write(async () => {
                        await operate('tokens.revoke', { tokenId: token_id }, csrf);
                        again((n) => n + 1);
                      })
                    }
                  >
                    Revoke
                  </Confirmed>
                </li>
              ))}
          </ul>
        )}
      </Answered>
    </>
  );
}
