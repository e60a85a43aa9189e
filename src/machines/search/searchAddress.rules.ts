import { utcDay } from '../../../contract/calls/envelope.ts';
import { CLOUD, FIELD, GSD, OFF_NADIR, PRODUCT_MODES } from '../../../contract/limits.ts';
import { SENSOR_TYPES, SENSORS } from '../../../contract/sensors.ts';
import type { Satellite } from '../../../contract/settings.ts';
import { aoiOf, type Aoi } from '../../geo/aoi.ts';
import { GeometryError } from '../../geo/geometryError.ts';
import { readAreaWkt } from '../../geo/wkt/wkt.ts';
import { isAreaText, readAreaText, writeAreaText } from '../../geo/write/areaText.ts';
import { selectableSatellites, type SearchDraft } from './search.rules.ts';
import { ADDRESS_FIELDS, STORED, type Address, type AddressField } from '../shared/address.ts';
import type { NoticeText } from '../shared/notice.ts';
import { readSides, readView } from '../map/map.rules.ts';

type SearchField = AddressField<'search'>;

/** The search as fields of the address; null removes a field. */
export type WrittenSearch = Record<Exclude<SearchField, 'scenes' | 'details'>, string | null>;

export interface ReadAddress {
  draft: SearchDraft;
  aoi: Aoi | null;
  /** The AOI's name; null if it has none. */
  name: string | null;
  /** Whether it is the address of results. */
  isResults: boolean;
  scenes: readonly string[];
  /** Product ID of the scene whose details are open. */
  details: string | null;
  /** Why the area of the address can't be used; null if it can, or if there is none. */
  areaFault: NoticeText | null;
  /** Values that can't be used, as `name=value`. */
  faults: string[];
}

/** A resolution without a limit. */
const ANY = 'any';

/** A number rounded to the scale's steps; null outside of the scale. */
function numberOn(text: string, scale: { min: number; max: number; step: number }): number | null {
  if (!/^\d+(\.\d+)?$/.test(text)) return null;
  const steps = Math.round(Number(text) / scale.step);
  const number = Number((steps * scale.step).toFixed(6));
  return number >= scale.min && number <= scale.max ? number : null;
}

/** The area of an address, as `writtenSearch` writes it or as WKT; or why it can't be used. */
function areaOf(text: string | undefined): Pick<ReadAddress, 'aoi' | 'areaFault'> {
  if (text === undefined) return { aoi: null, areaFault: null };
  if (text.startsWith(STORED)) return { aoi: null, areaFault: { key: 'notice.addressAreaElsewhere' } };
  try {
    const geometry = isAreaText(text) ? readAreaText(text) : readAreaWkt(text, ['POLYGON', 'MULTIPOLYGON']);
    if (geometry !== null) return { aoi: aoiOf(geometry), areaFault: null };
  } catch (error) {
    if (!(error instanceof GeometryError)) throw error;
    // only a dialog can ask which area is meant
    if (error.code === 'poleUnclear' || error.code === 'edgeUnclear')
      return { aoi: null, areaFault: { key: error.key } };
  }
  return { aoi: null, areaFault: { key: 'notice.addressAreaInvalid' } };
}

const READERS: Partial<Record<SearchField, (text: string) => Partial<SearchDraft> | null>> = {
  from: (text) => (utcDay.safeParse(text).success ? { dateFrom: text } : null),
  to: (text) => (utcDay.safeParse(text).success ? { dateTo: text } : null),
  cloud: (text) => patchOf('maxCloudCover', numberOn(text, CLOUD)),
  offnadir: (text) => patchOf('maxOffNadirAngle', numberOn(text, OFF_NADIR)),
  sensor: (text) => patchOf('sensorType', SENSOR_TYPES.find((one) => one === text) ?? null),
  gsd: (text) => (text === ANY ? { gsd: null } : patchOf('gsd', numberOn(text, GSD))),
  mode: (text) => patchOf('productMode', PRODUCT_MODES.find((one) => one === text) ?? null),
};

