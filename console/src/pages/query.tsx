/** Asks any condition. A question costs one request, and the address keeps it. */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { useAccount } from '../core/account.ts';
import { useAnswer } from '../core/answer.ts';
import type { Param, QuestionAnswer } from '../core/api.ts';
import { SourcesProvider, useAllSources } from '../core/askable.ts';
import { join } from '../core/condition.ts';
import { requestOfQuestion, useDraft } from '../core/draft.ts';
import { recentQuestions, rememberQuestion } from '../core/lists.ts';
import { chosenValue, lockedBy, sharedOf } from '../core/params.ts';
import { go, href, type Query } from '../core/router.ts';
import { useSymbol } from '../core/symbols.ts';
import { useWords } from '../core/words.ts';
import { change, Field } from '../parts/form.tsx';
import { QuestionForm } from '../parts/question-form.tsx';
import { QuestionResult } from '../parts/question-result.tsx';
import { QuestionSentence } from '../parts/question-sentence.tsx';
import { Starters } from '../parts/starters.tsx';
import { Answered, Notice } from '../parts/states.tsx';
import { SymbolPicker } from '../parts/symbol-picker.tsx';

const WINDOWS: Param = {
  name: 'time_window',
  type: 'string',
  required: false,
  default: '12M',
  description: 'Calendar months (or years) back (1M, 3M, 6M, 12M, 24M, 5Y, YTD, MAX)',
};
const SESSIONS: Param = {
  name: 'session',
  type: 'string',
  required: true,
  default: 'exchange',
  description: 'Hours of the session (exchange, default)',
};
const EXTENDED: Param = {
  name: 'include_extended_hours',
  type: 'boolean',
  required: false,
  default: 'false',
  description: 'Includes pre- and after-market bars; for crypto the whole day',
};
const LOOK_AHEAD: Param = {
  name: 'allow_look_ahead',
  type: 'boolean',
  required: false,
  default: 'false',
  description: 'Accepts conditions that were not known before the outcome, with a warning',
};
const DATES: readonly Param[] = ['start_date', 'end_date'].map((name) => ({
  name,
  type: 'date',
  required: false,
  default: null,
  description: name === 'start_date' ? 'First date of a range of your own' : 'Last date',
}));

export function QueryPage({ query }: { query: Query }) {
  const { symbols } = useAccount();
  const sources = useAllSources();
  const words = useWords();
  const symbol = query['symbol'] ?? symbols[0]?.symbol ?? '';
  const [draft, setDraft, clear] = useDraft(query);
  const shared = requestOfQuestion(query, symbol);
  const outcome = query['then'] ?? '';
  const drafted = { symbol, among: join(draft.among) || undefined, when: join(draft.when), then: draft.then };
  const changed =
    (drafted.among ?? '') !== (query['among'] ?? '') ||
    drafted.when !== (query['when'] ?? '') ||
    drafted.then !== outcome;
  const answer = useAnswer<QuestionAnswer>(outcome ? '/query' : null, {
    ...shared,
    when: query['when'],
    then: outcome,
    limit: '5000',
  });
  // The form is folded while there is an answer to read.
  const [isOpen, setOpen] = useState(!outcome || changed);
  useLayoutEffect(() => setOpen(!outcome || changed), [query['among'], query['when'], outcome]);
  const isAnswered = answer.is === 'done';
  const name = `${symbol}: ${words.question(query['when'] ?? '', outcome, query['among'])}`;
  useEffect(() => {
    if (isAnswered) rememberQuestion({ address: location.pathname + location.search, name });
  }, [isAnswered, name]);
  const refused = answer.is === 'failed';
  const looksAhead = refused && answer.error.problems.some(({ type }) => type === 'look_ahead');
  useLayoutEffect(() => {
    if (refused) setOpen(true);
  }, [refused]);
  const editing = {
    draft,
    setDraft,
    clock: useSymbol(symbol)?.asset_class === 'crypto' ? 'UTC' : 'New York time',
  };
  return (
    <SourcesProvider value={sources}>
      <header class="page-head">
        <h1>Ask any condition</h1>
        {!outcome && (
          <p class="lead">
            How often it happens, compared with the other days, with every case. Conditions that were not known in time
            are refused.
          </p>
        )}
      </header>
      <form
        class="card builder"
        aria-label="Question"
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.then.trim() === '') return;
          setOpen(false);
          go(href('/query', { ...query, ...drafted }));
        }}
      >
        {isOpen ? (
          <>
            <Ranges symbol={symbol} query={query} all={looksAhead} />
            <QuestionForm {...editing} />
          </>
        ) : (
          <QuestionSentence {...editing} symbol={symbol} onOpen={() => setOpen(true)} />
        )}
        <div class="toolbar">
          {(isOpen || changed) && (
            <button type="submit" disabled={!draft.then.trim()}>
              {changed || !outcome ? 'Ask' : 'Asked'}
            </button>
          )}
          {outcome && (
            <button type="button" class="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Fold' : 'Edit'}
            </button>
          )}
          <button
            type="button"
            class="plain"
            onClick={() => {
              clear();
              if (outcome || query['when'] || query['among']) go(href('/query', sharedOf({ ...query, symbol })));
            }}
          >
            Clear
          </button>
          {draft.then && (
            <a class="button plain" href={href('/scan', { ...sharedOf(query), ...drafted, symbol: undefined })}>
              Which symbols? Which match now?
            </a>
          )}
        </div>
      </form>
      {outcome ? (
        <>
          {changed && (
            <Notice>
              The draft above is not sent yet; the answer below is of “
              {words.question(query['when'] ?? '', outcome, query['among'])}”.
            </Notice>
          )}
          <Answered asking={answer} lines={8}>
            {(body, address) => <QuestionResult key={address} answer={body} address={address} query={query} />}
          </Answered>
        </>
      ) : (
        <>
          <Recent />
          <Starters query={{ ...sharedOf(query), symbol }} />
        </>
      )}
    </SourcesProvider>
  );
}

/** Lists the latest questions of this browser. */
function Recent() {
  const questions = recentQuestions();
  if (questions.length === 0) return null;
  return (
    <section class="card" aria-label="Recent questions">
      <h2>Recent questions</h2>
      <ul class="lines">
        {questions.map(({ address, name }) => (
          <li key={address}>
            <a href={address}>{name}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Edits symbol and days; the rarer parameters are folded unless one is set. */
function Ranges({ symbol, query, all }: { symbol: string; query: Query; all: boolean }) {
  const { usage } = useAccount();
  const further = [SESSIONS, EXTENDED, LOOK_AHEAD, ...DATES.filter(({ name }) => lockedBy(name, usage) === null)];
  const field = (param: Param) => <Field key={param.name} param={param} value={chosenValue(param.name, query)} />;
  return (
    <div class="fields">
      <SymbolPicker value={symbol} onChoose={(chosen) => change({ symbol: chosen })} />
      {field(WINDOWS)}
      <details class="more" open={all || further.some(({ name }) => query[name])}>
        <summary>Session, dates, look-ahead</summary>
        <div class="fields">{further.map(field)}</div>
      </details>
    </div>
  );
}
