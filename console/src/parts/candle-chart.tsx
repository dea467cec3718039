/** The candle chart, its library fetched when it is first needed. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Bar, Drawn } from '../charts/candles.ts';
import type { Overlay } from '../charts/overlays.ts';
import { walk } from '../charts/plot.tsx';
import { date, number, time } from '../core/format.ts';
import { theme, useZone } from '../core/settings.ts';
import { useStore } from '../core/store.ts';

/** What the theme `system` follows. */
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
  /** The time of a daily bar is its date, whatever the clock. */
  daily: boolean;
  volume?: boolean;
}) {
  const holder = useRef<HTMLDivElement>(null);
  const chosenZone = useZone();
  const chosenTheme = useStore(theme);
  const [failed, fail] = useState(false);
  const chart = useRef<Drawn | null>(null);
  const [at, go] = useState<number | null>(null);
  const [dark, darken] = useState(() => DARK.matches);
  useEffect(() => {
    const change = () => darken(DARK.matches);
    DARK.addEventListener('change', change);
    return () => DARK.removeEventListener('change', change);
  }, []);
  const clock = useCallback((iso: string) => (daily ? date(iso) : time(iso, chosenZone)), [daily, chosenZone]);
  useEffect(() => {
    let gone = false;
    import('../charts/candles.ts').then(
      ({ drawCandles }) => {
        if (!gone && holder.current && bars.length > 0)
          chart.current = drawCandles(holder.current, bars, overlays, clock, volume, go);
      },
      () => fail(true),
    );
    return () => {
      gone = true;
      chart.current?.remove();
      chart.current = null;
      go(null);
    };
    // The theme's colours are read when it is drawn.
  }, [bars, overlays, clock, chosenTheme, dark, volume]);
  if (failed) return <p class="failure">The chart could not be loaded.</p>;
  return (
    <figure class="candle-chart">
      <figcaption aria-live={at === null ? 'off' : 'polite'}>
        {bars.length > 0 && <Values bar={(at !== null && bars[at]) || bars[bars.length - 1]} clock={clock} />}
      </figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: no form is here */}
      <div
        role="group"
        aria-label={`${name}; arrow keys go from bar to bar`}
        tabIndex={bars.length > 0 ? 0 : undefined}
        onKeyDown={(event) =>
          walk(event, at, bars.length, (next) => {
            go(next);
            chart.current?.point(next);
          })
        }
      >
        <div ref={holder} class="candles" role="img" aria-label={name} />
      </div>
    </figure>
  );
}

/** Of the bar under the crosshair, else of the last one. */
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
