/** Parameters of `/query`, `/query/scan` and `/bars`. */
import { z } from 'zod';
import { MAX_CHARACTERS, MAX_CONDITIONS, MAX_OTHERS } from '../../compute/answers/questions/grammar.ts';
import { SORTS, type Sort } from '../../compute/answers/questions/scan.ts';
import { TIMEFRAME_ALIASES, TIMEFRAMES } from '../../compute/market/candles.ts';
import {
  boolParam,
  dateParam,
  intParam,
  limitParam,
  type Param,
  type ParamSet,
  wordParam,
} from '../../compute/statistics/params.ts';
import { ASSET_CLASSES } from '../../exchange/symbol.ts';
import { ADJUSTMENT, LIST_FORMAT, paging, RANGE, SESSION, SYMBOL, SYMBOLS } from './common.ts';

/** Read by the grammar, which tells where something is wrong, not by its schema. */
const questionText = (description: string, required: boolean): Param<string> => ({
  schema: z.string(),
  doc: { type: 'string', required, default: null, description, maximumLength: MAX_CHARACTERS },
  fallback: undefined,
  affects: 'answer',
});

const QUESTION: ParamSet = {
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

export const questionParams = (): ParamSet => ({
  ...SYMBOL,
  ...QUESTION,
  preview: boolParam({
    description:
      'How many sessions go which way, and nothing else: no rates, no cases, count 0; what the console asks while conditions are being typed. Not with allow_look_ahead',
    fallback: false,
  }),
  ...RANGE,
  ...SESSION,
  ...ADJUSTMENT,
  ...paging(undefined),
  ...LIST_FORMAT,
});

export const scanParams = (): ParamSet => ({
  ...QUESTION,
  symbols: {
    ...SYMBOLS['symbols'],
    doc: {
      ...SYMBOLS['symbols'].doc,
      required: false,
      description: `${SYMBOLS['symbols'].doc.description}; default: all`,
    },
  },
  asset_class: wordParam(ASSET_CLASSES, { description: 'Only symbols of this class' }),
  ...RANGE,
  end_date: dateParam({ description: 'Last date; default: the latest session of any of the symbols' }),
  ...SESSION,
  ...ADJUSTMENT,
  min_cases: intParam({
    description: 'Leave out symbols with fewer cases',
    minimum: 1,
    maximum: 1_000_000,
    fallback: 30,
  }),
  sort_by: wordParam(Object.keys(SORTS) as Sort[], {
    description: 'What symbols are ranked by: a figure of the row; outcome is its rate, or its mean',
    fallback: 'difference_low',
  }),
  order: wordParam(['desc', 'asc'], { description: 'desc: the largest first', fallback: 'desc' }),
  matching: wordParam(['now'], { description: 'now: keep symbols whose conditions hold now, or may hold yet' }),
  limit: limitParam('Number of symbols'),
  ...LIST_FORMAT,
});

export const BARS_PARAMS: ParamSet = {
  ...SYMBOL,
  date: dateParam({ description: 'One trading date, on every plan within its history' }),
  start_date: dateParam({ description: 'First date of a range; default: end_date' }),
  end_date: dateParam({ description: "Last date of a range; default: the symbol's latest session" }),
  timeframe: wordParam(
    TIMEFRAMES,
    { description: 'Candles of this length, finished ones only; default: the bars as they are stored' },
    TIMEFRAME_ALIASES,
  ),
  ...SESSION,
  ...ADJUSTMENT,
  ...paging(undefined),
  ...LIST_FORMAT,
};
