import proj4 from 'proj4';
import table from '../../src/geo/read/crs/datums.json' with { type: 'json' };
import { datumAt, shiftAt, type Datum } from '../../src/geo/read/crs/datums.ts';

/** Where a system is used: words, countries if they are listed, degrees; EPSG's accuracy to WGS 84, metres. */
export type Area = readonly [
  words: string,
  countries: string,
  west: number,
  south: number,
  east: number,
  north: number,
  accuracy: number | null,
];

/** Places looked at over an area, each way. */
const SAMPLES = 9;
/** Largest share of an area without a shift that is an edge, not a part of it. */
const EDGE_SHARE = 0.3;
/** For datums that are WGS 84 within two metres, where EPSG states no accuracy. */
const WITHIN = 2;
/** Estimates are rounded up to this, metres. */
const ROUND = 50;
/** The least estimate, metres: the median of all areas. Where few datums are published, the largest says little. */
const LEAST = 250;
const METRES_PER_DEGREE = 111_320;

function samplesOf([, , west, south, east, north]: Area): [lon: number, lat: number][] {
  const wide = east < west ? east + 360 - west : east - west;
  return Array.from({ length: SAMPLES ** 2 }, (_, at) => {
    const lon = west + (((at % SAMPLES) + 0.5) / SAMPLES) * wide;
    return [
      lon > 180 ? lon - 360 : lon,
      south + ((Math.floor(at / SAMPLES) + 0.5) / SAMPLES) * (north - south),
    ];
  });
}

interface Accuracy {
  accuracy: [best: number, worst: number] | null;
  /** Whether no shift is known in a part of the area. */
  isPartial: boolean;
  /** Within two metres. */
  isWgs84: boolean;
}

/**
 * The best and the worst accuracy of the shifts that are used over an area.
 * @param datum null if no shift is known
 */
export function accuracyOf(datum: Datum | null, area: Area): Accuracy {
  if (datum === null) return { accuracy: null, isPartial: true, isWgs84: false };
  if (datum.shifts.length === 0) {
    const stated = area[6] ?? WITHIN;
    return { accuracy: [stated, stated], isPartial: false, isWgs84: true };
  }
  const found = samplesOf(area).map((place) => shiftAt(datum, ...place));
  const stated = found.flatMap((shift) => (shift === null || shift.accuracy < 0 ? [] : [shift.accuracy]));
  const without = found.filter((shift) => shift === null).length;
  return {
    accuracy: stated.length === 0 ? null : [Math.min(...stated), Math.max(...stated)],
    isPartial: without / found.length > EDGE_SHARE,
    isWgs84: false,
  };
}

const datums = table.datums.map((_, index) => datumAt(index)!);

/** How far a datum's degrees at a place are from those of WGS 84, metres; 0 if no shift is known. */
function shiftSize(datum: Datum, [lon, lat]: [number, number]): number {
  const parameters = shiftAt(datum, lon, lat)?.parameters ?? [];
  if (parameters.length === 0) return 0;
  const [axis, inverse] = datum.ellipsoid;
  const figure = `+a=${axis} ${inverse === 0 ? `+b=${axis}` : `+rf=${inverse}`}`;
  const [east = lon, north = lat] = proj4(
    `+proj=longlat ${figure} +towgs84=${parameters.join(',')}`,
    'WGS84',
    [lon, lat],
  );
  // also across 180°
  const turned = ((east - lon + 540) % 360) - 180;
  const wide = turned * Math.cos((lat * Math.PI) / 180);
  return METRES_PER_DEGREE * Math.hypot(wide, north - lat);
}

/**
 * How far a system without a known shift may be off: as far as the largest published shift of any datum in its area,
 * metres, rounded up, and at least LEAST.
 */
export function largestShift(area: Area): number {
  const places = samplesOf(area);
  const sizes = places.flatMap((place) => datums.map((datum) => shiftSize(datum, place)));
  return Math.ceil(sizes.reduce((most, size) => Math.max(most, size), LEAST) / ROUND) * ROUND;
}