function patchOf<Key extends keyof SearchDraft>(
  key: Key,
  value: SearchDraft[Key] | null,
): Partial<SearchDraft> | null {
  return value === null ? null : ({ [key]: value } as Partial<SearchDraft>);
}

/** A fault as `field=value` with long values cut. */
const faultOf = (field: string, text: string) =>
  `${field}=${text.length > 24 ? `${text.slice(0, 24)}…` : text}`;

/**
 * Reads the condition from an address. Invalid values are ignored one by one and reported in `faults`.
 * @param defaults the values of fields that the address lacks
 */
export function readAddress(
  { query }: Address,
  defaults: SearchDraft,
  satellites: readonly Satellite[],
): ReadAddress {
  const faults: string[] = [];
  let draft = defaults;
  for (const field of ADDRESS_FIELDS.search.fields) {
    const text = query[field];
    const read = READERS[field];
    if (text === undefined || read === undefined) continue;
    const patch = read(text);
    if (patch === null) faults.push(faultOf(field, text));
    else draft = { ...draft, ...patch };
  }
  const allowed = new Set(selectableSatellites(satellites, draft.gsd).map(({ code }) => code));
  // a back end that lists no satellites has any (decision 2)
  const isAllowed = (code: string) => satellites.length === 0 || allowed.has(code);
  const codes = query['sats']?.split(',') ?? [];
  const unknown = codes.filter((code) => !isAllowed(code));
  if (unknown.length > 0) faults.push(faultOf('sats', unknown.join(',')));
  if (query['scenes']?.startsWith(STORED)) faults.push(faultOf('scenes', query['scenes']));
  if (query['compare'] !== undefined && readSides(query['compare']) === null)
    faults.push(faultOf('compare', query['compare']));
  if (query['view'] !== undefined && readView(query['view']) === null)
    faults.push(faultOf('view', query['view']));
  return {
    draft: { ...draft, satList: [...new Set(codes)].filter(isAllowed) },
    ...areaOf(query['aoi']),
    name: readName(query['name']),
    isResults: query['results'] !== undefined,
    scenes: readScenes(query['scenes']),
    details: query['details'] ?? null,
    faults,
  };
}

function readName(text = ''): string | null {
  return text.startsWith(STORED) ? null : text.trim().slice(0, FIELD.orderName) || null;
}

/** The selected scenes as a field of the address. Commas in a product ID are escaped, because they separate the IDs. */
export const writtenScenes = (ids: readonly string[]): string | null =>
  ids.length === 0 ? null : ids.map((id) => id.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',');

function readScenes(text: string | undefined): string[] {
  if (text === undefined || text === '' || text.startsWith(STORED)) return [];
  return text.split(',').map((id) => id.replaceAll('%2C', ',').replaceAll('%25', '%'));
}

/** The address of a search: the whole condition with all decimals, because the defaults change with the day. */
export function writtenSearch(
  draft: SearchDraft,
  aoi: Aoi | null,
  name: string | null,
  isResults: boolean,
): WrittenSearch {
  const { hasResolution, hasSatellites, hasProductModes } = SENSORS[draft.sensorType];
  return {
    from: draft.dateFrom === '' ? null : draft.dateFrom,
    to: draft.dateTo === '' ? null : draft.dateTo,
    cloud: String(draft.maxCloudCover),
    offnadir: String(draft.maxOffNadirAngle),
    sensor: draft.sensorType,
    gsd: hasResolution ? String(draft.gsd ?? ANY) : null,
    sats: hasSatellites && draft.satList.length > 0 ? draft.satList.join(',') : null,
    mode: hasProductModes ? draft.productMode : null,
    aoi: aoi === null ? null : writeAreaText(aoi.geometry),
    name: aoi === null ? null : name,
    results: isResults ? '1' : null,
  };
}
