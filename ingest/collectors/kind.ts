/** A kind of collector: which options it takes, and what is made of them. */
import { z } from 'zod';
import {
  ASSET_CLASSES,
  type AssetClass,
  formatInterval,
  isMixedCase,
  parseInterval,
  parseSymbol,
} from '../../exchange/symbol.ts';
import { tradingDaysOf } from '../../exchange/trading-days.ts';
import type { Clock } from '../../lib/clock.ts';
import { isSchedule } from '../../lib/cron.ts';
import { isoDate, parseIsoDate } from '../../lib/days.ts';
import { nearestName } from '../../lib/text.ts';
import type { CandleSource, SeriesOptions, SourceContext } from './contract.ts';
import { CollectorError } from './errors.ts';

/** As the operator gave them, by the names of the command line in camel case. */
export type GivenOptions = Readonly<Record<string, unknown>>;
/** As they are stored and shown. Never a credential. */
export type StoredOptions = Readonly<Record<string, unknown>>;

export interface SeriesKind {
  readonly form: 'series';
  readonly name: string;
  /** Checks the options and makes them complete. @throws {CollectorError} that names the option */
  prepare(given: GivenOptions, clock: Clock): { id: string; options: StoredOptions };
  series(options: StoredOptions): SeriesOptions;
  /** What is known only after loading the vendor's library. @throws {CollectorError} that names the option */
  check(options: StoredOptions): Promise<void>;
  open(options: StoredOptions, context: SourceContext): Promise<CandleSource>;
}

const SYMBOLS_MAX = 5_000;
export const INTERVALS = [1, 5, 15, 30, 60, 1440];

interface SeriesKindDefinition<Shape extends z.ZodRawShape> {
  readonly name: string;
  /** The options of its own, as the operator gives them; messages say what is wrong. */
  readonly shape: Shape;
  readonly assetClasses: readonly [AssetClass, ...AssetClass[]];
  readonly hasStream: boolean;
  readonly hasNews: boolean;
  /** Its bars are raw and it has their corporate actions: they are collected unless the operator says otherwise. */
  readonly hasActions: boolean;
  /** Its name where the operator gives none. */
  readonly id: (own: z.output<z.ZodObject<Shape>>) => string;
  readonly check?: (own: z.output<z.ZodObject<Shape>>, series: SeriesOptions) => Promise<void>;
  readonly open: (
    own: z.output<z.ZodObject<Shape>>,
    series: SeriesOptions,
    context: SourceContext,
    url: string | undefined,
  ) => Promise<CandleSource>;
}

const storedSeries = z.object({
  symbols: z.array(z.string()),
  interval: z.string(),
  asset_class: z.enum(ASSET_CLASSES),
  from: z.string(),
  schedule: z.string(),
  stream: z.boolean(),
  news: z.boolean(),
  actions: z.boolean(),
  url: z.string().optional(),
  credentials: z.string().optional(),
  own: z.record(z.string(), z.unknown()),
});

export function seriesKind<Shape extends z.ZodRawShape>(definition: SeriesKindDefinition<Shape>): SeriesKind {
  const own = z.strictObject(definition.shape);
  const stored = (options: StoredOptions) => storedSeries.parse(options);
  const series = (options: StoredOptions): SeriesOptions => {
    const { interval, asset_class: assetClass, from, ...rest } = stored(options);
    return { ...rest, assetClass, intervalMin: parseInterval(interval)!, fromDay: parseIsoDate(from)! };
  };
  return {
    form: 'series',
    name: definition.name,
    prepare(given, clock) {
      const { symbols, interval, backfill, assetClass, schedule, stream, news, actions, url, credentials, ...rest } =
        given;
      const parsed = own.safeParse(rest);
      if (!parsed.success) throw optionError(definition.name, parsed.error, Object.keys(definition.shape));
      const intervalMin = parseInterval(String(interval ?? '1m')) ?? 0;
      if (!INTERVALS.includes(intervalMin))
        throw new CollectorError(`--interval: give one of ${INTERVALS.map(formatInterval).join(', ')}`);
      const { assetClasses } = definition;
      const named = assetClasses.find((name) => name === (assetClass ?? assetClasses[0]));
      if (!named) throw new CollectorError(`--asset-class: ${definition.name} has ${assetClasses.join(', ')}`);
      if (stream && !definition.hasStream) throw new CollectorError(`--stream: ${definition.name} has no stream`);
      if (news && !definition.hasNews) throw new CollectorError(`--news: ${definition.name} has no news`);
      const options = {
        symbols: symbolsOf(symbols),
        interval: formatInterval(intervalMin),
        asset_class: named,
        from: isoDate(firstDay(backfill, named, clock)),
        schedule: scheduleOf(schedule, intervalMin),
        stream: stream === true,
        news: news === true,
        actions: definition.hasActions && actions !== false,
        ...(url === undefined ? {} : { url: urlOf(url) }),
        ...(credentials === undefined ? {} : { credentials: String(credentials) }),
        own: parsed.data as Record<string, unknown>,
      };
      return { id: definition.id(parsed.data), options };
    },
    series,
    async check(options) {
      await definition.check?.(own.parse(stored(options).own), series(options));
    },
    open(options, context) {
      const { own: given, url } = stored(options);
      return definition.open(own.parse(given), series(options), context, url);
    },
  };
}

