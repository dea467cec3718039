/** The candle chart, its library fetched when it is first needed. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Bar, Drawn } from '../charts/candles.ts';
import type { Overlay } from '../charts/overlays.ts';
import { theme, useZone } from '../core/settings.ts';
import { useStore } from '../core/store.ts';
import { SavePicture } from './save-picture.tsx';

/** What the theme `system` follows. */
const DARK = matchMedia('(prefers-color-scheme: dark)');

export function CandleChart({
  bars,
  overlays,
  name,
  volume = true,
}: {
  bars: readonly Bar[];
  overlays: readonly Overlay[];
  name: string;
  volume?: boolean;
}) {
  const holder = useRef<HTMLDivElement>(null);
  const chosenZone = useZone();
  const chosenTheme = useStore(theme);
  const [failed, fail] = useState(false);
  const [dark, darken] = useState(() => DARK.matches);
  useEffect(() => {
    const change = () => darken(DARK.matches);
    DARK.addEventListener('change', change);
    return () => DARK.removeEventListener('change', change);
  }, []);
  useEffect(() => {
    let drawn: Drawn | undefined;
    let gone = false;
    import('../charts/candles.ts').then(
      ({ drawCandles }) => {
        if (!gone && holder.current && bars.length > 0)
          drawn = drawCandles(holder.current, bars, overlays, chosenZone, volume);
      },
      () => fail(true),
    );
    return () => {
      gone = true;
      drawn?.remove();
    };
    // The theme's colours are read when it is drawn.
  }, [bars, overlays, chosenZone, chosenTheme, dark, volume]);
  if (failed) return <p class="failure">The chart could not be loaded.</p>;
  return (
    <figure class="candle-chart">
      <div ref={holder} class="candles" role="img" aria-label={name} />
      <SavePicture of=".card, figure" name={name} />
    </figure>
  );
}
