import path from 'node:path';
import { PRODUCT_MODES, LATITUDE_MAX } from '../../contract/limits.ts';
import { footprint } from '../../contract/search.ts';
import { SENSOR_TYPES } from '../../contract/sensors.ts';
import type { Satellite } from '../../contract/settings.ts';
import { checkedArea, type AreaGeometry } from '../../src/geo/aoi.ts';
import { type Pole, polygonsAround, polygonsOnSide } from '../../src/geo/antimeridian/poles.ts';
import { GeometryError } from '../../src/geo/geometryError.ts';
import { closedRings } from '../../src/geo/read/closedRings.ts';
import {
  directedWay,
  hasTwoWays,
  isAroundGlobe,
  shortestEdges,
} from '../../src/geo/antimeridian/unbroken.ts';
import { areaOfPolygons, polygonsOf } from '../../src/geo/area/areaGeometry.ts';
import type { NewScene, SceneFacts } from '../search/scenes.ts';
import { satelliteOf, sensorTypeOf } from './sensorTable.ts';

/** Why an Item was not imported; `message` completes the sentence "refused: …". */
export class ItemRefusal extends Error {
  override readonly name = 'ItemRefusal';
  /** The Item's id, if it has one. */
  readonly id: string | null;
  constructor(id: string | null, reason: string) {
    super(reason);
    this.id = id;
  }
}

/** Limited because product ids are part of addresses and orders (contract/orders/orders.ts). */
const ID_MAX = 256;

export interface Asset {
  fields: Record<string, unknown>;
  href: string;
  type: string;
  roles: readonly unknown[];
}

/** The parsed fields of a STAC Item (1.0 and 1.1). */
interface StacItem {
  id: string;
  collection: unknown;
  properties: Record<string, unknown>;
  assets: readonly (readonly [key: string, asset: Asset])[];
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const textOr = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** A value of a list, else null. */
const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | null =>
  values.find((one) => one === value) ?? null;

/** A number within its valid range, else null: an invalid value counts as missing. */
function numberOr(value: unknown, low: number, high: number): number | null {
  return typeof value === 'number' && value >= low && value <= high ? value : null;
}

const TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:[.,](\d+))?([Zz]|[+-]\d{2}:?\d{2})$/;

/** An RFC 3339 time as ISO 8601 UTC, to the microsecond; null if it is invalid. */
function utcTime(value: unknown): string | null {
  const match = typeof value === 'string' ? TIME.exec(value) : null;
  if (!match || typeof value !== 'string') return null;
  const whole = value
    .replace(/[.,]\d+/, '')
    .replace(' ', 'T')
    .toUpperCase();
  const ms = Date.parse(whole.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  if (Number.isNaN(ms)) return null;
  const fraction = (match[1] ?? '').slice(0, 6).replace(/0+$/, '');
  return `${new Date(ms).toISOString().slice(0, 19)}${fraction && `.${fraction}`}Z`;
}

/** The assets of an Item that have an address. @param value its `assets` */
export function assetsOf(value: unknown): StacItem['assets'] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, fields]) => {
    if (!isRecord(fields) || typeof fields['href'] !== 'string') return [];
    const { href, type, roles } = fields;
    const asset = { fields, href, type: textOr(type) ?? '', roles: Array.isArray(roles) ? roles : [] };
    return [[key, asset] as const];
  });
}

/** Order extension 1.1, order:status: the data are there only after an order. */
const TO_ORDER = ['orderable', 'ordered', 'pending', 'shipping', 'failed', 'canceled'];
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Storage extension: 1.0 has a field of the asset, 2.0 names schemes of the Item. */
function isPaidByRequester(asset: Record<string, unknown>, item: Record<string, unknown>): boolean {
  if (asset['storage:requester_pays'] === true || item['storage:requester_pays'] === true) return true;
  const [refs, schemes] = [asset['storage:refs'], item['storage:schemes']];
  if (!isList(refs) || !isRecord(schemes)) return false;
  return refs.some((name) => {
    const scheme = typeof name === 'string' ? schemes[name] : undefined;
    return isRecord(scheme) && scheme['requester_pays'] === true;
  });
}

