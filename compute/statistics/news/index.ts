/** NEWS: what price did after a classified news item. Does the market agree with the sentiment? */

import { formatInterval } from '../../../exchange/symbol.ts';
import { MINUTES_PER_DAY } from '../../../lib/days.ts';
import { TableBuilder } from '../../market/records.ts';
import { DEFAULT_SESSION } from '../../market/sessions.ts';
import { NEWS_SOURCES, type NewsColumns, type NewsSource, type SymbolData } from '../../market/symbol-data.ts';
import { defineStatistic } from '../define.ts';
import type { DateRange } from '../statistic.ts';
import { EVENT_FIELDS, filtered, PARAMS, REACTION_WINDOWS, RECORD_FIELDS, SUMMARY, withReactions } from './fields.ts';
import { newsDay, newsRecords, settledFrom, WINDOWS } from './kernel.ts';

export default defineStatistic({
  name: 'news',
  title: 'News reactions',
  description: 'Classified news of a symbol against what its price did in the minutes after and by the end of the day.',
  definition:
    'Baseline: open of the first bar at or after the news (equities and ETFs: on the same New York date). A window of ' +
    '5, 15, 30 or 60 minutes ends at the open of the first bar at or after news time + window, at most 5 minutes (60m: ' +
    '10) plus one base interval later. eod ends at the close of the last regular bar of the date, or of the last bar of ' +
    'the date where the baseline comes after it. A return below 0.01 % either way is flat. The label compares the ' +
    'classified sentiment with the direction of the 60m return; the scores weigh it with 1 % (crypto: 2 %) as a full move.',
  notes: [
    'A window counts from the news, its return from the baseline: where the first bar comes later than the news, the move covers less time than the name of the window says; where the bar at its end comes late, more.',
    'A baseline that starts more than 5 minutes plus one base interval after the news gives no 5m to 60m reaction, but still an eod one if it is on the date of the news.',
    'News in the night or before the open of a feed without extended hours therefore has eod only: from the open to the close of that date. News after the last bar of a date, or on a weekend or holiday, has none.',
    'A window shorter than the base interval of the bars is null; on daily bars all are.',
    'eod stays null until the data reach 16:00 New York (the end of the date for crypto, and for news after the last regular bar).',
    'All stored bars count, extended hours too; there is no session window here, and no holiday calendar.',
    'News is never registered against bars: where the bars of a symbol are of the other kind than the source asked for, all reactions are null.',
    'The summary rests on all news of the range that pass the filters, those in progress too; averages leave out what is null, and limit shortens the list alone.',
    'Sentiment and impact are classified when the news is collected; returns, labels and scores are computed from them and the bars.',
    'The summary holds counts and averages, no rates: confidence is empty.',
  ],
  events: {
    sourceOf: (values) => values['event_source'],
    dateOf: newsDay,
    list: {
      rowsKey: 'events',
      head: [{ name: 'reaction_windows', description: 'Windows after the news, in order', values: REACTION_WINDOWS }],
    },
    beforeBars: (first) => `bars on ${first}; news before them has no reactions`,
  },
  storedSessions: { all: DEFAULT_SESSION },
  params: PARAMS,
  fields: RECORD_FIELDS,
  key: ['event_timestamp', 'news_id'],
  materialised: () => NEWS_SOURCES.map((source) => ({ event_source: source })),
  // The bars of the date and up to 70 minutes and a bar beyond it; a session more on either side shows where they begin.
  reach: () => ({ back: 1, ahead: 1 }),
  compute(data, { values }, wanted) {
    const source = values.event_source;
    const news = data.news[source];
    if (!news) return { records: new TableBuilder(RECORD_FIELDS, 0).finish(0) };
    return { records: newsRecords(data, news, source), ...shortOf(data, news, source, wanted) };
  },
  console: {
    group: 'news',
    drawn: [{ mark: 'event_timestamp', label: { field: 'title' }, tone: { field: 'direction' } }],
  },
  endpoints: ({ raw, summary }) => [
    raw('Classified news of the range with the reactions of price, newest first', {
      path: '/reactions',
      fields: EVENT_FIELDS,
      rows: (view) => withReactions(filtered(view)),
      order: () => [{ field: 'event_timestamp' }, { field: 'news_id' }],
      defaultOrder: 'desc',
    }),
    summary('Average reactions, and how often price went with the sentiment or against it', SUMMARY, {
      path: '/reactions/summary',
      rows: filtered,
    }),
  ],
  warnings(view) {
    const { meta, values } = view;
    if ((meta.assetClass === 'crypto') !== (values.event_source === 'sentiment_crypto')) {
      return [
        `the bars of ${meta.symbol} are not of the kind that event_source=${values.event_source} is about: no reactions; ${
          meta.assetClass === 'crypto'
            ? 'event_source=sentiment_crypto has the news of crypto pairs'
            : 'event_source=sentiment has the news of equities and ETFs'
        }`,
      ];
    }
    if (meta.intervalMin >= MINUTES_PER_DAY) return ['no reactions on daily bars'];
    const short = WINDOWS.filter(({ minutes }) => minutes < meta.intervalMin).map(({ name }) => name);
    const interval = formatInterval(meta.intervalMin);
    return short.length === 0 ? [] : [`no reaction over ${short.join(', ')}: shorter than the bars (${interval})`];
  },
});

/** Whether bars that the wanted news may depend on are outside the loaded range. */
function shortOf(data: SymbolData, of: NewsColumns, source: NewsSource, wanted: DateRange) {
  let earliestMin = Number.POSITIVE_INFINITY;
  let latestMin = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < of.length; i++) {
    const day = newsDay(source, of.timeMs[i]);
    if (day < wanted.from || day > wanted.to) continue;
    earliestMin = Math.min(earliestMin, of.timeMs[i] / 60_000);
    latestMin = Math.max(latestMin, settledFrom(source, of.timeMs[i], data.meta.intervalMin));
  }
  const { minute, length } = data.bars;
  return {
    insufficientLookBack: !data.reachesStart && earliestMin < (minute[0] ?? Number.POSITIVE_INFINITY),
    insufficientLookAhead: !data.reachesEnd && latestMin > (minute[length - 1] ?? Number.NEGATIVE_INFINITY),
  };
}
