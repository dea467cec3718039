/** Access tokens of an account, on its own page and on the operator's. */
import type { Schemas } from '../core/api.ts';
import { date, dateTime } from '../core/format.ts';
import { useWrite } from '../core/operate.ts';
import { useZone } from '../core/settings.ts';
import { Confirmed, NewSecret, Problem } from './admin.tsx';

export type Token = Schemas['Tokens']['data'][number];

export const NewToken = ({ token }: { token: string }) => (token ? <NewSecret what="token">{token}</NewSecret> : null);

export function TokenList({
  tokens,
  revoke,
}: {
  tokens: readonly (Omit<Token, 'current'> & Partial<Token>)[];
  revoke: (id: string) => Promise<unknown>;
}) {
  const chosen = useZone();
  const { problem, write } = useWrite();
  return (
    <>
      <ul class="lines" aria-label="Valid tokens">
        {tokens.map(({ id, name, created_at, last_used_at, current }) => (
          <li key={id}>
            <span>
              <strong>{name || 'without a name'}</strong> {current && <span class="badge">this login</span>}{' '}
              <small class="quiet">
                {id} · created {dateTime(created_at, chosen)} ·{' '}
                {last_used_at ? `last used ${date(last_used_at)}` : 'never used'}
              </small>
            </span>
            <Confirmed
              name={name || id}
              ask={current ? 'Revoke it, and end this login?' : 'Revoke it now?'}
              onClick={() => write(() => revoke(id))}
            >
              Revoke
            </Confirmed>
          </li>
        ))}
      </ul>
      {tokens.length === 0 && <p class="quiet">There is none.</p>}
      <Problem>{problem}</Problem>
    </>
  );
}
