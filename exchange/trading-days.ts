/** Days of the exchange's calendar: equities from midnight to midnight in New York, crypto in UTC. */

import { isWeekend, MINUTES_PER_DAY, MS_PER_DAY, MS_PER_MINUTE } from '../lib/days.ts';
import { cryptoCalendar, type ExchangeCalendar, usEquities } from './calendar.ts';
import { dateOfDaily } from './grid.ts';
import {
  dateIn,
  EXCHANGE_CLOSE_MIN,
  EXCHANGE_OPEN_MIN,
  EXTENDED_CLOSE_MIN,
  EXTENDED_OPEN_MIN,
  minuteIn,
} from './new-york.ts';
import type { AssetClass } from './symbol.ts';

export type TradingDays = ReturnType<typeof days>;

export function tradingDaysOf(assetClass: AssetClass): TradingDays {
  return assetClass === 'crypto' ? crypto : equity;
}

function days(assetClass: AssetClass, calendar: ExchangeCalendar, hours: { openMin: number; closeMin: number }) {
  const at = (day: number, minute: number) => minuteIn(assetClass, day, minute) * MS_PER_MINUTE;
  const dayAt = (ms: number) => dateIn(assetClass, Math.floor(ms / MS_PER_MINUTE));
  const regular = (day: number) => {
    if (day >= calendar.from) return calendar.hours(day);
    return isWeekend(day) ? null : { openMin: EXCHANGE_OPEN_MIN, closeMin: EXCHANGE_CLOSE_MIN };
  };
  const dateOf = (startMs: number) => dateOfDaily(assetClass, startMs) ?? dayAt(startMs);
  const isDaily = (intervalMin: number) => intervalMin === MINUTES_PER_DAY;
  return {
    dayAt,
    startMs: (day: number) => at(day, 0),
    endMs: (day: number) => at(day + 1, 0),
    isOpen: (day: number) => regular(day) !== null,
    /** Returns the hours in which bars may come, extended ones included; null on a day without trading. */
    hoursMs: (day: number) => (regular(day) ? { fromMs: at(day, hours.openMin), toMs: at(day, hours.closeMin) } : null),
    /** Returns the milliseconds of regular trading in [fromMs, toMs). */
    tradingMs(fromMs: number, toMs: number): number {
      let sum = 0;
      for (let day = dayAt(fromMs); day <= dayAt(toMs); day++) {
        const open = regular(day);
        if (!open) continue;
        sum += Math.max(0, Math.min(at(day, open.closeMin), toMs) - Math.max(at(day, open.openMin), fromMs));
      }
      return sum;
    },
    /** Returns the end of a bar by the vendor's start. */
    closeMs(startMs: number, intervalMin: number): number {
      if (!isDaily(intervalMin)) return startMs + intervalMin * MS_PER_MINUTE;
      return at(dateOf(startMs), hours.closeMin);
    },
    /** Returns the stored start of a bar: 00:00 UTC of its date if it is daily. */
    storedStartMs: (startMs: number, intervalMin: number) =>
      isDaily(intervalMin) ? dateOf(startMs) * MS_PER_DAY : startMs,
  };
}

const crypto = days('crypto', cryptoCalendar, { openMin: 0, closeMin: MINUTES_PER_DAY });
const equity = days('equity', usEquities, { openMin: EXTENDED_OPEN_MIN, closeMin: EXTENDED_CLOSE_MIN });
