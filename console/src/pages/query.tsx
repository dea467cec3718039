/** Ask any condition. The draft counts live and costs nothing; asking it costs one question, and the address keeps it. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useAccount } from '../core/account.ts';
import { type Asking, useAnswer } from '../core/answer.ts';
import { join, split } from '../core/condition.ts';
import type { Param } from '../core/docs.ts';
import { number } from '../core/format.ts';
import { chosenValue, lockedBy, sharedOf } from '../core/params.ts';
import type { Preview, QuestionAnswer } from '../core/question.ts';
import { go, href, type Query } from '../core/router.ts';
import { useWords } from '../core/words.ts';
import { ConditionEditor } from '../parts/condition-editor.tsx';
import { Field, SymbolPicker } from '../parts/form.tsx';
import { QuestionResult } from '../parts/question-result.tsx';
import { SaveQuestion } from '../parts/save-question.tsx';
import { Answered, Empty, Notice, Problems } from '../parts/states.tsx';

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
  description: 'Pre- and after-market bars too; of crypto the whole day',
};
const LOOK_AHEAD: Param = {
  name: 'allow_look_ahead',
  type: 'boolean',
  required: false,
  default: 'false',
  description: 'Answers conditions, too, that were not known before the outcome; the answer says so',
};
const DATES: readonly Param[] = ['start_date', 'end_date'].map((name) => ({
  name,
  type: 'date',
  required: false,
  default: null,
  description: name === 'start_date' ? 'First date of a range of your own' : 'Last date',
}));

const DRAFT = 'market-stats.draft';
const PAUSE_MS = 350;
/** Of a question, in among and when together. */
const MAX_CONDITIONS = 12;

interface Draft {
  /** Conditions that say which sessions are the population. */
  readonly among: readonly string[];
  readonly when: readonly string[];
  readonly then: string;
}

/** A half-typed question survives a reload. */
function useDraft(query: Query): [Draft, (draft: Draft) => void] {
  const asked = [query['among'], query['when'], query['then']].map((text) => text ?? '').join('\n');
  const [state, hold] = useState<{ asked: string; draft: Draft }>(() => {
    try {
      const kept = JSON.parse(sessionStorage.getItem(DRAFT) ?? 'null') as { asked: string; draft: Draft } | null;
      if (kept && kept.asked === asked && kept.draft.among) return kept;
    } catch {
      // No storage: the address alone.
    }
    return { asked, draft: draftOf(query) };
  });
  const current = state.asked === asked ? state.draft : draftOf(query);
  return [
    current,
    (draft) => {
      const next = { asked, draft };
      hold(next);
      try {
        sessionStorage.setItem(DRAFT, JSON.stringify(next));
      } catch {
        // As above.
      }
    },
  ];
}

const draftOf = (query: Query): Draft => ({
  among: split(query['among'] ?? ''),
  when: split(query['when'] ?? ''),
  then: query['then'] ?? 'session.return_pct>0',
});

