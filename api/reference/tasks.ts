/** The task pages: each question, asked of the demo market in three languages, with its answer in words and whole. */
import { readFileSync } from 'node:fs';
import { projectFile } from '../../lib/paths.ts';
import type { Schema } from './fields.ts';

export interface TaskRequest {
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
export const TASKS_UNTIL = '2026-06-30';
const YEAR = { time_window: '12M', end_date: TASKS_UNTIL, session: 'exchange' };
const NAMES = { when: 'when', outcome: 'then' } as const;

const GAP_UP_THEN_RANGE = {
  query: { [NAMES.when]: 'gap.direction=up', [NAMES.outcome]: 'orb[orb_minutes=15].first_direction=up' },
  code: {
    typescript: { when: ["gap.direction.eq('up')"], outcome: "orb({ orb_minutes: 15 }).first_direction.eq('up')" },
    python: { when: ['gap.direction == "up"'], outcome: 'orb(orb_minutes=15).first_direction == "up"' },
  },
};

export const TASK_REQUESTS: readonly TaskRequest[] = [
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
      ...GAP_UP_THEN_RANGE.query,
      limit: '2',
    },
    reads: 'question',
    code: GAP_UP_THEN_RANGE.code,
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
      ...GAP_UP_THEN_RANGE.query,
      min_cases: '10',
    },
    reads: 'scan',
    code: GAP_UP_THEN_RANGE.code,
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
    query: { symbol: 'DEMO-ACME', time_window: '12M', end_date: TASKS_UNTIL },
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

/** Written by `npm run reference:generate`; not copied to `dist`. */
export const DEMO_ANSWERS_FILE = projectFile('api', 'reference', 'demo-answers.json');
const DEMO_ANSWERS: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(DEMO_ANSWERS_FILE, 'utf8'));

export interface Task extends TaskRequest {
  readonly answer: unknown;
  readonly sentence: string;
  readonly code3: { readonly curl: string; readonly python: string; readonly typescript: string };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, checked by a test against the API
type Answer = any;

const pct = (value: number | null) => (value === null ? 'unknown' : `${value.toFixed(1)} %`);
const between = ({ low, high }: { low: number; high: number }) => `(${low.toFixed(1)} to ${high.toFixed(1)})`;

/** In the words of the question, from the figures of the answer. */
const SENTENCES: Readonly<Record<string, (answer: Answer) => string>> = {
  'range-breaks-on-tuesdays': (a) =>
    `Of ${a.total_days} Tuesdays ${a.count_up} broke upwards first, and ${pct(a.continuation_rate_pct_up)} ` +
    `${between(a.confidence.continuation_rate_pct_up)} of these closed above the range; ${a.count_down} broke downwards ` +
    `first, and ${pct(a.continuation_rate_pct_down)} ${between(a.confidence.continuation_rate_pct_down)} closed below it.`,
  'gaps-filled': (a) =>
    `Of ${a.sample_size} gaps ${a.filled_gaps} were filled: ${pct(a.fill_rate)} ${between(a.confidence.fill_rate)}; half of ` +
    `these within ${Math.round(a.median_fill_time_seconds / 60)} minutes.`,
  'latest-gaps': ({ data: [first], metadata }) =>
    `${metadata.total} gaps in all. The first, on ${first.date}, was ${first.direction} by ${pct(first.gap_pct)} and was ` +
    `${first.filled ? 'filled' : 'not filled'}.`,
  'break-of-yesterdays-high': (a) =>
    `Of ${a.total_days} sessions ${a.high_breaks} broke the high and ${a.low_breaks} the low; ` +
    `${pct(a.high_break_success_rate_pct)} of the breaks of the high closed above it, ` +
    `${pct(a.low_break_success_rate_pct)} of the breaks of the low below it.`,
  'gap-up-then-range': (a) =>
    `In ${a.hits} of ${a.cases} cases: ${pct(a.rate_pct)} ${between(a.confidence)}, against ${pct(a.rest.rate_pct)} of all ` +
    `other sessions. p is ${a.p_value}: chance alone ${a.p_value < 0.05 ? 'seldom gives' : 'may well give'} such a difference.`,
  'after-two-down-days': (a) =>
    `${a.cases} such sessions returned ${a.mean.toFixed(2)} % on average (${a.mean_confidence.low.toFixed(2)} to ` +
    `${a.mean_confidence.high.toFixed(2)}), all others ${a.rest.mean.toFixed(2)} %: p is ${a.p_value}.`,
  'same-question-of-many': ({ data }) =>
    `First is ${data[0].symbol} with ${pct(data[0].rate_pct)} of ${data[0].cases} cases, ${data[0].difference_pct.toFixed(1)} ` +
    `points against its other sessions; q is ${data[0].q_value}` +
    `${data[0].q_value < 0.05 ? '' : `, so among ${data.length} symbols that may well be chance`}.`,
  'fair-value-gaps': ({ summary: { overall } }) =>
    `Of ${overall.complete_count} whose horizon is over ${pct(overall.closure_rate_full_pct)} were filled, half of these within ` +
    `${overall.median_bars_to_full_fill} candles.`,
  'after-news': ({ summary }) =>
    `After ${summary.total_news_events} items the mean return was ${summary.average_return_60m} % in the hour, and ` +
    `${summary.average_return_eod} % until the close.`,
  'bars-of-a-session': ({ count, timeframe, data }) =>
    `${count} candles of ${timeframe}; the first opened at ${data[0].open}, the last closed at ${data[count - 1].close}.`,
};

function curl({ path, query }: TaskRequest): string {
  const parameters = Object.entries(query).map(([name, value]) => ` \\\n  --data-urlencode '${name}=${value}'`);
  return `curl -G "$API${path}" -H "Authorization: Bearer $TOKEN"${parameters.join('')}`;
}

const METHODS = { answer: 'get', rows: 'rows', question: 'query', scan: 'scan', bars: 'bars' } as const;
const PARTS = ['when', 'then'];

/** Names that an expression in the builder uses and the client exports. */
const imported = (texts: readonly string[]): string[] =>
  ['gap', 'orb', 'prev', 'session'].filter((name) => texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)));

