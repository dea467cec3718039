/** What a symbol with daily bars beside shorter ones is answered with: of each side the naive way, one behind the other. */
import type { SessionSpec } from '../../../compute/market/sessions.ts';
import type { SymbolData } from '../../../compute/market/symbol-data.ts';
import type { DateRange } from '../../../compute/statistics/statistic.ts';
import { isoMonday } from '../../../lib/days.ts';
import { naiveBos, naiveBosSummary, shownEvent } from '../../oracles/bos.ts';
import { naiveFvg, naiveFvgSummary, shownFvg } from '../../oracles/fvg.ts';
import { naiveGaps as naiveOpenGaps, shownGap as shownOpenGap } from '../../oracles/gap.ts';
import { naiveSummary as naiveGapSummary } from '../../oracles/gap-answers.ts';
import { naiveInside, naiveInsideSummary, shownInside } from '../../oracles/insideday.ts';
import { naiveOwcSummary, naiveWeeks, shownWeek } from '../../oracles/owc.ts';
import { naivePdhlb } from '../../oracles/pdhlb.ts';
import { naiveGaps, naiveSummary as naivePrevcloseSummary, shownGap } from '../../oracles/prevclose.ts';
import { naiveSymbol } from '../../oracles/sessions.ts';
import { naiveTrend } from '../../oracles/trend.ts';
import type { Model } from './model.ts';
import type { Shown } from './store.ts';

interface Naive {
  readonly rows: Shown[];
  /** Whole, where the oracle makes it of records; else of each side: every case is one of either. */
  readonly summary?: Shown;
  readonly sides?: readonly [Shown, Shown];
}

const FVG = { timeframe: '1D' as const, maxBars: 50, useCloses: false };
const BOS = { timeframe: '1D' as const, swingLength: 1, criteria: 'close' as const, followBars: 3 };

/** By statistic: the values asked for, and the answer from the two series. */
export const NAIVE: Record<
  string,
  { values?: Shown; of(model: Model, session: SessionSpec, range: DateRange): Naive }
> = {
  trend: {
    of(model, session, range) {
      const sides = both(model, (data) => naiveTrend(naiveSymbol(data), session, { range }));
      return { rows: sides.flatMap(({ raw }) => raw), sides: [sides[0].summary, sides[1].summary] };
    },
  },
  gap: {
    of(model, session, range) {
      const question = { session, ...range };
      const rows = both(model, (data) => naiveOpenGaps(data, question).map(shownOpenGap));
      return { rows: rows.flat() as never, sides: both(model, (data) => naiveGapSummary(data, question, 'custom')) };
    },
  },
  prevclose: {
    of(model, session, range) {
      const question = { session, ...range, criteria: 'wick' as const, minGapPct: 0 };
      const rows = both(model, (data) => naiveGaps(data, question).map(shownGap));
      const sides = both(model, (data) => naivePrevcloseSummary(data, question, 'custom'));
      return { rows: rows.flat(), sides };
    },
  },
  pdhlb: {
    of(model, session, range) {
      const [daily, base] = both(model, (data) => naivePdhlb(naiveSymbol(data), session, { range }));
      const otherwise = { volume_ratio_high: null, volume_ratio_low: null };
      return {
        rows: [...daily.raw.map((row) => ({ ...row, ...otherwise })), ...base.raw],
        sides: [daily.summary, base.summary],
      };
    },
  },
  insideday: {
    of(model, session, range) {
      const days = both(model, (data) => naiveInside(data, { session, ...range })).flat();
      const summary = naiveInsideSummary(model.symbol, days, undefined);
      return { rows: days.map((day) => shownInside(model.symbol, day)), summary };
    },
  },
  owc: {
    of(model, session, range) {
      const monday = isoMonday(model.until);
      const dated = (series: 'base' | 'daily') => model.data(series).sessions(session).date;
      const isDivided = dated('daily').some((date) => date >= monday);
      const daily = naiveWeeks(naiveSymbol(model.dailyClosed(model.until)), session, 1).filter(
        ({ date }) => isoMonday(date) < monday,
      );
      const base = naiveWeeks(naiveSymbol(model.data('base')), session, 1)
        .filter(({ date }) => !isDivided || isoMonday(date) > monday)
        // What is known of the divided week is no week to compare with.
        .map((week) => (isDivided && isoMonday(week.date) === monday + 7 ? { ...week, before: null } : week));
      const weeks = [...daily, ...base].filter(({ date }) => date >= range.from && date <= range.to);
      const complete = weeks.filter((week) => week.complete);
      return {
        rows: weeks.map((week) => shownWeek(model.symbol, week)),
        summary: naiveOwcSummary(model.symbol, complete, 1),
      };
    },
  },
  fvg: {
    values: { timeframe: '1D' },
    of(model, session, { from, to }) {
      const all = both(model, (data) => naiveFvg(data, session, FVG)).flat();
      const gaps = all.filter(({ day }) => day >= from && day <= to);
      const summary = naiveFvgSummary(model.symbol, gaps, FVG, 'custom');
      return { rows: gaps.map((gap) => shownFvg(model.symbol, '1D', gap)), summary };
    },
  },
  bos: {
    values: { timeframe: '1D', swing_length: 1, follow_bars: 3 },
    of(model, session, range) {
      const [daily, base] = both(model, (data) => naiveBos(data, session, BOS));
      const inside = [...daily, ...base].filter(({ day }) => day >= range.from && day <= range.to);
      const of = (events: typeof daily) => naiveBosSummary(model.symbol, events, range, {}, BOS, 'custom') as Shown;
      return { rows: inside.map((event) => shownEvent(model.symbol, '1D', event)), sides: [of(daily), of(base)] };
    },
  },
};

function both<T>(model: Model, of: (data: SymbolData) => T): readonly [T, T] {
  return [of(model.data('daily')), of(model.data('base'))];
}
