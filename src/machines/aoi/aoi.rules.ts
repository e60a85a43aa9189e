import { CENTER_SIZE_KM, LATITUDE_MAX, LONGITUDE_MAX } from '../../../contract/limits.ts';
import { refuseUnclear } from '../../geo/antimeridian/unbroken.ts';
import { aoiOf, type AreaGeometry } from '../../geo/aoi.ts';
import { polygonsOf } from '../../geo/area/areaGeometry.ts';
import type { Change } from '../../geo/check/areaChange.ts';
import type { AreaChoice, AreaQuestion, AreaReview } from '../../geo/check/areaReview.ts';
import { type Bounds, rectangleOfBbox, rectangleRing } from '../../geo/entry/bbox.ts';
import { rectangleAround } from '../../geo/entry/center.ts';
import { type Axis, readDegrees } from '../../geo/entry/dms.ts';
import { GeometryError, nullIfInvalid } from '../../geo/geometryError.ts';
import { NO_SYSTEMS, readGeojson } from '../../geo/read/geojson.ts';
import { parsedAreaWkt } from '../../geo/wkt/wkt.ts';
import { type Kept, withKept } from '../shared/kept.ts';
import type { NoticeText } from '../shared/notice.ts';

/** An AOI was saved, so the list of saved AOIs is out of date. */
export interface AoiSaved {
  type: 'aoi.saved';
}

/** The fields of the coordinate dialog, as typed (§2 Coordinate-input dialog). */
export type CoordinateEntry =
  | {
      tab: 'BBOX';
      minLatitude: string;
      maxLatitude: string;
      minLongitude: string;
      maxLongitude: string;
    }
  | { tab: 'WKT'; text: string }
  | { tab: 'Center'; longitude: string; latitude: string; widthKm: string; heightKm: string };

/** The text of every tab of the coordinate dialog, and the open one: each keeps its text until the dialog closes. */
export interface TypedEntries {
  tab: CoordinateEntry['tab'];
  entries: { [Tab in CoordinateEntry['tab']]: Extract<CoordinateEntry, { tab: Tab }> };
}

/** §9: default centre-mode width and height 5 km; the rest is empty. */
export const NO_ENTRIES: TypedEntries = {
  tab: 'BBOX',
  entries: {
    BBOX: { tab: 'BBOX', minLatitude: '', maxLatitude: '', minLongitude: '', maxLongitude: '' },
    WKT: { tab: 'WKT', text: '' },
    Center: {
      tab: 'Center',
      longitude: '',
      latitude: '',
      widthKm: String(CENTER_SIZE_KM),
      heightKm: String(CENTER_SIZE_KM),
    },
  },
};

/** The entries with a changed one, whose tab is then open. */
export function withEntry({ entries }: TypedEntries, entry: CoordinateEntry): TypedEntries {
  return { tab: entry.tab, entries: { ...entries, [entry.tab]: entry } };
}

/** What was typed before a reload; null if nothing was. */
export function keptEntries(kept: Kept | undefined): TypedEntries | null {
  const read = kept?.read();
  if (typeof read !== 'object' || read === null || !('entries' in read) || !('tab' in read)) return null;
  const ofTab = <Tab extends CoordinateEntry['tab']>(tab: Tab) => {
    const { entries } = read;
    const typed: unknown = typeof entries === 'object' && entries !== null ? Reflect.get(entries, tab) : null;
    return withKept(NO_ENTRIES.entries[tab], { read: () => typed });
  };
  const entries = { BBOX: ofTab('BBOX'), WKT: ofTab('WKT'), Center: ofTab('Center') };
  const tab = (['BBOX', 'WKT', 'Center'] as const).find((one) => one === read.tab) ?? 'BBOX';
  return { tab, entries };
}

/** A typed number; NaN if it is invalid or empty. */
function numberOf(text: string): number {
  const trimmed = text.trim();
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : Number.NaN;
}

/**
 * Degrees in another notation than a decimal number: in degrees, minutes and seconds, or with a letter.
 * @returns NaN for decimal numbers, for invalid text, and for a lone decimal comma, which may be a typing error
 */
export function otherDegreesOf(text: string, axis: Axis): number {
  const isPlain = !Number.isNaN(numberOf(text)) || /^[^\s:°º]*,[^\s:°º]*$/.test(text.trim());
  return isPlain ? Number.NaN : readDegrees(text, axis);
}

function degreesOf(text: string, axis: Axis): number {
  const number = numberOf(text);
  return Number.isNaN(number) ? otherDegreesOf(text, axis) : number;
}

/** A number as it would be with a decimal point, of a text with a decimal comma; null of any other text. */
export const withPoint = (text: string): string | null =>
  /^[+-]?\d+,\d+$/.test(text.trim()) ? text.trim().replace(',', '.') : null;

/** Another form of an area than WKT, in the WKT tab. Its name: `coordinates.form.<form>`. */
type AreaForm = 'geojson' | 'envelope' | 'bbox';

const DEGREES = String.raw`\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*`;
const FOUR = [DEGREES, DEGREES, DEGREES, DEGREES].join(',');
/** OGC 07-006r1 (CQL): west, east, and the latitudes, which programs write in either order. */
const ENVELOPE = new RegExp(`^\\s*ENVELOPE\\s*\\(${FOUR}\\)\\s*$`, 'i');
const BBOX = new RegExp(`^\\[?${FOUR}\\]?$`);

