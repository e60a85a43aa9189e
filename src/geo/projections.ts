import proj4 from 'proj4';

/** Conversion between degrees of WGS 84 and the coordinates of a map grid. */
export interface Projection {
  epsg: number;
  /** Longitude and latitude in degrees to the grid's units (degrees or metres). */
  forward: (longitude: number, latitude: number) => [number, number];
  back: (x: number, y: number) => [number, number];
  /** Approximate units per metre; for degrees, at the equator. */
  unitsPerMetre: number;
}

/** WGS 84 semi-major axis, metres. */
const RADIUS = 6_378_137;
const RAD = Math.PI / 180;
/** Northern limit of the Web Mercator square (EPSG:3857 as tiles use it), degrees. */
export const MERCATOR_LATITUDE = 85.0511287798066;
/** Half the side of the Web Mercator square, metres. */
export const MERCATOR_HALF = RADIUS * Math.PI;

const GEOGRAPHIC: Projection = {
  epsg: 4326,
  forward: (longitude, latitude) => [longitude, latitude],
  back: (x, y) => [x, y],
  unitsPerMetre: 180 / MERCATOR_HALF,
};

/** Spherical formulas on the WGS 84 axis (EPSG Guidance Note 7-2, "Popular Visualisation Pseudo Mercator"). */
const MERCATOR: Projection = {
  epsg: 3857,
  forward: (longitude, latitude) => [
    RADIUS * longitude * RAD,
    RADIUS * Math.log(Math.tan(Math.PI / 4 + (latitude * RAD) / 2)),
  ],
  back: (x, y) => [x / RADIUS / RAD, (2 * Math.atan(Math.exp(y / RADIUS)) - Math.PI / 2) / RAD],
  unitsPerMetre: 1,
};

function utm(epsg: number): Projection {
  const south = epsg >= 32_700;
  const zone = epsg - (south ? 32_700 : 32_600);
  const converter = proj4(`+proj=utm +zone=${zone}${south ? ' +south' : ''} +datum=WGS84 +units=m +no_defs`);
  return {
    epsg,
    forward: (longitude, latitude) => converter.forward([longitude, latitude]) as [number, number],
    back: (x, y) => converter.inverse([x, y]) as [number, number],
    unitsPerMetre: 1,
  };
}

function isUtm(epsg: number): boolean {
  return (epsg > 32_600 && epsg <= 32_660) || (epsg > 32_700 && epsg <= 32_760);
}

const known = new Map<number, Projection>([
  [4326, GEOGRAPHIC],
  [3857, MERCATOR],
]);

/**
 * The supported map grids: WGS 84 degrees (4326), Web Mercator (3857), and the UTM zones of WGS 84 (326xx north,
 * 327xx south).
 * @returns null for any other EPSG code
 */
export function projectionOf(epsg: number): Projection | null {
  const found = known.get(epsg);
  if (found) return found;
  if (!isUtm(epsg)) return null;
  const made = utm(epsg);
  known.set(epsg, made);
  return made;
}
