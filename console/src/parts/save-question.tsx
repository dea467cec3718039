import { useState } from 'preact/hooks';
import { useAccount } from '../core/account.ts';
import { type Refused, send } from '../core/client.ts';

/** Keeps a page of the console under a name, in the account. @param question its address */
export function SaveQuestion({ name, question }: { name: string; question: string }) {
  const { usage } = useAccount();
  const [state, say] = useState('');
  const save = () => {
    const id = `q${Date.now().toString(36)}`;
    const json = { name: name.slice(0, 200), question };
    send(`/me/queries/${id}`, { method: 'PUT', json, csrf: usage.csrf_token }).then(
      () => say('Saved'),
      (error: Refused) => say(error.message),
    );
  };
  return (
    <>
      <button type="button" class="plain" onClick={save}>
        Save
      </button>
      <span role="status">
        {state} {state === 'Saved' && <a href="/console/watchlist">Saved questions</a>}
      </span>
    </>
  );
}
