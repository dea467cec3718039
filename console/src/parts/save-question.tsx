import { useState } from 'preact/hooks';
import { useWrite, useWriter } from '../core/operate.ts';

/** Keeps a page of the console under a name, in the account. @param question its address */
export function SaveQuestion({ name, question }: { name: string; question: string }) {
  const { put } = useWriter();
  const { problem, write } = useWrite();
  const [saved, tell] = useState('');
  const save = () =>
    write(async () => {
      await put('PUT', `/me/queries/q${Date.now().toString(36)}`, { name: name.slice(0, 200), question });
      tell(question);
    });
  return (
    <>
      <button type="button" class="plain" onClick={save}>
        Save
      </button>
      <span role="status">
        {problem ||
          (saved === question && (
            <>
              Saved <a href="/console/watchlist">Saved questions</a>
            </>
          ))}
      </span>
    </>
  );
}