/** Parameters with their values as a language writes them; those of a question in the builder's words. */
function parameters(task: TaskRequest, language: 'typescript' | 'python'): [string, string][] {
  const code = task.code?.[language];
  const quoted = (value: string) => (language === 'python' ? JSON.stringify(value) : `'${value}'`);
  const plain = Object.entries(task.query).filter(([name]) => !PARTS.includes(name) || !code);
  const written = plain.map(([name, value]): [string, string] => [name, /^\d+$/.test(value) ? value : quoted(value)]);
  return code ? [...written, ['when', `[${code.when.join(', ')}]`], ['then', code.outcome]] : written;
}

function python(task: TaskRequest): string {
  const { reads, path, code } = task;
  const names = imported(code ? [...code.python.when, code.python.outcome] : []);
  const given = parameters(task, 'python').map(([name, value]) => `${name}=${value}`);
  const own = reads === 'answer' || reads === 'rows' ? [`"${path}"`] : [];
  const call = `market.${METHODS[reads]}(\n    ${[...own, ...given].join(',\n    ')},\n)`;
  const each = reads === 'rows' || reads === 'bars';
  return `import os
from market_stats import ${['MarketStats', ...names].join(', ')}

market = MarketStats(os.environ["API"], token=os.environ["TOKEN"])
${each ? `for row in ${call}:\n    print(row)` : `answer = ${call}`}`;
}

function typescript(task: TaskRequest): string {
  const { reads, path, code } = task;
  const names = imported(code ? [...code.typescript.when, code.typescript.outcome] : []);
  const given = parameters(task, 'typescript').map(([name, value]) => `  ${name}: ${value},`);
  const own = reads === 'answer' || reads === 'rows' ? `'${path}', ` : '';
  const call = `market.${METHODS[reads]}(${own}{\n${given.join('\n')}\n})`;
  const each = reads === 'rows' || reads === 'bars';
  return `import { ${[...names, 'MarketStats'].join(', ')} } from '@market-stats/client';

const market = new MarketStats({ baseUrl: process.env.API, token: process.env.TOKEN });
${each ? `for await (const row of ${call}) console.log(row);` : `const answer = await ${call};`}`;
}

export const TASKS: readonly Task[] = TASK_REQUESTS.map((task) => {
  const answer = DEMO_ANSWERS[task.id];
  const code3 = { curl: curl(task), python: python(task), typescript: typescript(task) };
  return { ...task, answer, sentence: answer === undefined ? '' : SENTENCES[task.id](answer), code3 };
});

/** For OpenAPI: the questions of the tasks that ask the endpoint, with their answers; else a short answer of its own. */
export function examplesOf(path: string): Schema {
  const examples = TASKS.filter((task) => task.path === path && task.asExample).map(({ id, question, answer }) => [
    id,
    { summary: question, value: answer },
  ]);
  if (examples.length > 0) return { examples: Object.fromEntries(examples) };
  const value = DEMO_ANSWERS[path];
  return value === undefined ? {} : { examples: { short: { summary: 'An answer of the demo market', value } } };
}
