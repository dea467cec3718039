/** The account's own access tokens: made here and shown once, named, revoked. */
import { useState } from 'preact/hooks';
import { useAccount } from '../core/account.ts';
import { useAnswer } from '../core/answer.ts';
import { send } from '../core/client.ts';
import { date, dateTime } from '../core/format.ts';
import { useWrite } from '../core/operate.ts';
import { zone } from '../core/settings.ts';
import { useStore } from '../core/store.ts';
import { Confirmed, Field, NewToken, Problem } from '../parts/admin.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { Answered } from '../parts/states.tsx';

interface Token {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  /** It opened this session. */
  readonly current: boolean;
}

export function TokensPage() {
  const { usage } = useAccount();
  const [round, again] = useState(0);
  const [made, show] = useState('');
  const chosen = useStore(zone);
  const asking = useAnswer<{ data: readonly Token[] }>('/me/tokens', {}, { freshMs: 0, round });
  const { busy, problem, write } = useWrite();
  const csrf = usage.csrf_token;
  return (
    <>
      <header class="page-head keep">
        <h1>Tokens</h1>
        <p class="lead">
          A token has the rights of this account{usage.account.direct_api ? '' : ', so it logs in to the console alone'}
          . Revoking it ends the sessions that it opened.
        </p>
      </header>
      <form
        class="card form"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const name = new FormData(form).get('name');
          write(async () => {
            const { token } = await send<{ token: string }>('/me/tokens', { method: 'POST', json: { name }, csrf });
            show(token);
            form.reset();
            again((n) => n + 1);
          });
        }}
      >
        <div class="fields">
          <Field name="name" title="What it is for" placeholder="notebook" required />
          <button type="submit" disabled={busy}>
            Make a token
          </button>
        </div>
        {made && <NewToken token={made} />}
        <Problem>{problem}</Problem>
      </form>
      <section class="card">
        <h2>Valid tokens</h2>
        <Answered asking={asking}>
          {({ data }) => (
            <Scroll name="Tokens">
              <table class="grid admin">
                <thead>
                  <tr>
                    <th scope="col">Name</th>
                    <th scope="col">Made</th>
                    <th scope="col">Last used</th>
                    <th scope="col">
                      <span class="visually-hidden">Revoke</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {data.map(({ id, name, created_at, last_used_at, current }) => (
                    <tr key={id}>
                      <th scope="row">
                        {name || <span class="quiet">without a name</span>}{' '}
                        {current && <span class="badge">this login</span>}
                        <small class="quiet"> {id}</small>
                      </th>
                      <td>{dateTime(created_at, chosen)}</td>
                      <td>{last_used_at ? date(last_used_at) : 'never'}</td>
                      <td>
                        <Confirmed
                          ask={current ? 'Revoke, and end this login' : 'Revoke it now'}
                          onClick={() =>
                            write(async () => {
                              await send(`/me/tokens/${id}`, { method: 'DELETE', csrf });
                              again((n) => n + 1);
                            })
                          }
                        >
                          Revoke
                        </Confirmed>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scroll>
          )}
        </Answered>
      </section>
    </>
  );
}