/**
 * Whether anybody may read an asset: it is on the web, needs no log-in (authentication extension, auth:refs), costs nothing
 * to read (storage extension) and need not be ordered (order extension).
 */
export function isOpen({ fields, href }: Asset, properties: Record<string, unknown>): boolean {
  const refs = fields['auth:refs'];
  const status = fields['order:status'] ?? properties['order:status'];
  return (
    /^https?:\/\//i.test(href) &&
    URL.canParse(href) &&
    (!isList(refs) || refs.length === 0) &&
    !isPaidByRequester(fields, properties) &&
    !(typeof status === 'string' && TO_ORDER.includes(status))
  );
}

/** The thumbnail asset: by its role, else by its key, else an overview that browsers can show. */
function thumbnailHref({ assets }: StacItem): string | null {
  const found =
    assets.find(([, { roles }]) => roles.includes('thumbnail')) ??
    assets.find(([key]) => key === 'thumbnail') ??
    assets.find(
      ([, { roles, type }]) => roles.includes('overview') && /^image\/(png|jpe?g|webp)$/.test(type),
    );
  return found?.[1].href ?? null;
}

/** Where an Item was found: a file of the imported folder, or an address. */
export type ItemPlace = { root: string; file: string } | { url: string };

/** An Item of an address with absolute ones in its assets, because it is kept elsewhere. */
function withPlacedAssets(value: Record<string, unknown>, place: ItemPlace): Record<string, unknown> {
  if (!('url' in place) || !isRecord(value['assets'])) return value;
  const placed = assetsOf(value['assets']).map(([key, { fields, href }]) => [
    key,
    { ...fields, href: placedHref(place, href) ?? href },
  ]);
  return { ...value, assets: { ...value['assets'], ...(Object.fromEntries(placed) as object) } };
}

/** A local href as a path below the imported folder, or as a URL; URLs and paths outside the folder are unchanged. */
function placedHref(place: ItemPlace, href: string | null): string | null {
  if (href === null || /^[a-z][a-z\d+.-]+:/i.test(href)) return href;
  if ('url' in place) return URL.canParse(href, place.url) ? new URL(href, place.url).href : null;
  const { root, file } = place;
  return path
    .relative(root, path.resolve(path.dirname(file), href))
    .split(path.sep)
    .join('/');
}

function supplierOf(properties: Record<string, unknown>): string | null {
  const providers = Array.isArray(properties['providers']) ? properties['providers'].filter(isRecord) : [];
  const withRole = (role: string) =>
    providers.find(({ roles }) => Array.isArray(roles) && roles.includes(role))?.['name'];
  return textOr(withRole('licensor') ?? withRole('producer'));
}

function* fieldsOf(item: StacItem): Generator<string> {
  yield* Object.keys(item.properties);
  for (const [, { fields }] of item.assets) yield* Object.keys(fields);
}

/** Decision 4: a scene's facts from their STAC fields, or from those of another Groundtrack; null if missing. */
function factsOf(
  item: StacItem,
  { acquisitionDate, area }: Pick<SceneFacts, 'acquisitionDate' | 'area'>,
  satellites: readonly Satellite[],
): SceneFacts {
  const { properties } = item;
  const instruments = Array.isArray(properties['instruments'])
    ? properties['instruments'].filter((name): name is string => typeof name === 'string')
    : [];
  const platform = textOr(properties['platform']);
  const lower = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '');
  const origin = {
    platform: lower(platform),
    constellation: lower(properties['constellation']),
    collection: lower(item.collection),
    instruments: instruments.map(lower),
  };
  const satellite = satelliteOf(origin.platform, satellites);
  return {
    productId: item.id,
    acquisitionDate,
    satellite: satellite?.name ?? platform,
    satCode: satellite?.satCode ?? null,
    sensor: instruments.join(', ') || null,
    sensorType:
      oneOf(SENSOR_TYPES, properties['groundtrack:sensor_type']) ?? sensorTypeOf(origin, fieldsOf(item)),
    gsd: numberOr(properties['gsd'], Number.MIN_VALUE, 1e6),
    cloudCover: numberOr(properties['eo:cloud_cover'], 0, 100),
    offNadirAngle: numberOr(properties['view:off_nadir'], 0, 90),
    sunElevation: numberOr(properties['view:sun_elevation'], -90, 90),
    area,
    orbitDirection: textOr(properties['sat:orbit_state']),
    sideLookDirection: textOr(properties['sar:observation_direction']),
    imagingMode: textOr(properties['sar:instrument_mode']),
    productMode: oneOf(PRODUCT_MODES, properties['groundtrack:product_mode']),
    sourceCode: satellite?.sourceCode ?? null,
    supplier: textOr(properties['groundtrack:supplier']) ?? supplierOf(properties),
    simulated: properties['groundtrack:simulated'] === true,
  };
}

