/** What the account keeps: symbols to watch, and questions under a name. */
import { useAnswer, useRounds } from '../core/answer.ts';
import type { Schemas } from '../core/api.ts';
import { dateTime } from '../core/format.ts';
import { useWrite, useWriter } from '../core/operate.ts';
import { hrefOfAsked } from '../core/question.ts';
import { BASE, href } from '../core/router.ts';
import { useZone } from '../core/settings.ts';
import { Confirmed, Problem } from '../parts/admin.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Answered, Empty } from '../parts/states.tsx';
import { SymbolList } from '../parts/symbol-picker.tsx';

export function WatchlistPage() {
  const [round, changed] = useRounds();
  const watched = useAnswer<Schemas['Watchlist']>('/me/watchlist', {}, { freshMs: 0, round });
  const saved = useAnswer<Schemas['SavedQueries']>('/me/queries', {}, { freshMs: 0, round });
  return (
    <>
      <PageHead title="Watchlist and saved questions">
        They belong to the account and are the same on every device.
      </PageHead>
      <section class="card" aria-label="Watchlist">
        <h2>Watchlist</h2>
        <Answered asking={watched} lines={2}>
          {({ symbols }) => <Watched symbols={symbols} changed={changed} />}
        </Answered>
      </section>
      <section class="card saved" aria-label="Saved questions">
        <h2>Saved questions</h2>
        <Answered asking={saved} lines={3}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty>None yet. The builder and the screener have a button “Save”.</Empty>
            ) : (
              <SavedList rows={data} changed={changed} />
            )
          }
        </Answered>
      </section>
    </>
  );
}

function Watched({ symbols, changed }: { symbols: readonly string[]; changed: () => void }) {
  const { put } = useWriter();
  const { problem, write } = useWrite();
  return (
    <>
      {symbols.length === 0 && <p class="quiet">Nothing is watched: Today shows the first ten symbols.</p>}
      <SymbolList
        symbols={symbols}
        linkOf={(symbol) => href('/stat/gap', { symbol })}
        onSymbols={(next) =>
          write(async () => {
            await put('PUT', '/me/watchlist', { symbols: next });
            changed();
          })
        }
      />
      <p>
        <a class="button plain" href={href('/today')}>
          See them today
        </a>
      </p>
      <Problem>{problem}</Problem>
    </>
  );
}

/** Only pages of the console are links, and questions of the API: the text is whatever a client stored. */
function addressOf(saved: string): string | null {
  if (saved === BASE || saved.startsWith(`${BASE}/`)) return saved;
  // A scan is no question of one symbol.
  const [, asked] = /^(?:\/query)?\?(.*)/.exec(saved) ?? [];
  return asked === undefined ? null : hrefOfAsked(new URLSearchParams(asked));
}

function SavedList({ rows, changed }: { rows: readonly Schemas['SavedQuery'][]; changed: () => void }) {
  const chosen = useZone();
  const { put } = useWriter();
  const { problem, write } = useWrite();
  return (
    <>
      <ul class="lines">
        {rows.map(({ id, name, question, updated_at }) => (
          <li key={id}>
            {addressOf(question) === null ? <span>{name}</span> : <a href={addressOf(question)!}>{name}</a>}
            <small>{dateTime(updated_at, chosen)}</small>
            <Confirmed
              ask="Delete it?"
              name={name}
              onClick={() =>
                write(async () => {
                  await put('DELETE', `/me/queries/${id}`);
                  changed();
                })
              }
            >
              Delete
            </Confirmed>
          </li>
        ))}
      </ul>
      <Problem>{problem}</Problem>
    </>
  );
}
