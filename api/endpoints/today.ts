/** `/today`: the latest session of symbols. */
import { z } from 'zod';
import { BarsUsed, type SymbolInfo } from '../../compute/answers/answers.ts';
import { count, TodayRow, text, timeOrNull } from '../../compute/answers/shapes.ts';
import { HISTORY, type Today, todayOf } from '../../compute/answers/today.ts';
import { EXCHANGE_SESSION } from '../../compute/market/sessions.ts';
import { about, distinctWarnings } from '../../compute/market/warning.ts';
import { intParam } from '../../compute/statistics/params.ts';
import { dataRoute } from '../data.ts';
import { symbolsParam } from '../query/params.ts';
import { type AnswerBody, CONTENT_TYPES } from '../responses/body.ts';
import { inTurns, sourceOf } from '../responses/many.ts';
import { Metadata, metadataOf } from '../responses/metadata.ts';
import { type Job, QUESTIONS, type Services } from '../route.ts';

const DEFAULT_SYMBOLS = 10;
const DEFAULT_ORB_MINUTES = 5;
const ROW_BYTES = 3_000;

const TodayBody = z
  .object({
    as_of: timeOrNull.describe('End of the last stored bar of any of the symbols'),
    count,
    data: z.array(TodayRow),
    metadata: Metadata.extend({
      history_window: text.describe('Window of the history figures, ending the session before'),
    }).meta({ id: 'TodayMetadata' }),
  })
  .meta({ id: 'Today' });

export const todayRoute = dataRoute({
  path: '/today',
  tag: QUESTIONS,
  summary: 'The latest session of symbols',
  description:
    'The gap it opened with, its opening range, the levels of the session before, and how sessions like it went over the ' +
    'twelve months that end before it. Everything under session=exchange, parameters at their defaults.',
  scope: 'symbols',
  params: {
    ...symbolsParam('the first ten symbols'),
    orb_minutes: intParam({
      description:
        'Minutes of the opening range; where it is no whole multiple of the base interval, the default of /stats/orb',
      minimum: 1,
      maximum: 240,
      fallback: DEFAULT_ORB_MINUTES,
      affects: 'records',
    }),
  },
  session: EXCHANGE_SESSION,
  isAboutNow: true,
  response: TodayBody,
  async namesOf(answers) {
    const withBars = (await answers.listed()).filter(({ hasBars }) => hasBars);
    return withBars.slice(0, DEFAULT_SYMBOLS).map(({ symbol }) => symbol);
  },
  answer: answerToday,
});

async function answerToday(
  { request, target, earliest, expired }: Job,
  { answers, statistics, parts }: Services,
): Promise<AnswerBody> {
  const { symbols, stale } = target;
  const orbMinutes = (request.sent.get('orb_minutes') as number | undefined) ?? DEFAULT_ORB_MINUTES;
  const barsUsed = new BarsUsed();
  const rows = await inTurns(symbols, expired, async (symbol: SymbolInfo): Promise<Today> => {
    const isStale = stale.has(symbol.symbol);
    const key = `today ${symbol.symbol}@${symbol.version} ${isStale} ${earliest} ${orbMinutes}`;
    const cached = parts.get(key);
    if (cached) return cached as Today;
    const today = await todayOf(answers, { statistics, symbol, earliest, barsUsed, isStale, orbMinutes });
    parts.set(key, today, { size: ROW_BYTES });
    return today;
  });
  const historyLimited = rows.some((one) => one.historyLimited);
  const warnings = distinctWarnings(rows.flatMap(({ row, warnings }) => about(String(row['symbol']), warnings)));
  const metadata = {
    ...metadataOf(request, { symbols, range: null, warnings }),
    history_limited: historyLimited,
    history_window: HISTORY.timeWindow,
  };
  const body = { as_of: metadata.data_through, count: rows.length, data: rows.map(({ row }) => row), metadata };
  return {
    body: Buffer.from(JSON.stringify(body)),
    contentType: CONTENT_TYPES.json,
    source: sourceOf(rows),
    historyLimited,
  };
}
