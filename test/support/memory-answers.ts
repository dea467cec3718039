/** Answers straight from symbols' data with the real modules, nothing stored: for tests of what is above them. */

import type { Answers, SymbolInfo } from '../../compute/answers/answers.ts';
import { newestBarsOf } from '../../compute/answers/stale.ts';
import { bySpelling } from '../../compute/answers/symbols.ts';
import { latestDate, resolveRange } from '../../compute/evaluation/range.ts';
import { sessionOf } from '../../compute/evaluation/stored-records.ts';
import { dateOfBar, viewWithWarnings } from '../../compute/evaluation/warnings.ts';
import { dayRecords } from '../../compute/market/candles.ts';
import { DEFAULT_SESSION, storedSession, weekendBars } from '../../compute/market/sessions.ts';
import type { SymbolData } from '../../compute/market/symbol-data.ts';
import { seriesName } from '../../exchange/symbol.ts';

export interface MemoryAnswers extends Answers {
  /** Adds or replaces a symbol's data; its version grows. */
  put(data: SymbolData): void;
  /** Views made so far. */
  readonly views: number;
  /** Called at the start of every view. */
  beforeView?: () => Promise<void> | void;
}

export function memoryAnswers(all: readonly SymbolData[]): MemoryAnswers {
  const known = new Map<string, { data: SymbolData; version: number }>();
  let views = 0;
  const info = ({ data, version }: { data: SymbolData; version: number }): SymbolInfo => {
    const { minute, length } = data.bars;
    const newsDays = Object.values(data.news).flatMap((news) => [...(news?.timeMs ?? [])].map((ms) => ms / 86_400_000));
    const lastBar = length > 0 ? minute[length - 1] : null;
    return {
      ...data.meta,
      series: seriesName(data.meta),
      firstBar: length > 0 ? minute[0] : null,
      lastBar,
      sessions: data.sessions(DEFAULT_SESSION).length,
      hasBars: length > 0,
      lastDay: Math.floor(Math.max(lastBar === null ? 0 : lastBar / 1440, ...newsDays)),
      version: String(version),
    };
  };
  const put = (data: SymbolData) => {
    const { symbol } = data.meta;
    known.set(symbol, { data, version: (known.get(symbol)?.version ?? 0) + 1 });
  };
  for (const data of all) put(data);

  const computed = ({ statistic, symbol, session, values }: Parameters<Answers['latest']>[0]) => {
    const data = known.get(symbol.symbol)!.data;
    const window = sessionOf(statistic, session);
    const allDays = dayRecords(data.sessions(window));
    const everything = { from: -1e6, to: 1e6 };
    const { records } = statistic.compute(data, { session: window, values }, everything);
    const latest = latestDate(statistic, records, allDays) ?? symbol.lastDay;
    return { data, records, allDays, latest, window };
  };

  const answers: MemoryAnswers = {
    put,
    get views() {
      return views;
    },
    async listed() {
      return [...known.values()].map(info).sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
    },
    async symbols(names, earliest) {
      const from = (one: { data: SymbolData; version: number }): SymbolInfo => {
        const whole = info(one);
        if (earliest === undefined || whole.firstBar === null) return whole;
        const { date } = one.data.sessions(DEFAULT_SESSION);
        const firstBar = one.data.bars.minute.find((minute) => minute >= earliest * 1440) ?? null;
        const lastBar = firstBar === null ? null : whole.lastBar;
        return { ...whole, firstBar, lastBar, sessions: date.filter((day) => day >= earliest).length };
      };
      const asked = [...known.values()].filter(({ data }) => names?.includes(data.meta.symbol) ?? true);
      return asked.map(from).sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
    },
    newestBars: async () => newestBarsOf([...known.values()].map(info)),
    async symbol(text, asWritten) {
      const named = (symbol: string) => {
        const found = known.get(symbol);
        return found && info(found);
      };
      return bySpelling(named, text, asWritten);
    },
    async latest(request) {
      const { statistic, symbol } = request;
      const { records, allDays } = computed(request);
      return latestDate(statistic, records, symbol.hasBars ? allDays : { ...allDays, length: 0 });
    },
    async view(request) {
      views++;
      await answers.beforeView?.();
      const { statistic, values } = request;
      const { data, records, allDays, latest, window } = computed(request);
      const range = resolveRange(request.range, latest);
      const { view, warnings } = viewWithWarnings(statistic, {
        meta: data.meta,
        session: window,
        wanted: range.wanted,
        earliest: request.range.earliest,
        firstDay: request.symbol.firstBar === null ? null : Math.floor(request.symbol.firstBar / 1440),
        lastDate: dateOfBar(request.symbol.lastBar, request.symbol),
        timeWindow: range.timeWindow,
        values,
        allRecords: records,
        allDays,
        weekendBars: weekendBars(data.sessions(window), range.wanted.from, range.wanted.to),
      });
      return { view, range, warnings, source: storedSession(request.session) ? 'materialized' : 'on_demand' };
    },
    async summary(request, endpoint) {
      const { view, ...answer } = await answers.view(request);
      return { ...answer, summary: endpoint.summarize(view) };
    },
    async bars({ symbol, session, range: asked }) {
      const { data } = known.get(symbol.symbol)!;
      const days = dayRecords(data.sessions(session));
      const latest = latestDate({}, days, days) ?? symbol.lastDay;
      return { data, range: resolveRange(asked, latest) };
    },
    async close() {},
  };
  return answers;
}
