/** Accounts and their plans, limits and tokens, for operators. */

import { useState } from 'preact/hooks';
import { useAccount } from '../core/account.ts';
import { useRounds } from '../core/answer.ts';
import { PLAN_NAMES } from '../core/format.ts';
import { useOperation, useWrite, useWriter } from '../core/operate.ts';
import { href, type Query } from '../core/router.ts';
import { Check, Chosen, Field, OperatorsOnly, Problem, WriteForm } from '../parts/admin.tsx';
import { Answered, Empty } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { NewToken, type Token, TokenList } from '../parts/tokens.tsx';

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

type TokenRow = Omit<Token, 'id' | 'current'> & { readonly token_id: string; readonly revoked: boolean };

const PLANS = Object.keys(PLAN_NAMES);

export function AccountsPage({ query }: { query: Query }) {
  return (
    <OperatorsOnly
      title="Accounts"
      lead="Who may read this service, and how much. Changes are in force within a second."
    >
      <Accounts query={query} />
    </OperatorsOnly>
  );
}

function Accounts({ query }: { query: Query }) {
  const { operate } = useWriter();
  const [round, changed] = useRounds();
  const asking = useOperation<{ accounts: readonly AccountRow[] }>('accounts.list', {}, round);
  const chosen = query['account'];
  return (
    <>
      <WriteForm
        name="New account"
        onSend={async ({ values }) => {
          await operate('accounts.create', values);
          changed();
        }}
      >
        <div class="fields">
          <Field name="name" title="Name" required />
          <Chosen name="plan" title="Plan" values={PLANS} titles={PLAN_NAMES} />
          <Check name="operator">operator</Check>
          <button type="submit">Add account</button>
        </div>
      </WriteForm>
      <Answered asking={asking}>
        {({ accounts }) => {
          const one = accounts.find(({ id }) => id === chosen);
          return (
            <>
              <Table
                caption="Accounts"
                rows={accounts.map(rowOf)}
                fields={[]}
                titles={{ name: 'Account', direct_api: 'Direct API' }}
                linkOf={({ id }) => href('/accounts', { ...query, account: String(id) })}
              />
              {one && <OneAccount key={one.id} account={one} changed={changed} />}
              {chosen && !one && <Empty>There is no account {chosen}.</Empty>}
            </>
          );
        }}
      </Answered>
    </>
  );
}

const rowOf = ({
  id,
  name,
  plan,
  operator,
  history_days,
  per_minute,
  per_day,
  direct_api,
  created_at,
}: AccountRow) => ({
  name,
  plan: PLAN_NAMES[plan],
  operator,
  history_days: history_days ?? 'full',
  per_minute,
  per_day,
  direct_api,
  created: created_at.slice(0, 10),
  id,
});

function OneAccount({ account, changed }: { account: AccountRow; changed: () => void }) {
  const own = useAccount().usage.account;
  const { operate } = useWriter();
  const { busy, problem, write } = useWrite();
  const set = async (name: string, args: object) => {
    await operate(name, { account: account.id, ...args });
    changed();
  };
  return (
    <section class="card" aria-label={account.name}>
      <h2>
        {account.name} <small class="quiet">{account.id}</small>
      </h2>
      <div class="fields">
        <Chosen
          name="plan"
          title="Plan"
          values={PLANS}
          titles={PLAN_NAMES}
          value={account.plan}
          onChange={(event) => {
            const plan = event.currentTarget.value;
            write(() => set('accounts.set-plan', { plan }));
          }}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={account.operator}
            // Who takes the flag off the own account could not put it back here.
            disabled={busy || account.id === own.id}
            onChange={(event) => {
              const operator = event.currentTarget.checked;
              write(() => set('accounts.set', { operator }));
            }}
          />{' '}
          operator{account.id === own.id && ' (this is you)'}
        </label>
      </div>
      <Problem>{problem}</Problem>
      <WriteForm
        plain
        name="Limits"
        onSend={({ values: { historyDays, ...limits } }) => {
          const days = historyDays === 'full' ? 'full' : Number(historyDays);
          return set('accounts.set-limits', { ...limits, ...(historyDays === undefined ? {} : { historyDays: days }) });
        }}
      >
        <div class="fields">
          <Field name="perMinute" title="Per minute" type="number" defaultValue={String(account.per_minute)} />
          <Field name="perDay" title="Per day" type="number" defaultValue={String(account.per_day)} />
          <Field
            name="historyDays"
            title="Days of history, or full"
            defaultValue={account.history_days === null ? 'full' : String(account.history_days)}
          />
          <button type="submit" class="plain">
            Set limits
          </button>
        </div>
      </WriteForm>
      <Tokens account={account.id} />
    </section>
  );
}

function Tokens({ account }: { account: string }) {
  const { operate } = useWriter();
  const [made, show] = useState('');
  const [round, changed] = useRounds();
  const asking = useOperation<{ tokens: readonly TokenRow[] }>('tokens.list', { account }, round);
  return (
    <>
      <h3>Tokens</h3>
      <WriteForm
        plain
        name="New token"
        onSend={async ({ values }) => {
          show((await operate<{ token: string }>('tokens.issue', { account, ...values })).result.token);
          changed();
        }}
        after={<NewToken token={made} />}
      >
        <div class="fields">
          <Field name="name" title="What it is for" />
          <button type="submit" class="plain">
            Issue a token
          </button>
        </div>
      </WriteForm>
      <Answered asking={asking} lines={2}>
        {({ tokens }) => (
          <TokenList
            tokens={tokens.filter(({ revoked }) => !revoked).map(({ token_id: id, ...token }) => ({ ...token, id }))}
            revoke={async (id) => {
              await operate('tokens.revoke', { tokenId: id });
              changed();
            }}
          />
        )}
      </Answered>
    </>
  );
}