/** The form of a text in the WKT tab; null for WKT, or what is meant as such. */
export function formOf(text: string): AreaForm | null {
  if (text.trimStart().startsWith('{')) return 'geojson';
  return ENVELOPE.test(text) ? 'envelope' : BBOX.test(text.trim()) ? 'bbox' : null;
}

/** §5: only a polygon is allowed, in each form. @throws GeometryError */
function areaOfText(text: string): AreaGeometry {
  const form = formOf(text);
  if (form === null) return parsedAreaWkt(text);
  if (form === 'geojson') {
    const { geometry } = readGeojson(new TextEncoder().encode(text), NO_SYSTEMS);
    if (geometry.type === 'Polygon') return geometry;
    throw new GeometryError('typeIncorrect', { type: geometry.type.toUpperCase(), allowed: 'POLYGON' });
  }
  const numbers = (form === 'bbox' ? BBOX : ENVELOPE).exec(text.trim())!.slice(1).map(Number);
  const [a, b, c, d] = numbers as [number, number, number, number];
  return boxAsWritten(form === 'bbox' ? [a, b, c, d] : [a, Math.min(c, d), b, Math.max(c, d)]);
}

/** A box from west to east, also in 0 to 360 or across 180° (RFC 7946 §5.2). @throws GeometryError coordinatesInvalid */
function boxAsWritten([west, south, east, north]: Bounds): AreaGeometry {
  const isAcross = east < west;
  const end = isAcross ? east + 2 * LONGITUDE_MAX : east;
  const isOnEarth = south >= -LATITUDE_MAX && north <= LATITUDE_MAX && Math.abs(west) <= 2 * LONGITUDE_MAX;
  // across 180°; wider, its sides are more likely exchanged
  const widest = isAcross ? LONGITUDE_MAX : 2 * LONGITUDE_MAX;
  if (!isOnEarth || south >= north || end <= west || end - west > widest)
    throw new GeometryError('coordinatesInvalid');
  return { type: 'Polygon', coordinates: [rectangleRing([west, south, end, north])] };
}

/**
 * §5 Coordinate dialog: the area of an entry.
 * @throws GeometryError coordinatesInvalid, wktIncorrect, typeIncorrect, inputInvalid, or those of readGeojson
 */
export function areaOfEntry(entry: CoordinateEntry): AreaGeometry {
  switch (entry.tab) {
    case 'BBOX':
      return rectangleOfBbox({
        minLatitude: degreesOf(entry.minLatitude, 'latitude'),
        maxLatitude: degreesOf(entry.maxLatitude, 'latitude'),
        minLongitude: degreesOf(entry.minLongitude, 'longitude'),
        maxLongitude: degreesOf(entry.maxLongitude, 'longitude'),
      });
    case 'WKT':
      return areaOfText(entry.text);
    case 'Center':
      return rectangleAround({
        longitude: degreesOf(entry.longitude, 'longitude'),
        latitude: degreesOf(entry.latitude, 'latitude'),
        widthKm: numberOf(entry.widthKm),
        heightKm: numberOf(entry.heightKm),
      });
  }
}

/** The message for an area that can't be used. @throws any error that is not a GeometryError */
export function geometryRefusal(error: unknown): NoticeText {
  if (error instanceof GeometryError) return { key: error.key, params: error.params };
  throw error;
}

/** The area of an entry for the map during typing; null while the entry is invalid, or can mean several areas. */
export function previewOfEntry(entry: CoordinateEntry): AreaGeometry | null {
  return nullIfInvalid(() => {
    const geometry = areaOfEntry(entry);
    for (const rings of polygonsOf(geometry)) refuseUnclear(rings, 'straight');
    return aoiOf(geometry).geometry;
  });
}

/** A question which area is meant, with the index of the answer; null before there is one. */
export interface AskedArea extends AreaQuestion {
  chosen: number | null;
}

/** The area that was chosen; null before that. */
export const chosenArea = (asked: AskedArea | null): AreaChoice | null =>
  asked?.choices[asked.chosen ?? -1] ?? null;

/** The user says which area is meant, uses it, or goes back. */
export type ChoiceEvent =
  | { type: 'choice.made'; index: number }
  | { type: 'choice.accepted' }
  | { type: 'choice.left' };

/** The message about a repair. */
export function changeText({ kind, ...params }: Change): NoticeText {
  return { key: `check.${kind}`, params };
}

/** Changes that aoiOf makes to every AOI; they don't move the outline. */
export const HARMLESS: ReadonlySet<Change['kind']> = new Set([
  'ringsTurned',
  'duplicatesRemoved',
  'partsCutAt180',
  'partsBroughtHome',
]);

/** Whether repairs leave the covered ground unchanged: they then need a note but no agreement (decision 171). */
export const keepsGround = (changes: readonly Change[]): boolean =>
  changes.every(({ kind }) => HARMLESS.has(kind) || kind === 'ringsClosed' || kind === 'spikesRemoved');

/** Whether the loops of an outline that crosses itself cancel each other out: its measured area then says nothing. */
export const isCancelledOut = ({ areaBefore, areaAfter }: AreaReview): boolean =>
  areaBefore < 0.01 * areaAfter;

/** The change of the area in percent; null if the area before says nothing. */
export function areaChange(review: AreaReview): number | null {
  const { areaBefore, areaAfter } = review;
  return isCancelledOut(review) ? null : ((areaAfter - areaBefore) / areaBefore) * 100;
}
