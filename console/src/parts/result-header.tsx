/** Header of a result: symbol, session, count, dates and bars; and a note if it is less than was requested. */
import { useAccount } from '../core/account.ts';
import type { Metadata } from '../core/api.ts';
import { date, number, span } from '../core/format.ts';
import { type Clock, dayAt, minuteOf, shiftedTime, shifts } from '../core/hours.ts';
import type { Zone } from '../core/settings.ts';
import { useSymbol } from '../core/symbols.ts';
import { Notice } from './states.tsx';

/** Returns the session's clock and the answer's days; null for an answer without data. */
export function clockOf({ session, effective_start, effective_end }: Metadata): Clock | null {
  if (!session || !effective_start || !effective_end) return null;
  return { from: effective_start, to: effective_end, timeZone: session.timezone ?? 'UTC' };
}

/** Returns a bucket's start by its minutes from the session's start: `13:30 / 14:30` if clocks changed in the range. */
export function bucketTime(startMinute: number, metadata: Metadata, chosen: Zone): string | null {
  const clock = clockOf(metadata);
  if (!clock) return null;
  return shiftedTime(minuteOf(metadata.session!.start_time) + startMinute, shifts(clock, chosen));
}

function sessionWords({ session }: Metadata): string | null {
  if (!session) return null;
  if (session.mode === 'exchange') return 'exchange session';
  const zone = session.timezone === 'America/New_York' ? 'New York' : (session.timezone ?? 'UTC');
  return `${session.start_time}–${session.end_time} ${zone}`;
}

function adjustmentWords({ adjustment }: Metadata): string {
  const applied = adjustment?.applied;
  if (applied === 'splits') return 'split-adjusted';
  return adjustment && adjustment.requested !== 'raw' ? 'no splits stored' : 'not adjusted';
}

/** Returns the dates with data within those of the answer. @param firstBar of the symbol; null: not known */
export function presentRange(
  { effective_start: from, effective_end: to, session, base_interval, data_through }: Metadata,
  firstBar: string | null,
): { from: string | null; to: string | null } {
  // A daily bar's time is its date.
  const dayOf = (iso: string) => (base_interval === '1d' ? iso.slice(0, 10) : dayAt(iso, session?.timezone ?? 'UTC'));
  const later = from && firstBar && dayOf(firstBar) > from ? dayOf(firstBar) : from;
  const earlier = to && data_through && dayOf(data_through) < to ? dayOf(data_through) : to;
  return later && earlier && later > earlier ? { from, to } : { from: later, to: earlier };
}

/** Codes that the header shows in words of its own. */
const SHOWN_CODES: readonly string[] = ['before_history'];
/** Codes that every long range of a share has, so that they do not put its figures in doubt. */
const USUAL_CODES: readonly string[] = ['bars_left_out'];

function Warnings({ metadata: { warnings, warning_codes } }: { metadata: Metadata }) {
  return warnings.map((text, i) =>
    SHOWN_CODES.includes(warning_codes[i]) ? null : (
      <Notice key={text} tone={USUAL_CODES.includes(warning_codes[i]) ? 'info' : 'warn'}>
        {`${text[0].toUpperCase()}${text.slice(1)}.`}
      </Notice>
    ),
  );
}

export function ResultHeader({
  symbol,
  count,
  noun = 'sessions',
  metadata,
  what,
}: {
  symbol?: string;
  count?: number | null;
  noun?: string;
  metadata: Metadata;
  what?: string;
}) {
  const { usage } = useAccount();
  const { requested_start, history_limited, base_interval } = metadata;
  const first = useSymbol(symbol ?? '')?.first_bar ?? null;
  const { from: effective_start, to: effective_end } = presentRange(metadata, first);
  const words = [
    sessionWords(metadata),
    count === undefined || count === null ? null : `${number(count)} ${count === 1 ? noun.replace(/s$/, '') : noun}`,
    effective_start ? span(effective_start, effective_end) : null,
    base_interval ? `${base_interval} bars, ${adjustmentWords(metadata)}` : null,
  ].filter(Boolean);
  return (
    <div class="result-header">
      <p class="what" data-testid="what">
        {what && <>{what} · </>}
        {symbol && <strong>{symbol}</strong>}
        {symbol && ' · '}
        {words.join(' · ')}
      </p>
      {history_limited && (
        <Notice tone="lock">
          Your plan shows the last {number(usage.account.history_days)} days: requested from {date(requested_start)},
          answered from {date(effective_start)}.
        </Notice>
      )}
      <Warnings metadata={metadata} />
    </div>
  );
}