/** Objects other than Items in a static catalogue. */
export function isCatalogueFrame(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && (value['type'] === 'Collection' || value['type'] === 'Catalog');
}

/** Why a geometry is refused, by its error's code. */
const BAD_GEOMETRY: Readonly<Record<string, string>> = {
  coordinatesInvalid: 'a coordinate is outside the world',
  ringOpen: 'a ring is not closed, and how it closes is not certain',
  tooFewPoints: 'a ring has fewer than three positions',
  zeroArea: 'a ring has no area',
  tooSmall: 'the footprint is smaller than 1 m²',
  selfCrossing: 'the outline crosses itself',
  holeOutside: 'a hole is outside its polygon',
  partsOverlap: 'its parts overlap',
  tooManyVertices: 'too many vertices',
  tooWide: 'wider than the world',
  poleUnclear:
    'a ring goes around the globe, and the side that it encloses is not certain: ' +
    'write it along the pole (… 180 90, -180 90 …), or give the Item a bbox up to the pole (±90)',
  edgeUnclear:
    'an edge is wider than 180°, and its way round the globe is not certain: ' +
    'cut the footprint at 180°, or give the Item a bbox that says it (RFC 7946 §5.2)',
};

/** Why a value is no footprint. */
const shapeProblem = (geometry: unknown): string =>
  isRecord(geometry) && (geometry['type'] === 'Polygon' || geometry['type'] === 'MultiPolygon')
    ? 'its coordinates are not rings of four positions and more'
    : 'neither a Polygon nor a MultiPolygon';

function badGeometry({ code, params }: GeometryError): string {
  const { lon, lat, vertices, max } = params;
  const where = lon === undefined || lat === undefined ? '' : ` at ${lon} ${lat}`;
  const limit = vertices === undefined ? '' : ` (${vertices}, at most ${max})`;
  return `bad geometry: ${BAD_GEOMETRY[code] ?? code}${where}${limit}`;
}

/** What was repaired in an Item's geometry, for its note; null if nothing was. */
function repairOf(closed: number, pole: Pole | null): string | null {
  const repairs = [
    ...(closed === 0 ? [] : [closed === 1 ? 'a ring was closed' : `${closed} rings were closed`]),
    ...(pole === null ? [] : [`a ring around the globe encloses the ${pole} pole, as the bbox says`]),
  ];
  return repairs.length === 0 ? null : repairs.join('; ');
}

/**
 * Reads one STAC Item as a scene (decision 4).
 * @param place where the Item was found, to which its thumbnail's path is relative
 * @returns the scene, and what was repaired in its geometry, or null
 * @throws ItemRefusal with the reason
 */
