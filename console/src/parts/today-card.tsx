/** A symbol's session as a playbook: price against its levels, open items, and the later course of such sessions. */
import type { TodayRow } from '../core/api.ts';
import { date as dateShown, number, signed, time } from '../core/format.ts';
import { isCutOff, isStale } from '../core/hours.ts';
import { href } from '../core/router.ts';
import type { Zone } from '../core/settings.ts';
import { useSymbol } from '../core/symbols.ts';
import { type Item, itemsOf, type Level, levelsOf } from '../core/today.ts';
import { FEW_CASES, Interval, Num, RateBar } from './figure.tsx';

export function TodayCard({ row, nowMs, zone }: { row: TodayRow; nowMs: number; zone: Zone }) {
  const { symbol, session_date, state, session, last } = row;
  const { asset_class: assetClass, base_interval } = useSymbol(symbol) ?? {};
  const isLate = session_date !== null && assetClass !== undefined && isStale(session_date, assetClass, nowMs);
  // Times of day in the odds are on the exchange's clock.
  const clock = assetClass === 'crypto' ? 'UTC' : 'New York';
  const close = last?.close ?? null;
  const before = session?.prev_close ?? null;
  const change = close === null || before === null ? null : (close / before - 1) * 100;
  const items = itemsOf(row);
  const clearest = items.reduce<Item | null>((best, one) => (one.clarity > (best?.clarity ?? 0) ? one : best), null);
  return (
    <li class="card" data-symbol={symbol}>
      <h2>
        <a
          href={
            session_date
              ? href('/session', { symbol, date: session_date, stat: 'pdhlb', time_window: '1M' })
              : href('/stat/gap', { symbol })
          }
        >
          {symbol}
        </a>
        {session_date && <StateBadge state={state} isStale={isLate || isCutOff(row, nowMs)} />}
        <span class="last">
          <strong data-figure="last">
            <Num value={close} unit="price" />
          </strong>{' '}
          <small class={change === null ? '' : change < 0 ? 'down' : 'up'} title="Against the previous close">
            {change === null ? '' : `${signed(change)} %`}
          </small>
        </span>
      </h2>
      <p class="quiet">
        {session_date && session && last
          ? `${dateShown(session_date)} · ${base_interval === '1d' ? 'daily bars' : `${time(session.starts_at, zone)}–${time(session.ends_at, zone)} · last bar ${time(last.ts, zone)}`}`
          : 'no session stored'}
      </p>
      {session && close !== null && (
        <>
          <Course session={session} close={close} />
          <Levels levels={levelsOf(row)} close={close} />
        </>
      )}
      <dl>
        {items.map((item) => (
          <PlaybookItem
            key={item.title}
            item={item}
            symbol={symbol}
            isClearest={item === clearest}
            clock={clock === zone ? null : clock}
          />
        ))}
      </dl>
    </li>
  );
}

function StateBadge({ state, isStale }: { state: TodayRow['state']; isStale: boolean }) {
  if (isStale)
    return (
      <span class="badge no" title="Bars are missing: a later session has begun, or this one has ended">
        stale
      </span>
    );
  return <span class={`badge ${state === 'open' ? 'yes' : ''}`}>{state}</span>;
}

