/** Query parameters that endpoints share, and those of `/query`, `/query/scan` and `/bars`. */
import { z } from 'zod';
import { MAX_CHARACTERS, MAX_CONDITIONS, MAX_OTHERS } from '../../compute/answers/questions/question.ts';
import {
  type CountedWindow,
  DEFAULT_TIME_WINDOW,
  REQUEST_WINDOWS,
  TIME_WINDOWS,
} from '../../compute/evaluation/range.ts';
import { ADJUSTMENTS } from '../../compute/market/bars.ts';
import { DEFAULT_END_MIN, DEFAULT_START_MIN } from '../../compute/market/sessions.ts';
import {
  boolParam,
  dateParam,
  intParam,
  type Param,
  type ParamDoc,
  type ParamSet,
  problem,
  textParam,
  timeParam,
  wordParam,
} from '../../compute/statistics/params.ts';
import { BASE_INTERVALS_MIN, formatInterval, parseSymbol } from '../../exchange/symbol.ts';

/** A parameter without a default that its own schema reads. */
const ownText = <T>(schema: z.ZodType<T, string>, doc: Pick<ParamDoc, 'required' | 'description' | 'maximumLength'>) =>
  ({ schema, doc: { type: 'string', default: null, ...doc }, fallback: undefined, affects: 'records' }) as Param<T>;

export const MAX_SYMBOLS = 50;
export const MAX_ROWS = 5_000;

export const NO_SYMBOL =
  'Input should be a symbol: 1 to 32 of letters, digits and . - _ : /, starting with a letter or digit';

const oneSymbol = z
  .string()
  .transform((text, context) => parseSymbol(text) ?? problem(context, 'value_error', NO_SYMBOL));

const severalSymbols = z.string().transform((text, context): readonly string[] => {
  const names = text.split(',').filter((name) => name.trim() !== '');
  if (names.length === 0) return problem(context, 'value_error', 'Input should be a comma list of symbols');
  if (names.length > MAX_SYMBOLS) {
    return problem(context, 'too_long', `List should have at most ${MAX_SYMBOLS} symbols, not ${names.length}`);
  }
  const parsed = names.map(parseSymbol);
  if (parsed.some((name) => name === null)) return problem(context, 'value_error', NO_SYMBOL);
  return [...new Set(parsed as string[])];
});

export const SYMBOL: ParamSet = {
  symbol: ownText(oneSymbol, {
    required: true,
    description: 'Asset symbol, in any case; a crypto pair with or without its slash',
  }),
};

/** @param without what is meant where none are named; undefined: they have to be */
export const symbolsParam = (without?: string): ParamSet => ({
  symbols: ownText(severalSymbols, {
    required: without === undefined,
    description: `Comma list of at most ${MAX_SYMBOLS} symbols${without === undefined ? '' : `; default: ${without}`}`,
  }),
});

const timeWindow = wordParam(REQUEST_WINDOWS, {
  description: 'Calendar months (or years) back from end_date; YTD: its calendar year; MAX: everything that is stored',
  fallback: DEFAULT_TIME_WINDOW,
});

export const RANGE: ParamSet = {
  date: dateParam({ description: 'One trading date; it overrides the range' }),
  start_date: dateParam({ description: 'First date of a range of your own' }),
  end_date: dateParam({ description: "Last date; default: the symbol's latest session" }),
  time_window: timeWindow,
};

/** News takes a range, not a date. */
export const EVENT_RANGE: ParamSet = {
  start_date: RANGE['start_date'],
  end_date: dateParam({
    description: "Last date; default: the later of the symbol's latest session and its latest news in event_source",
  }),
  time_window: timeWindow,
};

/** Windows that summaries are stored for. */
export const WINDOW_ONLY: ParamSet = {
  time_window: wordParam(Object.keys(TIME_WINDOWS) as CountedWindow[], {
    description: 'Calendar months (or years) back from the latest session',
    fallback: DEFAULT_TIME_WINDOW,
  }),
};
export const ONE_DATE: ParamSet = { date: dateParam({ description: 'The trading date', required: true }) };

