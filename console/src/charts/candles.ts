/** A chart of bars with the overlays of a record. It is loaded when a session is opened, because only that page needs it. */
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
import type { Schemas } from '../core/api.ts';
import { ofEvent, ofLevel, placed } from './labels.ts';
import type { Overlay } from './overlays.ts';

export type Bar = Schemas['BarsRow'];

const seconds = (iso: string) => (Date.parse(iso) / 1000) as UTCTimestamp;

type Target = Parameters<NonNullable<ReturnType<IPrimitivePaneView['renderer']>>['draw']>[0];

interface ZoneDrawn {
  readonly top: number;
  readonly bottom: number;
  readonly from: UTCTimestamp;
  readonly to: UTCTimestamp;
  readonly color: string;
}

interface Labelled {
  readonly text: string;
  readonly color: string;
  /** Price of a level. */
  readonly price?: number;
  /** Bar of an event. */
  readonly time?: UTCTimestamp;
  readonly bar?: Bar;
  readonly above?: boolean;
}

type Scales = SeriesAttachedParameter<Time>;
type Draw = (context: CanvasRenderingContext2D, size: { width: number; height: number }, scales: Scales) => void;

/** Returns a primitive that draws on the chart beside its series. */
function drawing(zOrder: 'bottom' | 'top', draw: Draw): ISeriesPrimitive<Time> {
  let scales: Scales | null = null;
  const view: IPrimitivePaneView = {
    zOrder: () => zOrder,
    renderer: () => ({
      draw: (target: Target) =>
        target.useMediaCoordinateSpace(({ context, mediaSize }) => scales && draw(context, mediaSize, scales)),
    }),
  };
  return {
    attached: (attachment) => {
      scales = attachment;
    },
    paneViews: () => [view],
  };
}

/** Draws rectangles between two prices and two times. */
const zonesOf =
  (zones: readonly ZoneDrawn[]): Draw =>
  (context, { width }, { chart, series }) => {
    const scale = chart.timeScale();
    for (const { top, bottom, from, to, color } of zones) {
      const y1 = series.priceToCoordinate(top);
      const y2 = series.priceToCoordinate(bottom);
      if (y1 === null || y2 === null) continue;
      const x1 = scale.timeToCoordinate(from) ?? 0;
      const x2 = scale.timeToCoordinate(to) ?? width;
      context.fillStyle = color;
      context.fillRect(x1, Math.min(y1, y2), Math.max(1, x2 - x1), Math.max(1, Math.abs(y2 - y1)));
    }
  };

/** Draws the labels of levels and events beside them; the list below the chart has all of them. */
const labelsOf =
  (labels: readonly Labelled[], font: string, ground: string): Draw =>
  (context, size, { chart, series }) => {
    const scale = chart.timeScale();
    const y = (price: number) => series.priceToCoordinate(price) ?? -size.height;
    const arrow = Math.min(30, Math.max(12, scale.options().barSpacing)) + 4;
    Object.assign(context, { font, textBaseline: 'top', lineJoin: 'round', lineWidth: 3, strokeStyle: ground });
    const taken = labels.flatMap(({ time, bar, above }) => {
      if (!time || !bar) return [];
      const x = (scale.timeToCoordinate(time) ?? -size.width) - arrow / 2;
      return [{ x, y: above ? y(bar.high) - arrow : y(bar.low), width: arrow, height: arrow }];
    });
    const wanted = labels.map(({ text, price, time, bar, above }) => {
      const width = Math.ceil(context.measureText(text).width) + 4;
      if (!time || !bar) return ofLevel(y(price!), width, LABEL_PX, size.width - 2);
      const ends = [y(bar.low) + arrow, y(bar.high) - arrow] as const;
      const x = scale.timeToCoordinate(time) ?? -size.width;
      return ofEvent(x, above ? [ends[1], ends[0]] : ends, width, LABEL_PX, size.width);
    });
    placed(wanted, taken, size).forEach((box, i) => {
      if (!box) return;
      context.fillStyle = labels[i].color;
      context.strokeText(labels[i].text, box.x + 2, box.y + 1);
      context.fillText(labels[i].text, box.x + 2, box.y + 1);
    });
  };

export interface Drawn {
  /** Puts the crosshair on a bar. */
  point(index: number): void;
  remove(): void;
}

/** Returns the theme's colours in computed form, which the canvas needs. */
function colorsOf(holder: HTMLElement): (name: string) => string {
  const probe = holder.appendChild(document.createElement('i'));
  const colors = new Map<string, string>();
  return (name) => {
    let color = colors.get(name);
    if (color === undefined) {
      probe.style.color = `var(--${name})`;
      color = getComputedStyle(probe).color;
      colors.set(name, color);
    }
    return color;
  };
}

