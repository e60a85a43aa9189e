import { utcDay } from '../../../contract/envelope.ts';
import { ADDRESS_AOI_MAX, CLOUD, GSD, OFF_NADIR, PRODUCT_MODES } from '../../../contract/limits.ts';
import { SENSOR_TYPES, SENSORS } from '../../../contract/sensors.ts';
import type { Satellite } from '../../../contract/settings.ts';
import { aoiOf, type Aoi } from '../../geo/aoi.ts';
import { GeometryError } from '../../geo/geometryError.ts';
import { readAreaWkt } from '../../geo/wkt/wkt.ts';
import { selectableSatellites, type SearchDraft } from './search.rules.ts';
import { ADDRESS_FIELDS, type Address, type AddressField } from '../shared/address.ts';
import { readView } from '../map/view.rules.ts';

type SearchField = AddressField<'search'>;

/** The search as fields of the address; null removes a field. */
export interface WrittenAddress {
  query: Record<SearchField, string | null>;
  /** An area that is too long for the address, and the key that it is stored under. */
  storedArea: { key: string; wkt: string } | null;
}

/** The search in an address. */
export interface ReadAddress {
  draft: SearchDraft;
  aoi: Aoi | null;
  /** Whether it is the address of results. */
  isResults: boolean;
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

function areaOf(wkt: string | null): Aoi | null {
  if (wkt === null) return null;
  try {
    return aoiOf(readAreaWkt(wkt));
  } catch (error) {
    if (error instanceof GeometryError) return null;
    throw error;
  }
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
  { query, storedArea }: Address,
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
  const codes = query['sats']?.split(',') ?? [];
  const unknown = codes.filter((code) => !allowed.has(code));
  if (unknown.length > 0) faults.push(faultOf('sats', unknown.join(',')));
  const field = query['aoi'] === undefined ? 'area' : 'aoi';
  const aoi = areaOf(query['aoi'] ?? storedArea);
  if (aoi === null && query[field] !== undefined) faults.push(faultOf(field, query[field]));
  if (query['view'] !== undefined && readView(query['view']) === null)
    faults.push(faultOf('view', query['view']));
  return {
    draft: { ...draft, satList: [...new Set(codes)].filter((code) => allowed.has(code)) },
    aoi,
    isResults: query['results'] !== undefined,
    faults,
  };
}

/** A short name of a text, the same for the same text (FNV-1a, two of 32 bits). */
function keyOf(text: string): string {
  let [a, b] = [0x811c9dc5, 0x01000193];
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193) >>> 0;
    b = Math.imul(b ^ text.charCodeAt(text.length - 1 - i), 0x01000193) >>> 0;
  }
  return `${a.toString(36)}${b.toString(36)}`;
}

/** The address of a search: the whole condition with all decimals, because the defaults change with the day. */
export function writtenAddress(draft: SearchDraft, aoi: Aoi | null, isResults: boolean): WrittenAddress {
  const { hasResolution, hasSatellites, hasProductModes } = SENSORS[draft.sensorType];
  const wkt = aoi === null ? null : aoi.wkt.replaceAll(', ', ',');
  const storedArea = wkt !== null && wkt.length > ADDRESS_AOI_MAX ? { key: keyOf(wkt), wkt } : null;
  return {
    storedArea,
    query: {
      from: draft.dateFrom === '' ? null : draft.dateFrom,
      to: draft.dateTo === '' ? null : draft.dateTo,
      cloud: String(draft.maxCloudCover),
      offnadir: String(draft.maxOffNadirAngle),
      sensor: draft.sensorType,
      gsd: hasResolution ? String(draft.gsd ?? ANY) : null,
      sats: hasSatellites && draft.satList.length > 0 ? draft.satList.join(',') : null,
      mode: hasProductModes ? draft.productMode : null,
      aoi: storedArea === null ? wkt : null,
      area: storedArea?.key ?? null,
      results: isResults ? '1' : null,
    },
  };
}