export const SESSION_CHOICE: ParamSet = {
  include_extended_hours: boolParam({
    description: 'Include pre- and after-market bars (equities, ETFs); widens the session unless its times are given',
    fallback: false,
    affects: 'records',
  }),
  session: wordParam(['default', 'exchange'], {
    description:
      'exchange: 09:30 to 16:00 New York for equities and ETFs, right in summer and winter; times given explicitly win',
    fallback: 'default',
    affects: 'records',
  }),
};

export const SESSION: ParamSet = {
  start_time: timeParam({
    description: 'Start of the session, UTC; 00:00 to 23:59 (24:00 is an end only)',
    affects: 'records',
    fallback: DEFAULT_START_MIN,
    shownDefault: '13:30',
  }),
  end_time: timeParam({
    description: 'End of the session, UTC; at or before the start: crosses midnight; 24:00 is the end of the day',
    affects: 'records',
    fallback: DEFAULT_END_MIN,
    shownDefault: '20:00',
    allow24: true,
  }),
  ...SESSION_CHOICE,
};

export const ADJUSTMENT: ParamSet = {
  adjustment: wordParam(ADJUSTMENTS, {
    description:
      'splits: prices and volumes before a split are adjusted for it; raw: they are as they landed, and answers are ' +
      'computed on demand',
    fallback: 'splits',
    affects: 'records',
  }),
};

export const INTERVAL: ParamSet = {
  interval: wordParam(BASE_INTERVALS_MIN.map(formatInterval), {
    description: 'Interval of the bars that answer; without it the base series of each symbol (see /symbols) does',
    affects: 'records',
  }),
};

export type Direction = 'asc' | 'desc';

/** The order of raw lists. */
export const direction = (fallback: Direction): ParamSet => ({
  order: wordParam(['asc', 'desc'], {
    description: 'asc: the oldest first; desc: the newest first, page by page. A cursor belongs to its order',
    fallback,
  }),
});

/** @param fallback rows of a page where the request does not say; undefined: all that one may have */
export const paging = (fallback: number | undefined): ParamSet => ({
  limit: intParam({
    description: `Rows of one answer${fallback === undefined ? `; without it up to ${MAX_ROWS}` : ''}`,
    minimum: 1,
    maximum: MAX_ROWS,
    ...(fallback === undefined ? {} : { fallback }),
  }),
  cursor: textParam({
    description:
      'Where the page before ended: its metadata.next_cursor as it is. It belongs to its query: limit and format may ' +
      'change from page to page, another query with it is refused',
    maximumLength: 1_024,
    pattern: '^[A-Za-z0-9_-]+$',
  }),
});

export type Format = 'json' | 'csv' | 'arrow';

export const LIST_FORMAT: ParamSet = {
  format: wordParam(['json', 'csv', 'arrow'], {
    description: 'json, csv (also by Accept: text/csv) or arrow (Arrow IPC stream); the same rows in each',
    fallback: 'json',
  }),
};

export const SUMMARY_FORMAT: ParamSet = {
  format: wordParam(['json', 'csv'], {
    description: 'json, or csv (also by Accept: text/csv): one row, a column for each dotted path, without metadata',
    fallback: 'json',
  }),
};

/** Read by the grammar, which names the place of an error, not by its schema. */
const questionText = (description: string, required: boolean) =>
  ownText(z.string(), { required, description, maximumLength: MAX_CHARACTERS });

export const QUESTION: ParamSet = {
  among: questionText(
    'Conditions, as in when, that say which sessions are the population: base, rest, difference and p value are within it. None: every session',
    false,
  ),
  when: questionText(
    `Conditions joined by ;, such as gap.direction=up;gap.gap_pct:0.2..0.5;session.weekday=Tuesday. All must hold; none: every session. any(a;b): one of them. SPY@gap.direction=up: of another symbol, at most ${MAX_OTHERS}. session.open>prev.session.high: against another field. At most ${MAX_CONDITIONS} with those of among`,
    false,
  ),
  // biome-ignore lint/suspicious/noThenProperty: the name of the parameter
  then: questionText(
    'The outcome: one condition, such as orb[orb_minutes=15].first_direction=up, or one numeric field, such as session.return_pct',
    true,
  ),
  allow_look_ahead: boolParam({
    description:
      'Answer although conditions look ahead of the outcome; look_ahead is true then, and warnings name them',
    fallback: false,
  }),
};
