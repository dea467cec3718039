/** The account's own access tokens: made here and shown once, named, revoked. */
import { useState } from 'preact/hooks';
import { useAccount } from '../core/account.ts';
import { useAnswer, useRounds } from '../core/answer.ts';
import type { Schemas } from '../core/api.ts';
import { useWriter } from '../core/operate.ts';
import { Field, WriteForm } from '../parts/admin.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Answered } from '../parts/states.tsx';
import { NewToken, TokenList } from '../parts/tokens.tsx';

export function TokensPage() {
  const { account } = useAccount().usage;
  const { put } = useWriter();
  const [made, show] = useState('');
  const [round, changed] = useRounds();
  const asking = useAnswer<Schemas['Tokens']>('/me/tokens', {}, { freshMs: 0, round });
  return (
    <>
      <PageHead title="Tokens">
        A token has the rights of this account{account.direct_api ? '' : ', so it logs in to the console alone'}.
        Revoking it ends the sessions that it opened.
      </PageHead>
      <WriteForm
        name="New token"
        onSend={async ({ values }) => {
          show((await put<{ token: string }>('POST', '/me/tokens', values)).token);
          changed();
        }}
        after={<NewToken token={made} />}
      >
        <div class="fields">
          <Field name="name" title="What it is for" placeholder="notebook" required />
          <button type="submit">Create a token</button>
        </div>
      </WriteForm>
      <section class="card">
        <h2>Valid tokens</h2>
        <Answered asking={asking}>
          {({ data }) => (
            <TokenList
              tokens={data}
              revoke={async (id) => {
                await put('DELETE', `/me/tokens/${id}`);
                changed();
              }}
            />
          )}
        </Answered>
      </section>
    </>
  );
}
