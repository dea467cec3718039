/** The questions of the task pages: what is asked of the demo market, which anybody who runs it can ask again. */

export interface AskedTask {
  /** Of its place in the page. */
  readonly id: string;
  readonly question: string;
  /** What to know about the request and the answer. */
  readonly note: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** What a client does with it: reads one answer, or rows over all pages. */
  readonly reads: 'answer' | 'rows' | 'question' | 'scan' | 'bars';
  /** Of questions: the conditions and the outcome in each client's own words. */
  readonly code?: {
    readonly typescript: { readonly when: readonly string[]; readonly outcome: string };
    readonly python: { readonly when: readonly string[]; readonly outcome: string };
  };
  /** Shown in OpenAPI, too. */
  readonly asExample?: boolean;
}

/** The last date that the demo market was asked about: later days do not change the answers. */
export const ASKED_UNTIL = '2026-06-30';
const YEAR = { time_window: '12M', end_date: ASKED_UNTIL, session: 'exchange' };
const NAMES = { when: 'when', outcome: 'then' } as const;

export const ASKED: readonly AskedTask[] = [
  {
    id: 'range-breaks-on-tuesdays',
    question: 'How often does a 15-minute opening range break hold on Tuesdays?',
    note:
      'A break holds if the session closes beyond the level (continuation). high_breaks and low_breaks count every ' +
      'broken side; the rates by side are of the sessions that broke that side first. confidence has a 95 % interval of each rate.',
    path: '/stats/orb/summary',
    query: { symbol: 'DEMO-INDEX', orb_minutes: '15', weekday: 'Tuesday', ...YEAR },
    reads: 'answer',
    asExample: true,
  },
  {
    id: 'gaps-filled',
    question: 'How often is a gap filled the same day?',
    note: 'Filled: price came back to the level that the open left behind. By direction, size and weekday in the same answer.',
    path: '/stats/gap/summary',
    query: { symbol: 'DEMO-ACME', ...YEAR },
    reads: 'answer',
    asExample: true,
  },
  {
    id: 'latest-gaps',
    question: 'Which gaps were there, one by one?',
    note: 'A record a session, oldest first; order=desc begins with the newest. metadata.next_cursor leads to the next page; the clients follow it.',
    path: '/stats/gap',
    query: { symbol: 'DEMO-ACME', ...YEAR, limit: '2' },
    reads: 'rows',
    asExample: true,
  },
  {
    id: 'break-of-yesterdays-high',
    question: "How often is yesterday's high or low broken, and does the break hold?",
    note: 'Success: the session closes beyond the broken level. Retests and false breakouts are counted beside it.',
    path: '/stats/pdhlb/summary',
    query: { symbol: 'DEMO-ACME', ...YEAR },
    reads: 'answer',
  },
  {
    id: 'gap-up-then-range',
    question: 'After a gap up, is the opening range broken upwards first?',
    note:
      'Any condition over all statistics. base is the rate without the condition, rest that of all other sessions, and ' +
      'p_value says how often chance alone gives a difference at least as large. What is known only after the outcome is refused.',
    path: '/query',
    query: {
      symbol: 'DEMO-ACME',
      ...YEAR,
      [NAMES.when]: 'gap.direction=up',
      [NAMES.outcome]: 'orb[orb_minutes=15].first_direction=up',
      limit: '2',
    },
    reads: 'question',
    code: {
      typescript: { when: ["gap.direction.eq('up')"], outcome: "orb({ orb_minutes: 15 }).first_direction.eq('up')" },
      python: { when: ['gap.direction == "up"'], outcome: 'orb(orb_minutes=15).first_direction == "up"' },
    },
    asExample: true,
  },
  {
    id: 'after-two-down-days',
    question: 'How do sessions go after two that fell?',
    note: 'A numeric field as outcome gives its distribution: mean and median with intervals, quantiles, and the same of the rest.',
    path: '/query',
    query: {
      symbol: 'DEMO-INDEX',
      ...YEAR,
      [NAMES.when]: 'prev1.session.return_pct<0;prev2.session.return_pct<0',
      [NAMES.outcome]: 'session.return_pct',
      limit: '2',
    },
    reads: 'question',
    code: {
      typescript: {
        when: ['prev(session).return_pct.lt(0)', 'prev(session, 2).return_pct.lt(0)'],
        outcome: 'session.return_pct',
      },
      python: {
        when: ['prev(session).return_pct < 0', 'prev(session, 2).return_pct < 0'],
        outcome: 'session.return_pct',
      },
    },
  },
  {
    id: 'same-question-of-many',
    question: 'Where among several symbols does that hold best?',
    note: 'Ranked by the lower bound of the difference; q_value is the rate of false discoveries if this row and all better ones are believed.',
    path: '/query/scan',
    query: {
      symbols: 'DEMO-ACME,DEMO-INDEX,DEMO-BOLT',
      ...YEAR,
      [NAMES.when]: 'gap.direction=up',
      [NAMES.outcome]: 'orb[orb_minutes=15].first_direction=up',
      min_cases: '10',
    },
    reads: 'scan',
    code: {
      typescript: { when: ["gap.direction.eq('up')"], outcome: "orb({ orb_minutes: 15 }).first_direction.eq('up')" },
      python: { when: ['gap.direction == "up"'], outcome: 'orb(orb_minutes=15).first_direction == "up"' },
    },
    asExample: true,
  },
  {
    id: 'fair-value-gaps',
    question: 'How many fair value gaps on 1-hour candles are filled?',
    note: 'timeframe takes 1h and 1H alike. Those not filled yet at the end of the data are open.',
    path: '/stats/fvg/summary',
    query: { symbol: 'DEMO-INDEX', timeframe: '1h', ...YEAR },
    reads: 'answer',
  },
  {
    id: 'after-news',
    question: 'What does price do after news?',
    note: 'Returns 5, 15, 30 and 60 minutes after an item and until the close, by direction of the news.',
    path: '/stats/news/reactions/summary',
    query: { symbol: 'DEMO-ACME', time_window: '12M', end_date: ASKED_UNTIL },
    reads: 'answer',
  },
  {
    id: 'bars-of-a-session',
    question: 'What did that session look like?',
    note: 'The bars that the statistics look at, or candles of them; one date is open to every plan.',
    path: '/bars',
    query: { symbol: 'DEMO-ACME', date: '2026-06-04', session: 'exchange', timeframe: '1h' },
    reads: 'bars',
    asExample: true,
  },
];
