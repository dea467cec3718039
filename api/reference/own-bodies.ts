/** JSON Schemas of what `/query`, `/query/scan` and `/bars` answer. */
import { BAR_FIELDS } from '../../compute/answers/bar-rows.ts';
import { SORTS, scanFields } from '../../compute/answers/questions/scan.ts';
import { KNOWN_AT } from '../../compute/market/fields.ts';
import {
  COUNT,
  DATE,
  described,
  listOf,
  NUMBER_OR_NULL as NUMBER,
  ref,
  rowSchema,
  type Schema,
  TEXT,
  TEXT_OR_NULL,
  whole,
  YES_OR_NO,
} from './schemas.ts';

const STATE = { enum: [true, false, 'pending'] };

const INTERVAL = whole({ low: NUMBER, high: NUMBER });
const DIFFERENCE = whole({ value: NUMBER, low: NUMBER, high: NUMBER });

/** Of an outcome that holds or not. */
const RATE = { hits: COUNT, rate_pct: NUMBER, confidence: INTERVAL };
/** Of an outcome that is a number. */
const DISTRIBUTION = {
  n: described(COUNT, 'Sessions with a value'),
  never: described(COUNT, 'Sessions in which what the number is about never came: they have none'),
  mean: NUMBER,
  mean_confidence: INTERVAL,
  median: NUMBER,
  median_confidence: INTERVAL,
  std: NUMBER,
  quantiles: whole({ p5: NUMBER, p25: NUMBER, p75: NUMBER, p95: NUMBER }),
};
const ONE_OF_BOTH = [...Object.keys(RATE), ...Object.keys(DISTRIBUTION)];
const GROUP = whole({ cases: COUNT, ...RATE, ...DISTRIBUTION }, ONE_OF_BOTH);
const orNull = (schema: Schema): Schema => ({ oneOf: [schema, { type: 'null' }] });
const SHORT = { cases: COUNT, hits: COUNT, rate_pct: NUMBER, mean: NUMBER, median: NUMBER };
const SHORT_OPTIONAL = ['hits', 'rate_pct', 'mean', 'median'];

const NOW = whole({
  date: described(DATE, 'The session in progress, or the next one; null without one'),
  session: { enum: ['in_progress', 'next', null] },
  as_of: { ...TEXT_OR_NULL, format: 'date-time', description: 'End of the last stored bar' },
  matches: STATE,
  conditions: listOf(
    whole({
      condition: TEXT,
      state: STATE,
      value: { type: ['number', 'string', 'boolean', 'null'] },
      known: { enum: KNOWN_AT },
      known_at: { ...TEXT_OR_NULL, format: 'date-time', description: 'By when it is decided; null where it is' },
    }),
  ),
});

const ALONE = 'null where when is known at an event: there is nobody to compare with';

const QUESTION_WORDS = {
  time_window: TEXT,
  start_date: DATE,
  end_date: DATE,
  among: described(TEXT, 'The population, as asked; empty: every session'),
  when: described(TEXT, 'As asked; empty: every session of the population'),
  // biome-ignore lint/suspicious/noThenProperty: the name in the answer
  then: TEXT,
};

const COUNTS = {
  sessions: described(COUNT, 'Complete sessions in the range'),
  population: described(COUNT, 'Of these, those where among holds'),
  cases: described(COUNT, 'Of the population, sessions where when holds and the outcome is known'),
  unknown: whole({
    among: described(COUNT, 'Sessions where nobody can say whether among holds'),
    when: described(COUNT, 'Of the population, sessions where nobody can say whether when holds'),
    // biome-ignore lint/suspicious/noThenProperty: the name in the answer
    then: described(COUNT, 'Sessions where when holds and the outcome is not known'),
    early: described(COUNT, 'Sessions where when holds and the outcome was decided before that was known'),
  }),
};

/** Bodies and rows by the names of their schemas. */
export function ownBodies(): Schema {
  const scanned = [...scanFields('rate', 'pct'), ...scanFields('mean', 'none')];
  return {
    QueryRow: whole({
      date: { type: 'string', format: 'date' },
      values: {
        type: 'object',
        description: 'Every field that the question names, as written in it',
        additionalProperties: { type: ['number', 'string', 'boolean', 'null'] },
      },
      outcome: {
        type: ['boolean', 'number', 'null'],
        description: 'Whether then holds, or its number: null where it never came',
      },
    }),
    Query: whole(
      {
        symbol: TEXT,
        ...QUESTION_WORDS,
        ...COUNTS,
        ...RATE,
        ...DISTRIBUTION,
        base: described(orNull(GROUP), `Cases and rest together; ${ALONE}`),
        rest: described(
          orNull(GROUP),
          `Of the population, sessions where when does not hold and the outcome is known; ${ALONE}`,
        ),
        difference_pct: described(orNull(DIFFERENCE), "Rate of the cases minus the rest's, in percentage points, 95 %"),
        difference: described(orNull(DIFFERENCE), "Mean of the cases minus the rest's, 95 %"),
        p_value: described(NUMBER, "Fisher's exact test; of a number Welch's; two-sided"),
        by_year: listOf(whole({ year: { type: 'integer' }, ...SHORT }, SHORT_OPTIONAL)),
        last_30: described(whole(SHORT, SHORT_OPTIONAL), 'The last thirty cases'),
        curve: {
          description:
            "Share of the sessions in which the outcome's event had come, every 5 minutes from the window's start to its end; null where no event decides it",
          oneOf: [listOf(whole({ minutes: COUNT, cases_pct: NUMBER, rest_pct: NUMBER })), { type: 'null' }],
        },
        look_ahead: described(YES_OR_NO, 'Conditions look ahead of the outcome'),
        warnings: listOf(TEXT),
        now: NOW,
        count: described(COUNT, 'Cases of this answer'),
        data: listOf(ref('QueryRow')),
        metadata: ref('Metadata'),
      },
      [...ONE_OF_BOTH, 'difference_pct', 'difference'],
    ),
    QueryPreview: whole({
      symbol: TEXT,
      ...QUESTION_WORDS,
      ...COUNTS,
      rest: { type: ['integer', 'null'], description: 'Sessions of the rest; null where nothing is compared' },
      count: described(COUNT, 'Always 0'),
      data: listOf(ref('QueryRow')),
      metadata: ref('Metadata'),
    }),
    QueryScanRow: rowSchema([...new Map(scanned.map((field) => [field.name, field])).values()], true),
    QueryScan: whole({
      ...QUESTION_WORDS,
      sort_by: { enum: Object.keys(SORTS) },
      order: { enum: ['desc', 'asc'] },
      min_cases: COUNT,
      symbols: described(COUNT, 'Symbols looked at'),
      ranked: described(COUNT, 'Of these, those with enough cases'),
      skipped: described(COUNT, 'Symbols without bars, or whose feed a parameter does not fit'),
      look_ahead: YES_OR_NO,
      warnings: listOf(TEXT),
      count: COUNT,
      data: listOf(ref('QueryScanRow')),
      metadata: ref('Metadata'),
    }),
    BarsRow: rowSchema(BAR_FIELDS, false),
    Bars: whole({
      symbol: TEXT,
      start_date: DATE,
      end_date: DATE,
      timeframe: described(TEXT_OR_NULL, 'Of the bars; null where nothing but news is stored'),
      count: COUNT,
      data: listOf(ref('BarsRow')),
      metadata: ref('Metadata'),
    }),
  };
}