function useLater<T>(value: T, ms: number): T {
  const [later, set] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => set(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return later;
}

export function requestOfQuestion(query: Query, symbol: string): Record<string, string | undefined> {
  return {
    symbol,
    session: chosenValue('session', query),
    time_window: query['start_date'] ? undefined : query['time_window'],
    start_date: query['start_date'],
    end_date: query['end_date'],
    include_extended_hours: query['include_extended_hours'],
    start_time: query['start_time'],
    end_time: query['end_time'],
    adjustment: query['adjustment'],
    among: query['among'],
    allow_look_ahead: query['allow_look_ahead'],
  };
}

export function QueryPage({ query }: { query: Query }) {
  const { symbols, usage } = useAccount();
  const symbol = query['symbol'] ?? symbols[0]?.symbol ?? '';
  const [draft, setDraft] = useDraft(query);
  const words = useWords();
  const shared = requestOfQuestion(query, symbol);
  const [draftAmong, draftWhen] = [join(draft.among), join(draft.when)];
  const laterAmong = useLater(draftAmong, PAUSE_MS);
  const drafted = { symbol, among: draftAmong || undefined, when: draftWhen, then: draft.then };
  const changed =
    draftAmong !== (query['among'] ?? '') ||
    draftWhen !== (query['when'] ?? '') ||
    draft.then !== (query['then'] ?? '');
  const full = draft.among.length + draft.when.length >= MAX_CONDITIONS;
  const ask = () => go(href('/query', { ...query, ...drafted }));
  const asked = query['then'] ?? '';
  const answer = useAnswer<QuestionAnswer>(asked ? '/query' : null, {
    ...shared,
    when: query['when'],
    then: asked,
    limit: '5000',
  });
  // On a phone the answer comes first.
  const [open, fold] = useState(() => !asked || matchMedia('(min-width: 761px)').matches);
  const ranges = [
    WINDOWS,
    SESSIONS,
    EXTENDED,
    LOOK_AHEAD,
    ...DATES.filter(({ name }) => lockedBy(name, usage) === null),
  ];
  return (
    <>
      <header class="page-head">
        <h1>Ask any condition</h1>
        <p class="lead">
          How often, against what base rate, with every case behind it. What could not have been known in time is
          refused.
        </p>
      </header>
      <details class="form" open={open} onToggle={(event) => fold(event.currentTarget.open)}>
        <summary>
          <span>Question</span>
          <small class="quiet">{asked && words.question(query['when'] ?? '', asked, query['among'])}</small>
        </summary>
        <form
          class="card builder"
          onSubmit={(event) => {
            event.preventDefault();
            ask();
          }}
        >
          <div class="fields">
            <SymbolPicker value={symbol} />
            {ranges.map((param) => (
              <Field key={param.name} param={param} value={chosenValue(param.name, query)} />
            ))}
          </div>
          <h2>Among</h2>
          <Conditions
            what="population"
            none="Every session is compared. Add a condition to compare within some of them."
            {...{ texts: draft.among, then: draft.then, shared, full }}
            onTexts={(among) => setDraft({ ...draft, among })}
          />
          <h2>When</h2>
          <Conditions
            what="condition"
            none="Every session. Add a condition to narrow it down."
            {...{ texts: draft.when, then: draft.then, shared, full }}
            onTexts={(when) => setDraft({ ...draft, when })}
          />
          <h2>Then</h2>
          <ConditionEditor outcome text={draft.then} onText={(then) => setDraft({ ...draft, then })} />
          <Live
            when={draftWhen}
            then={draft.then}
            shared={{ ...shared, among: laterAmong || undefined }}
            said={!changed && answer.is === 'failed'}
          />
          <div class="toolbar">
            <button type="submit" disabled={!draft.then.trim()}>
              {changed || !asked ? 'Ask' : 'Asked'}
            </button>
            <a class="button plain" href={href('/scan', { ...sharedOf(query), ...drafted, symbol: undefined })}>
              Which symbols? Which match now?
            </a>
            <SaveQuestion
              name={words.question(draftWhen, draft.then, draftAmong)}
              question={href('/query', { ...query, ...drafted })}
            />
          </div>
        </form>
      </details>
      {asked ? (
        <>
          {changed && (
            <Notice>
              The draft above is not asked yet; the answer below is of “
              {words.question(query['when'] ?? '', asked, query['among'])}”.
            </Notice>
          )}
          <Answered asking={answer} lines={8}>
            {(body, address) => <QuestionResult key={address} answer={body} address={address} query={query} />}
          </Answered>
        </>
      ) : (
        <Empty>Nothing is asked yet.</Empty>
      )}
    </>
  );
}

type Shared = Readonly<Record<string, string | undefined>>;

const preview = (when: string, then: string, shared: Shared) => ({ ...shared, when, then, preview: 'true' });

/** A list of conditions that is edited one by one. */
function Conditions({
  what,
  none,
  texts,
  then,
  shared,
  full,
  onTexts,
}: {
  what: 'population' | 'condition';
  /** Said where there is none. */
  none: string;
  texts: readonly string[];
  then: string;
  shared: Shared;
  full: boolean;
  onTexts: (texts: readonly string[]) => void;
}) {
  return (
    <>
      {texts.length === 0 && <p class="quiet">{none}</p>}
      {texts.map((text, i) => (
        <Counted
          key={`${texts.length} ${i}`}
          text={text}
          then={then}
          shared={{ ...shared, among: undefined }}
          onText={(next) => onTexts(texts.with(i, next))}
          onRemove={() => onTexts(texts.toSpliced(i, 1))}
        />
      ))}
      <button
        type="button"
        class="plain"
        disabled={full}
        onClick={() => onTexts([...texts, what === 'condition' ? 'session.weekday=Tuesday' : 'gap.exists=true'])}
      >
        {what === 'condition' ? '+ Condition' : '+ Population'}
      </button>
    </>
  );
}

/** A condition with the sessions that it alone leaves. */
function Counted({
  text,
  then,
  shared,
  onText,
  onRemove,
}: {
  text: string;
  then: string;
  shared: Shared;
  onText: (text: string) => void;
  onRemove: () => void;
}) {
  const later = useLater(`${text}\n${then}`, PAUSE_MS);
  const [when, outcome] = later.split('\n');
  const asking = useAnswer<Preview>(when && outcome ? '/query' : null, preview(when, outcome, shared));
  const count = asking.is === 'done' ? `${number(asking.body.cases)} cases` : '';
  return <ConditionEditor text={text} onText={onText} onRemove={onRemove} count={count} />;
}

/** @param said the answer below says what is wrong with this very question */
function Live({ when, then, shared, said }: { when: string; then: string; shared: Shared; said: boolean }) {
  const later = useLater(`${when}\n${then}`, PAUSE_MS);
  const [laterWhen, laterThen] = later.split('\n');
  const asking: Asking<Preview> = useAnswer<Preview>(
    laterThen ? '/query' : null,
    preview(laterWhen, laterThen, shared),
  );
  const words = useMemo(() => (asking.is === 'done' ? liveWords(asking.body) : null), [asking]);
  return (
    <div class="live" role="status" data-testid="live">
      {asking.is === 'loading' && <span class="quiet">counting…</span>}
      {words}
      {asking.is === 'failed' &&
        !said &&
        (asking.error.problems.length > 0 ? (
          <Problems problems={asking.error.problems} asked={{ ...shared, when: laterWhen, then: laterThen }} />
        ) : (
          <span class="problem">{asking.error.message}</span>
        ))}
    </div>
  );
}

function liveWords({ cases, rest, population, sessions }: Preview) {
  return (
    <span>
      of <strong>{number(cases)}</strong> cases
      {rest !== null && <> · {number(rest)} to compare with</>} · {number(population)} of {number(sessions)} sessions
    </span>
  );
}