/** @param known options that an unknown one may have been meant for */
export function optionError(name: string, { issues: [issue] }: z.ZodError, known: readonly string[]): CollectorError {
  if (issue.code !== 'unrecognized_keys')
    return new CollectorError(`--${dashed(String(issue.path[0]))}: ${issue.message}`);
  const [key] = issue.keys;
  const hint = nearestName(key, known);
  const meant = hint ? `; did you mean --${dashed(hint)}?` : '';
  return new CollectorError(`--${dashed(key)}: ${name} takes no such option${meant}`);
}

export const requestsPerMinute = z.number('give a whole number of at least 1').int().positive().max(100_000);

const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function symbolsOf(given: unknown): string[] {
  const names = String(given ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new CollectorError('--symbols: name at least one, several by commas');
  if (names.length > SYMBOLS_MAX) throw new CollectorError(`--symbols: at most ${SYMBOLS_MAX} in one collector`);
  for (const name of names) {
    if (parseSymbol(name) === null)
      throw new CollectorError(`--symbols: "${name}" is not 1-32 of A-Z 0-9 . - _ : / starting with a letter or digit`);
    if (isMixedCase(name)) throw new CollectorError(mixedCase(name));
  }
  return [...new Set(names.map((name) => name.toUpperCase()))];
}

function mixedCase(name: string): string {
  const cure = `give ${name.toUpperCase()} if it is that issue; else import its bars from a file, with --symbol and a name of its own`;
  return `--symbols: "${name}" has upper-case and lower-case letters; ${cure}`;
}

/** `30d`, or a date; today where nothing is said. */
export function firstDay(backfill: unknown, assetClass: AssetClass, clock: Clock, option = '--backfill'): number {
  const today = tradingDaysOf(assetClass).dayAt(clock.nowMs());
  if (backfill === undefined) return today;
  const days = /^(\d{1,5})d$/.exec(String(backfill))?.[1];
  const day = days === undefined ? parseIsoDate(String(backfill)) : today - Number(days);
  if (day !== null && day >= 0 && day <= today) return day;
  throw new CollectorError(
    `${option}: "${backfill}" is neither a number of days such as 30d nor a past date such as 2024-01-02`,
  );
}

function urlOf(given: unknown): string {
  const text = String(given);
  const url = URL.canParse(text) ? new URL(text) : null;
  // Options are stored and shown.
  if (url?.username || url?.password)
    throw new CollectorError('--url: holds a user or password: give what the vendor wants in --credentials');
  if (url && /^https?:$/.test(url.protocol)) return text;
  throw new CollectorError(`--url: "${text}" is not a URL such as https://data.example.com`);
}

/** Some seconds behind the end of the bars. */
function scheduleOf(given: unknown, intervalMin: number): string {
  if (given !== undefined) {
    const text = String(given).trim();
    if (isSchedule(text)) return text;
    throw new CollectorError(`--schedule: "${text}" is not a cron expression of five fields, or six with seconds`);
  }
  if (intervalMin === 1) return '4 * * * * *';
  if (intervalMin < 60) return `4 */${intervalMin} * * * *`;
  return '30 1 * * * *';
}
