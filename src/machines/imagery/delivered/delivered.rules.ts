import { placeOfRole, type BandRole } from '../../../raster/bands.ts';
import type { ImageFacts } from '../../../raster/delivered/deliveredImage.ts';
import type { ImageStyle } from '../../../raster/delivered/drawTile.ts';
import { RasterError } from '../../../raster/delivered/rasterError.ts';
import { percentAtValue, valueAtPercent } from '../../../raster/delivered/stretch.ts';
import { messageOrFallback } from '../../shared/failure.ts';
import type { NoticeText } from '../../shared/notice.ts';

/** The band combinations that are offered. */
export const COMBINATIONS = ['true', 'infrared', 'single', 'custom'] as const;
export type Combination = (typeof COMBINATIONS)[number];
const ROLES: Readonly<Partial<Record<Combination, readonly [BandRole, BandRole, BandRole]>>> = {
  true: ['red', 'green', 'blue'],
  infrared: ['nir', 'red', 'green'],
};

/** The bands of a combination; null if the image lacks one of them. */
export function bandsOf(
  { bands }: Pick<ImageFacts, 'bands'>,
  combination: Combination,
): ImageStyle['bands'] | null {
  if (combination === 'single') return [0];
  const names = bands.map(({ name }) => name);
  const roles = ROLES[combination];
  const [red = -1, green = -1, blue = -1] = roles?.map((role) => placeOfRole(names, role)) ?? [0, 1, 2];
  const isThere = [red, green, blue].every((place) => place >= 0 && place < bands.length);
  return isThere ? [red, green, blue] : null;
}

/** The share of values below the darkest and above the brightest, percent. */
const PERCENTS = { low: 2, high: 98 } as const;
export const GAMMA = { min: 0.2, max: 3, step: 0.01 } as const;

/** The stretch between two percentiles of the shown bands. */
export function stretchAt(
  { histogram, kind }: ImageFacts,
  bands: ImageStyle['bands'],
  percents: { low: number; high: number },
) {
  const valueAt = (percent: number) => {
    const value = valueAtPercent(histogram, bands, percent);
    return kind === 'float32' ? value : Math.round(value);
  };
  return { low: valueAt(percents.low), high: valueAt(percents.high) };
}

/** A picture of 8 bit colours is shown as it is, other values between their percentiles. */
function firstStretch(facts: ImageFacts, bands: ImageStyle['bands']) {
  return facts.kind === 'uint8' && bands.length === 3
    ? { low: 0, high: 255 }
    : stretchAt(facts, bands, PERCENTS);
}

/** The percentiles of a style's stretch. */
export function percentsOf({ histogram }: ImageFacts, { bands, low, high }: ImageStyle) {
  return { low: percentAtValue(histogram, bands, low), high: percentAtValue(histogram, bands, high) };
}

/** How a newly opened image is drawn: in true colours if it has them, else its first bands. */
export function firstStyle(facts: ImageFacts): { combination: Combination; style: ImageStyle } {
  const combination =
    COMBINATIONS.find(
      (one) =>
        one !== 'infrared' && bandsOf(facts, one) !== null && (one !== 'single' || facts.bands.length < 3),
    ) ?? 'single';
  const bands = bandsOf(facts, combination) ?? [0];
  return {
    combination,
    style: {
      bands,
      ramp: 'grey',
      ...firstStretch(facts, bands),
      gamma: 1,
      pixels: 'sharp',
      noData: 'transparent',
    },
  };
}

/** Other bands with the same percentiles. */
function withBands(facts: ImageFacts, style: ImageStyle, bands: ImageStyle['bands']): ImageStyle {
  return { ...style, bands, ...stretchAt(facts, bands, percentsOf(facts, style)) };
}

/** Another band of one channel; 0 red, 1 green, 2 blue. */
function withBand(facts: ImageFacts, style: ImageStyle, channel: number, place: number): ImageStyle {
  const [first, ...others] = style.bands.map((band, at) => (at === channel ? place : band));
  const [second, third] = others;
  return withBands(
    facts,
    style,
    second === undefined || third === undefined ? [first ?? 0] : [first ?? 0, second, third],
  );
}

/** The stretch with another end; the ends don't cross. */
function withStretch(style: ImageStyle, ends: { low?: number; high?: number }): ImageStyle {
  const [low, high] = [ends.low ?? style.low, ends.high ?? style.high];
  if (low <= high) return { ...style, low, high };
  return ends.low === undefined ? { ...style, high: style.low } : { ...style, low: style.high };
}

/** The fields of the style. */
export type StyleEvent =
  | { type: 'combination.chosen'; combination: Combination }
  | { type: 'band.chosen'; channel: number; place: number }
  | { type: 'stretch.chosen'; low?: number; high?: number }
  | { type: 'stretch.reset' }
  | { type: 'style.changed'; patch: Partial<Pick<ImageStyle, 'ramp' | 'gamma' | 'pixels' | 'noData'>> };
const STYLE_EVENTS = [
  'combination.chosen',
  'band.chosen',
  'stretch.chosen',
  'stretch.reset',
  'style.changed',
] satisfies StyleEvent['type'][];
const isStyleEvent = (event: { type: string }): event is StyleEvent =>
  STYLE_EVENTS.some((type) => type === event.type);

/** The style after an event of its fields. */
export function styleAfter(
  facts: ImageFacts,
  style: ImageStyle,
  event: StyleEvent | { type: string },
): ImageStyle {
  if (!isStyleEvent(event)) return style;
  switch (event.type) {
    case 'combination.chosen':
      // custom starts with what is shown, unless that is one band alone
      if (event.combination === 'custom' && style.bands.length === 3) return style;
      return withBands(facts, style, bandsOf(facts, event.combination) ?? style.bands);
    case 'band.chosen':
      return withBand(facts, style, event.channel, event.place);
    case 'stretch.chosen':
      return withStretch(style, event);
    case 'stretch.reset':
      return { ...style, ...firstStretch(facts, style.bands) };
    case 'style.changed':
      return { ...style, ...event.patch };
  }
}

/** Whether a style made for one image also fits another: the same bands with the same kind of values. */
export function isAlike(one: ImageFacts, other: ImageFacts): boolean {
  return (
    one.kind === other.kind &&
    one.bands.length === other.bands.length &&
    one.bands.every(({ role }, at) => role === other.bands[at]?.role)
  );
}

/** Why an image can't be shown. */
export function faultOf(error: unknown): NoticeText {
  if (error instanceof RasterError) return { key: `errors.delivered.${error.code}` };
  return messageOrFallback(error, 'errors.delivered.offline');
}

/** The values of a pixel as text, one band a line, for the clipboard. */
export function pixelText(
  { bands }: ImageFacts,
  { longitude, latitude, values }: { longitude: number; latitude: number; values: readonly number[] | null },
): string {
  const lines = bands.map(({ name }, at) => `${name || `Band ${at + 1}`}\t${values?.[at] ?? ''}`);
  return [`Longitude\t${longitude.toFixed(7)}`, `Latitude\t${latitude.toFixed(7)}`, ...lines].join('\n');
}

/** Normalized difference of two bands; null without them, or without values. */
export function differenceOf(
  { bands }: ImageFacts,
  values: readonly number[],
  [first, second]: readonly [BandRole, BandRole],
): number | null {
  const valueOf = (role: BandRole) => values[bands.findIndex((band) => band.role === role)];
  const [a, b] = [valueOf(first), valueOf(second)];
  return a === undefined || b === undefined || a + b === 0 ? null : (a - b) / (a + b);
}