/** Draws the closes so far across the whole session, relative to the close before; the rest is empty. */
function Course({ session, close }: { session: NonNullable<TodayRow['session']>; close: number }) {
  const { closes, prev_close: before, starts_at, ends_at, part_minutes, open } = session;
  const parts = (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000 / part_minutes;
  const points = [open, ...closes].flatMap((price, i) => (price === null ? [] : [{ x: (100 * i) / parts, price }]));
  const prices = [...points.map(({ price }) => price), ...(before === null ? [] : [before])];
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const y = (price: number) => 2 + (44 * (high - price)) / (high - low || 1);
  const path = points.map(({ x, price }, i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y(price).toFixed(2)}`).join('');
  return (
    <svg
      class={`course ${before !== null && close < before ? 'falling' : ''}`}
      viewBox="0 0 100 48"
      preserveAspectRatio="none"
      role="img"
      aria-label={`Open ${number(open, 'price')}, high ${number(session.high, 'price')}, low ${number(session.low, 'price')}, last ${number(close, 'price')}`}
    >
      {before !== null && <path class="before" d={`M0 ${y(before)}H100`} />}
      <path class="closes" d={path} />
    </svg>
  );
}

/** Draws the price between its levels: the day before, the opening range, the open; the nearest on each side in words. */
function Levels({ levels, close }: { levels: readonly Level[]; close: number }) {
  const prices = [...levels.map(({ price }) => price), close];
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const at = (price: number) => 2 + (96 * (price - low)) / (high - low || 1);
  const below = levels.filter(({ price }) => price <= close).at(-1);
  const above = levels.find(({ price }) => price > close);
  const zone = (name: string, of: string) => {
    const [from, to] = ['low', 'high'].map((end) => levels.find(({ key }) => key === `${of}_${end}`)?.price);
    return (
      from !== undefined &&
      to !== undefined && (
        <rect class={name} x={at(from)} width={Math.max(0.3, at(to) - at(from))} y="5" height="6">
          <title>{`${of === 'prev' ? 'Previous day' : 'Opening range'}: ${number(from, 'price')} to ${number(to, 'price')}`}</title>
        </rect>
      )
    );
  };
  return (
    <div class="levels">
      <svg viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" x="0" width="100" y="7.5" height="1" />
        {zone('previous', 'prev')}
        {zone('range', 'or')}
        {levels.map(({ key, price }) => (
          <rect key={key} class="tick" x={at(price) - 0.2} width="0.4" y="3" height="10" />
        ))}
        <rect class="price" x={at(close) - 0.6} width="1.2" y="0" height="16" />
      </svg>
      <Nearest level={below} close={close} side="below" />
      <Nearest level={above} close={close} side="above" />
    </div>
  );
}

function Nearest({ level, close, side }: { level: Level | undefined; close: number; side: 'below' | 'above' }) {
  if (!level) return <small class={side}>{side === 'below' ? 'below all levels' : 'above all levels'}</small>;
  return (
    <small class={side}>
      {level.name} <Num value={level.price} unit="price" /> ({signed((level.price / close - 1) * 100)} %)
    </small>
  );
}

function PlaybookItem({
  item,
  symbol,
  isClearest,
  clock,
}: {
  item: Item;
  symbol: string;
  isClearest: boolean;
  /** Clock that is named with the time of day; null: the reader's own. */
  clock: Zone | null;
}) {
  const { title, tone, state, isOpen, odds } = item;
  const address = odds?.question
    ? href('/query', { symbol, time_window: '12M', ...odds.question })
    : href(`/stat/${item.statistic}`, { symbol });
  // Only the levels of the day before may lose their odds as the session goes on.
  const hasOdds = odds !== null || item.statistic === 'pdhlb';
  return (
    <div class={`${isOpen ? '' : 'settled'} ${isClearest ? 'clearest' : ''}`}>
      <dt>
        {title}
        {isClearest && <span class="badge">clearest</span>}
      </dt>
      <dd>
        <p class={tone}>{state}</p>
        {hasOdds && (
          <p class="odds">
            {odds && (
              <>
                <RateBar rate={odds} />
                <strong class={odds.n < FEW_CASES ? 'few' : ''} data-figure={item.statistic}>
                  <Num value={odds.value} unit="pct" />
                </strong>
                <Interval rate={odds} />
              </>
            )}
          </p>
        )}
        {hasOdds && (
          <p class="behind">
            {odds && (
              <a href={address} title={odds.question ? 'These sessions as of the open, case by case' : undefined}>
                {clock && odds.at ? odds.text.replace(odds.at, `${odds.at} ${clock}`) : odds.text}
              </a>
            )}
          </p>
        )}
      </dd>
    </div>
  );
}