/** Widths of half a time below the axis and half a mark's label; height of a label. */
const TIME_PX = 18;
const MARK_PX = 34;
const FONT_PX = 11;
const LABEL_PX = FONT_PX + 3;

const faint = (color: string) => color.replace(/^rgb\(([^)]+)\)$/, 'rgba($1, 0.2)');

/**
 * @param overlays are cut to the times of the bars
 * @param clock formats a bar's time
 * @param onPoint is called with the index of the bar under the crosshair
 */
export function drawCandles(
  holder: HTMLElement,
  bars: readonly Bar[],
  overlays: readonly Overlay[],
  clock: (iso: string) => string,
  volume: boolean,
  onPoint: (index: number | null) => void,
): Drawn {
  const color = colorsOf(holder);
  const timeFormatter = (value: Time) => clock(new Date(Number(value) * 1000).toISOString());
  const chart = createChart(holder, {
    autoSize: true,
    layout: {
      background: { color: 'transparent' },
      textColor: color('quiet'),
      attributionLogo: false,
      fontSize: FONT_PX,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: color('line') } },
    rightPriceScale: { borderVisible: false },
    timeScale: { borderVisible: false, timeVisible: true, minBarSpacing: 0.05, tickMarkFormatter: timeFormatter },
    localization: { timeFormatter },
    handleScroll: { vertTouchDrag: false },
  });
  // Prices have two decimals, small ones as many as show their steps.
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
  /** Returns the time of the bar that contains the moment. */
  const within = (iso: string | null, fallback: UTCTimestamp): UTCTimestamp => {
    if (iso === null) return fallback;
    const at = Number(seconds(iso));
    if (at <= first) return first;
    let start = first as number;
    for (const time of times) {
      if (time > at) break;
      start = time;
    }
    return start as UTCTimestamp;
  };
  const isWithin = (iso: string) => seconds(iso) >= first - 86_400 && seconds(iso) <= last + 60;
  for (const overlay of overlays) {
    if (overlay.kind !== 'line') continue;
    series.createPriceLine({
      price: overlay.price,
      color: color(overlay.tone),
      lineWidth: 1,
      lineStyle: LineStyle.Dashed,
      axisLabelVisible: true,
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
            // A level is a line; the candles show through a zone.
            color: overlay.top === overlay.bottom ? color(overlay.tone) : faint(color(overlay.tone)),
          },
        ]
      : [],
  );
  if (zones.length > 0) series.attachPrimitive(drawing('bottom', zonesOf(zones)));
  const marks = overlays.flatMap((overlay) => {
    if (overlay.kind !== 'mark') return [];
    if (!isWithin(overlay.time)) return [];
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
      },
    ];
  });
  marks.sort((a, b) => Number(a.time) - Number(b.time));
  createSeriesMarkers(series, marks);
  const labels = overlays.flatMap((overlay): Labelled[] => {
    const named = { text: overlay.label, color: color(overlay.tone) };
    if (overlay.kind === 'line') return [{ ...named, price: overlay.price }];
    if (overlay.kind !== 'mark' || !isWithin(overlay.time)) return [];
    const time = within(overlay.time, first);
    return [{ ...named, time, bar: bars[times.indexOf(Number(time))], above: overlay.tone === 'down' }];
  });
  // Levels come first, because they have fewer places than events.
  labels.sort((a, b) => Number(a.time ?? 0) - Number(b.time ?? 0));
  const { fontFamily } = chart.options().layout;
  if (labels.length > 0)
    series.attachPrimitive(drawing('top', labelsOf(labels, `${FONT_PX}px ${fontFamily}`, color('card'))));
  // The spare bars leave room for a mark's label at the first bars and for the times at both ends.
  const spareOf = (px: number) => (bars.length * px) / Math.max(MARK_PX, holder.clientWidth);
  chart.timeScale().setVisibleLogicalRange({
    from: -spareOf(marks.length > 0 ? MARK_PX : TIME_PX),
    to: bars.length + spareOf(TIME_PX),
  });
  chart.subscribeCrosshairMove(({ logical }) => onPoint(logical !== undefined && bars[logical] ? logical : null));
  return {
    point: (index) => chart.setCrosshairPosition(bars[index].close, seconds(bars[index].ts), series),
    remove() {
      chart.remove();
      holder.replaceChildren();
    },
  };
}
