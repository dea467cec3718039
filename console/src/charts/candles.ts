/** Bars with what a record says of them. Loaded when a session is opened: nothing else needs the chart library. */
import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IPrimitivePaneView,
  type ISeriesApi,
  type ISeriesPrimitive,
  LineStyle,
  type SeriesAttachedParameter,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { time as timeShown } from '../core/format.ts';
import type { Zone } from '../core/settings.ts';
import type { Overlay } from './overlays.ts';

export interface Bar {
  readonly ts: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number | null;
}

const seconds = (iso: string) => (Date.parse(iso) / 1000) as UTCTimestamp;

type Target = Parameters<NonNullable<ReturnType<IPrimitivePaneView['renderer']>>['draw']>[0];

interface ZoneDrawn {
  readonly top: number;
  readonly bottom: number;
  readonly from: UTCTimestamp;
  readonly to: UTCTimestamp;
  readonly color: string;
}

/** Rectangles between two prices and two times. */
class Zones implements ISeriesPrimitive<Time> {
  #attached: SeriesAttachedParameter<Time> | null = null;
  readonly #zones: readonly ZoneDrawn[];

  constructor(zones: readonly ZoneDrawn[]) {
    this.#zones = zones;
  }

  attached(parameters: SeriesAttachedParameter<Time>): void {
    this.#attached = parameters;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return [{ zOrder: () => 'bottom', renderer: () => ({ draw: (target: Target) => this.#draw(target) }) }];
  }

  #draw(target: Target): void {
    const attached = this.#attached;
    if (!attached) return;
    const { chart, series } = attached;
    const scale = chart.timeScale();
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      for (const { top, bottom, from, to, color } of this.#zones) {
        const y1 = series.priceToCoordinate(top);
        const y2 = series.priceToCoordinate(bottom);
        if (y1 === null || y2 === null) continue;
        const x1 = scale.timeToCoordinate(from) ?? 0;
        const x2 = scale.timeToCoordinate(to) ?? mediaSize.width;
        context.fillStyle = color;
        context.fillRect(x1, Math.min(y1, y2), Math.max(1, x2 - x1), Math.max(1, Math.abs(y2 - y1)));
      }
    });
  }
}

export interface Drawn {
  remove(): void;
}

/** Colours of the theme as the canvas needs them: computed, not as they are written. */
function colorsOf(holder: HTMLElement): (name: string) => string {
  const probe = holder.appendChild(document.createElement('i'));
  const found = new Map<string, string>();
  return (name) => {
    let color = found.get(name);
    if (color === undefined) {
      probe.style.color = `var(--${name})`;
      color = getComputedStyle(probe).color;
      found.set(name, color);
    }
    return color;
  };
}

/** Half of a time below the axis, and of a mark's words. */
const TIME_PX = 18;
const MARK_PX = 34;

const faint = (color: string) => color.replace(/^rgb\(([^)]+)\)$/, 'rgba($1, 0.2)');

/** @param overlays of times within the bars; what lies outside is cut to them */
export function drawCandles(
  holder: HTMLElement,
  bars: readonly Bar[],
  overlays: readonly Overlay[],
  chosen: Zone,
  volume: boolean,
): Drawn {
  const color = colorsOf(holder);
  const clock = (value: Time) => timeShown(new Date(Number(value) * 1000).toISOString(), chosen);
  const chart = createChart(holder, {
    autoSize: true,
    layout: { background: { color: 'transparent' }, textColor: color('quiet'), attributionLogo: false, fontSize: 11 },
    grid: { vertLines: { visible: false }, horzLines: { color: color('line') } },
    rightPriceScale: { borderVisible: false },
    timeScale: { borderVisible: false, timeVisible: true, tickMarkFormatter: clock },
    localization: { timeFormatter: clock },
    handleScroll: { vertTouchDrag: false },
  });
  // Two decimals, of small prices so many that their steps show.
  const least = Math.min(...bars.map(({ low }) => low));
  const precision = least >= 1 ? 2 : Math.min(12, 3 - Math.floor(Math.log10(least)));
  const series: ISeriesApi<'Candlestick'> = chart.addSeries(CandlestickSeries, {
    upColor: color('up'),
    downColor: color('down'),
    wickUpColor: color('up'),
    wickDownColor: color('down'),
    borderVisible: false,
    priceLineVisible: false,
    priceFormat: { type: 'price', precision, minMove: 10 ** -precision },
  });
  series.setData(bars.map(({ ts, open, high, low, close }) => ({ time: seconds(ts), open, high, low, close })));
  if (volume) {
    const below = chart.addSeries(HistogramSeries, {
      color: color('none'),
      priceScaleId: 'volume',
      lastValueVisible: false,
      priceLineVisible: false,
      priceFormat: { type: 'volume' },
    });
    below.priceScale().applyOptions({ scaleMargins: { top: 0.86, bottom: 0 } });
    below.setData(bars.map(({ ts, volume: value }) => ({ time: seconds(ts), value: value ?? 0 })));
  }
  const first = seconds(bars[0].ts);
  const last = seconds(bars[bars.length - 1].ts);
  const times = bars.map(({ ts }) => Number(seconds(ts)));
  /** The bar that holds the moment. */
  const within = (iso: string | null, fallback: UTCTimestamp): UTCTimestamp => {
    if (iso === null) return fallback;
    const at = Number(seconds(iso));
    if (at <= first) return first;
    let found = first as number;
    for (const time of times) {
      if (time > at) break;
      found = time;
    }
    return found as UTCTimestamp;
  };
  for (const overlay of overlays) {
    if (overlay.kind !== 'line') continue;
    series.createPriceLine({
      price: overlay.price,
      color: color(overlay.tone),
      lineWidth: 1,
      lineStyle: LineStyle.Dashed,
      axisLabelVisible: true,
      title: overlay.label,
    });
  }
  const zones = overlays.flatMap((overlay) =>
    overlay.kind === 'zone'
      ? [
          {
            top: overlay.top,
            bottom: overlay.bottom,
            from: within(overlay.from, first),
            to: within(overlay.to, last),
            // A level is a line; what has a height lets the candles through.
            color: overlay.top === overlay.bottom ? color(overlay.tone) : faint(color(overlay.tone)),
          },
        ]
      : [],
  );
  if (zones.length > 0) series.attachPrimitive(new Zones(zones));
  const marks = overlays.flatMap((overlay) => {
    if (overlay.kind !== 'mark') return [];
    const at = seconds(overlay.time);
    if (at < first - 86_400 || at > last + 60) return [];
    return [
      {
        time: within(overlay.time, first),
        position: overlay.tone === 'down' ? ('aboveBar' as const) : ('belowBar' as const),
        shape:
          overlay.tone === 'down'
            ? ('arrowDown' as const)
            : overlay.tone === 'up'
              ? ('arrowUp' as const)
              : ('circle' as const),
        color: color(overlay.tone),
        text: overlay.label,
      },
    ];
  });
  marks.sort((a, b) => Number(a.time) - Number(b.time));
  createSeriesMarkers(series, marks);
  // Room for the words of a mark at the first bars, and for the times at both ends.
  const spareOf = (px: number) => (bars.length * px) / Math.max(MARK_PX, holder.clientWidth);
  chart.timeScale().setVisibleLogicalRange({
    from: -spareOf(marks.length > 0 ? MARK_PX : TIME_PX),
    to: bars.length + spareOf(TIME_PX),
  });
  return {
    remove() {
      chart.remove();
      holder.replaceChildren();
    },
  };
}
