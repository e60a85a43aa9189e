import type { DeliveriesOver, OrderDetails } from '../../../contract/orders/orderDetails.ts';
import type { ItemAssets } from '../../../contract/search.ts';
import { type BandRole, placeOfRole } from '../../raster/bands.ts';
import type { ImageAddress, ImageFacts } from '../../raster/delivered/deliveredImage.ts';
import type { ImageStyle } from '../../raster/delivered/drawTile.ts';
import { RasterError } from '../../raster/delivered/rasterError.ts';
import { percentAtValue, valueAtPercent } from '../../raster/delivered/stretch.ts';
import { messageOrFallback } from '../shared/failure.ts';
import type { NoticeText } from '../shared/notice.ts';

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
  const places = roles?.map((role) => placeOfRole(names, role)) ?? [0, 1, 2];
  const areThere = places.every((place) => place >= 0 && place < bands.length);
  return areThere ? (places as [number, number, number]) : null;
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
  const bands = bandsOf(facts, combination)!;
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
  const bands = style.bands.map((band, at) => (at === channel ? place : band));
  return withBands(facts, style, bands as unknown as ImageStyle['bands']);
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

/** One delivered scene, or an open file of another archive: what it shows, and its file. */
export interface Delivery {
  /** Unique: the file's address. */
  key: string;
  /** Null for a file of another archive. */
  orderNum: string | null;
  /** The order's name, or that of the file. */
  title: string;
  productId: string;
  /** Acquisition, ISO 8601 UTC. */
  acquired: string;
  satellite: string | null;
  simulated: boolean;
  /** Who is credited: as an open scene's licence has it, else the supplier. */
  attribution: string;
  /** How much of the order's area is clear in the scene, percent; null if that is not known. */
  clear: number | null;
  quicklookUrl: string | null;
  image: ImageAddress;
}

const IMAGE_FILE = /\.(?:zip|tiff?)$/i;
/** Characters that file names don't keep. */
const plain = (text: string): string => text.replaceAll(/[^\w.-]/g, '_');

/** The delivered scenes of an order, without what is clear in them. A file of no known scene stands for the order. */
function deliveriesOf({ files, scenes, productLevel, ...order }: OrderDetails): Delivery[] {
  const { orderNum, orderName, simulated, supplier, ctime } = order;
  return files
    .filter(({ name, bytes }) => IMAGE_FILE.test(name) && bytes !== null)
    .map(({ name, url }): Delivery => {
      const found = scenes
        .map(({ scene }) => scene)
        .filter(({ id }) => name.startsWith(plain(id)))
        .toSorted((a, b) => b.id.length - a.id.length)[0]?.properties;
      return {
        key: url,
        orderNum,
        title: orderName,
        productId: found?.productId ?? name,
        acquired: found?.acquisitionDate ?? ctime,
        satellite: found?.satellite ?? null,
        simulated: found?.simulated ?? simulated,
        attribution: found?.attribution ?? found?.supplier ?? supplier,
        clear: null,
        quicklookUrl: found?.quicklookUrl ?? null,
        // an order may also have a lower level of each scene
        image: { url, fileName: name, level: /_(L\d\w?)\.\w+$/.exec(name)?.[1] ?? productLevel },
      };
    });
}

/** The name of another archive's file in the address. An order's number has no slash. */
export const assetName = ({ productId, key }: { productId: string; key: string }): string =>
  [productId, key].map(encodeURIComponent).join('/');
export const isAssetName = (named: string | null): boolean => named?.includes('/') === true;

/** The name of the file that this server reads for the viewer; null for the address of another file. */
export const assetOfUrl = (url: string | null): string | null =>
  /\/web\/asset\/([^/?]+\/[^/?]+)\?/.exec(url ?? '')?.[1] ?? null;

/** The scene of a named file. @throws URIError for a name that is none */
export function productOfAsset(named: string): string {
  return decodeURIComponent(named.slice(0, named.indexOf('/')));
}

/** The named file as the only delivery; none if it can't be opened (any longer). */
export function namedAsset({ scene, assets }: ItemAssets, named: string): Delivery[] {
  const { productId, acquisitionDate, satellite, simulated, attribution, supplier, source, quicklookUrl } =
    scene.properties;
  const asset = assets.find(({ key }) => assetName({ productId, key }) === named);
  if (asset === undefined || asset.imageUrl === null) return [];
  return [
    {
      key: asset.imageUrl,
      orderNum: null,
      title: asset.title ?? asset.key,
      productId,
      acquired: acquisitionDate ?? '',
      satellite,
      simulated,
      attribution: attribution ?? supplier ?? source ?? '',
      clear: null,
      quicklookUrl,
      image: {
        url: asset.imageUrl,
        fileName: asset.title ?? asset.key,
        level: '',
        bandNames: asset.bandNames,
      },
    },
  ];
}

/** What was delivered of an area, oldest first. */
export function deliveriesOver({ orders, clear }: DeliveriesOver): Delivery[] {
  const percents = new Map(clear.map(({ productId, percent }) => [productId, percent]));
  return orders
    .flatMap(deliveriesOf)
    .map((delivery) => ({ ...delivery, clear: percents.get(delivery.productId) ?? null }))
    .toSorted((a, b) => Date.parse(a.acquired) - Date.parse(b.acquired));
}

/**
 * What was delivered of the area of an order by it and by others, oldest first.
 * @param over null if the back end doesn't say
 */
export function deliveriesAround(order: OrderDetails, over: DeliveriesOver | null): Delivery[] {
  const others = over?.orders.filter(({ orderNum }) => orderNum !== order.orderNum) ?? [];
  return deliveriesOver({ orders: [order, ...others], clear: over?.clear ?? [] });
}

/** The delivery `by` places after another one; null beyond the ends. */
export function neighbourDelivery(
  deliveries: readonly Delivery[],
  shown: string | null,
  by: 1 | -1,
): Delivery | null {
  const at = deliveries.findIndex(({ key }) => key === shown);
  return at === -1 ? null : (deliveries[at + by] ?? null);
}
