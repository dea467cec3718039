/** The candle chart; its library is fetched on first use. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Bar, Drawn } from '../charts/candles.ts';
import type { Overlay } from '../charts/overlays.ts';
import { walk } from '../charts/plot.tsx';
import { date, number, time } from '../core/format.ts';
import { theme, useZone } from '../core/settings.ts';
import { useStore } from '../core/store.ts';

/** Media query that the theme `system` follows. */
const DARK = matchMedia('(prefers-color-scheme: dark)');

export function CandleChart({
  bars,
  overlays,
  name,
  daily,
  volume = true,
}: {
  bars: readonly Bar[];
  overlays: readonly Overlay[];
  name: string;
  /** Shows the dates of daily bars, which hold on every clock. */
  daily: boolean;
  volume?: boolean;
}) {
  const holder = useRef<HTMLDivElement>(null);
  const chosenZone = useZone();
  const chosenTheme = useStore(theme);
  const [hasFailed, setFailed] = useState(false);
  const chart = useRef<Drawn | null>(null);
  const [at, setAt] = useState<number | null>(null);
  const [isDark, setDark] = useState(() => DARK.matches);
  useEffect(() => {
    const change = () => setDark(DARK.matches);
    DARK.addEventListener('change', change);
    return () => DARK.removeEventListener('change', change);
  }, []);
  const clock = useCallback((iso: string) => (daily ? date(iso) : time(iso, chosenZone)), [daily, chosenZone]);
  useEffect(() => {
    let gone = false;
    import('../charts/candles.ts').then(
      ({ drawCandles }) => {
        if (!gone && holder.current && bars.length > 0)
          chart.current = drawCandles(holder.current, bars, overlays, clock, volume, setAt);
      },
      () => setFailed(true),
    );
    return () => {
      gone = true;
      chart.current?.remove();
      chart.current = null;
      setAt(null);
    };
    // The dependencies include the theme, because drawing reads its colours.
  }, [bars, overlays, clock, chosenTheme, isDark, volume]);
  if (hasFailed) return <p class="failure">The chart could not be loaded.</p>;
  return (
    <figure class="candle-chart">
      <figcaption aria-live={at === null ? 'off' : 'polite'}>
        {bars.length > 0 && <Values bar={(at !== null && bars[at]) || bars[bars.length - 1]} clock={clock} />}
      </figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: it is not in a form */}
      <div
        role="group"
        aria-label={`${name}; arrow keys go from bar to bar`}
        tabIndex={bars.length > 0 ? 0 : undefined}
        onKeyDown={(event) =>
          walk(event, at, bars.length, (next) => {
            setAt(next);
            chart.current?.point(next);
          })
        }
      >
        <div ref={holder} class="candles" role="img" aria-label={name} />
      </div>
    </figure>
  );
}

/** Shows the values of the bar under the crosshair, else of the last one. */
function Values({ bar, clock }: { bar: Bar; clock: (iso: string) => string }) {
  const { open, high, low, close, volume } = bar;
  return (
    <>
      {clock(bar.ts)}
      {Object.entries({ O: open, H: high, L: low, C: close }).map(([name, price]) => (
        <span key={name}>
          {name} <strong>{number(price, 'price')}</strong>
        </span>
      ))}
      {volume !== null && (
        <span>
          Vol <strong>{number(volume, 'volume')}</strong>
        </span>
      )}
    </>
  );
}