export function sceneOfItem(
  value: unknown,
  place: ItemPlace,
  satellites: readonly Satellite[],
): { scene: NewScene; repair: string | null } {
  const id = isRecord(value) && typeof value['id'] === 'string' ? value['id'] : null;
  if (!isRecord(value) || value['type'] !== 'Feature')
    throw new ItemRefusal(id, 'not a STAC Item (type Feature)');
  if (id === null || id.trim() === '' || id.length > ID_MAX)
    throw new ItemRefusal(id?.slice(0, ID_MAX) ?? null, `no id of 1 to ${ID_MAX} characters`);
  const { properties, collection } = value;
  if (!isRecord(properties)) throw new ItemRefusal(id, 'not a STAC Item (no properties)');
  const item: StacItem = { id, collection, properties, assets: assetsOf(value['assets']) };
  // STAC 1.0 §Item fields: datetime may be null if start_datetime and end_datetime are present
  const acquired = utcTime(item.properties['datetime'] ?? item.properties['start_datetime']);
  if (acquired === null) throw new ItemRefusal(id, 'no datetime');
  if (value['geometry'] === null || value['geometry'] === undefined) throw new ItemRefusal(id, 'no geometry');
  const { geometry: given, closed } = closedRings(value['geometry']);
  const shape = footprint.safeParse(given);
  if (!shape.success) throw new ItemRefusal(id, `bad geometry: ${shapeProblem(given)}`);
  try {
    const read = withPole(shape.data, value['bbox']);
    const { geometry, areaKm2 } = checkedArea(read.geometry, read.pole === null ? 'shortest' : 'straight');
    const scene = {
      facts: factsOf(item, { acquisitionDate: acquired, area: areaKm2 }, satellites),
      geometry,
      quicklookHref: placedHref(place, thumbnailHref(item)),
      item: withPlacedAssets(value, place),
    };
    return { scene, repair: repairOf(closed, read.pole) };
  } catch (error) {
    if (error instanceof GeometryError) throw new ItemRefusal(id, badGeometry(error));
    throw error;
  }
}

/** The pole that an Item's bbox reaches; null if it reaches none or both (RFC 7946 §5.3: a cap's bbox does). */
function poleOf(bbox: unknown): Pole | null {
  if (!Array.isArray(bbox) || (bbox.length !== 4 && bbox.length !== 6)) return null;
  const [south, north] = [bbox[1] === -LATITUDE_MAX, bbox[bbox.length / 2 + 1] === LATITUDE_MAX];
  return south === north ? null : north ? 'north' : 'south';
}

/** The way of a ring with two (hasTwoWays) by an Item's bbox: west is greater than east across 180° (RFC 7946 §5.2). */
function wayOf(bbox: unknown): 'short' | 'long' | null {
  if (!Array.isArray(bbox) || (bbox.length !== 4 && bbox.length !== 6)) return null;
  return bbox[0] > bbox[bbox.length / 2] ? 'short' : 'long';
}

/**
 * A footprint with its rings around the globe resolved by the Item's bbox, and its edges wider than 180° by the bbox and
 * the outline's direction. Many catalogues write the bbox -180 to 180 of a footprint across 180°: it says nothing alone.
 * @returns the footprint, and the pole if there was a ring around the globe
 * @throws GeometryError poleUnclear, edgeUnclear if they don't say it
 */
function withPole(geometry: AreaGeometry, bbox: unknown): { geometry: AreaGeometry; pole: Pole | null } {
  const polygons = polygonsOf(geometry);
  if (!polygons.flat().some((ring) => isAroundGlobe(ring, 'shortest'))) {
    const wide = polygons.map(([outer = []]) => outer).find(hasTwoWays);
    if (wide === undefined) return { geometry, pole: null };
    const [said, directed] = [wayOf(bbox), directedWay(wide)];
    const isCertain = said === 'short' || said === (directed === 'short' ? null : 'long');
    if (!isCertain) throw new GeometryError('edgeUnclear');
    const read = polygonsOnSide(polygons, 'shortest', said ?? directed) ?? [];
    return { geometry: areaOfPolygons(read), pole: null };
  }
  const pole = poleOf(bbox);
  const resolved = polygons.map((rings) => {
    if (!rings.some((ring) => isAroundGlobe(ring, 'shortest'))) return [shortestEdges(rings)];
    return pole === null ? null : polygonsAround(rings, pole);
  });
  if (pole === null || resolved.includes(null)) throw new GeometryError('poleUnclear');
  return { geometry: areaOfPolygons(resolved.flatMap((one) => one ?? [])), pole };
}
