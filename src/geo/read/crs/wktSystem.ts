import { childOf, childrenOf, nameOf, numbersOf, wktNodeOf, type WktNode } from './wktNode.ts';

/** A coordinate system as its WKT describes it. */
export interface WktSystem {
  /** As in the text. */
  name: string;
  /** The method of the projection; null for longitude and latitude. */
  method: string | null;
  /** The method's parameters by their plain names (see plainName): degrees, metres, ratios. */
  parameters: Map<string, number>;
  datum: string;
  /** Semi-major axis in metres, inverse flattening (0 for a sphere). */
  ellipsoid: readonly [axis: number, inverseFlattening: number];
  /** Degrees east of Greenwich. */
  primeMeridian: number;
  /** Metres or degrees per unit of the coordinates. */
  unit: number;
  /** The shift to WGS 84 that the file itself gives, as in TOWGS84. */
  shift: readonly number[] | null;
  /** Directions of the axes, in lower case; empty if the text has none. */
  directions: readonly string[];
  /** Whether the projection is Web Mercator, which GDAL writes as an extension. */
  isWebMercator: boolean;
}

const DEGREE = Math.PI / 180;
const UNITS = ['UNIT', 'ANGLEUNIT', 'LENGTHUNIT', 'SCALEUNIT'];
const PROJECTED = ['PROJCS', 'PROJCRS', 'PROJECTEDCRS'];
const GEOGRAPHIC = ['GEOGCS', 'GEOGCRS', 'GEOGRAPHICCRS', 'GEODCRS', 'GEODETICCRS'];
const BASE = [...GEOGRAPHIC, 'BASEGEOGCRS', 'BASEGEODCRS'];

/** A name without what programs write differently: case, spaces, underscores and most punctuation. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d+]/g, '');
}

/** The factor of an element's unit to radians, metres or ones. */
function unitOf(node: WktNode | undefined): number | undefined {
  const unit = node && childOf(node, ...UNITS);
  return unit && numbersOf(unit)[0];
}

/** A compound system's horizontal part: heights are dropped anyway. */
function horizontalOf(node: WktNode): WktNode | undefined {
  return node.keyword === 'COMPD_CS' || node.keyword === 'COMPOUNDCRS'
    ? childOf(node, ...PROJECTED, ...GEOGRAPHIC)
    : node;
}

function isAngle(name: string): boolean {
  return /^(?!scale).*(?:latitude|longitude|meridian|parallel|azimuth|angle|rotation)/.test(name);
}

/** Degrees per unit of an angle; exactly 1 for degrees, which programs write with 15 digits. */
function degreesPer(radians: number): number {
  return Math.abs(radians / DEGREE - 1) < 1e-9 ? 1 : radians / DEGREE;
}

function parametersOf(node: WktNode, angle: number, length: number): Map<string, number> {
  const parameters = new Map<string, number>();
  for (const parameter of childrenOf(node, 'PARAMETER')) {
    const name = plainName(nameOf(parameter));
    const [value = Number.NaN] = numbersOf(parameter);
    const own = unitOf(parameter);
    if (isAngle(name)) parameters.set(name, value * degreesPer(own ?? angle));
    else if (/easting|northing/.test(name)) parameters.set(name, value * (own ?? length));
    else parameters.set(name, value * (own ?? 1));
  }
  return parameters;
}

/** What a system says of its datum. */
export type Figure = Pick<WktSystem, 'datum' | 'ellipsoid' | 'primeMeridian' | 'shift'>;

/** The datum of a geographic system; null if it has none. */
function figureOf(base: WktNode): Figure | null {
  const datum = childOf(base, 'DATUM', 'GEODETICDATUM', 'TRF', 'ENSEMBLE');
  const ellipsoid = datum && childOf(datum, 'SPHEROID', 'ELLIPSOID');
  if (datum === undefined || ellipsoid === undefined) return null;
  const [axis = Number.NaN, inverseFlattening = Number.NaN] = numbersOf(ellipsoid);
  const meridian = childOf(base, 'PRIMEM', 'PRIMEMERIDIAN');
  const shift = childOf(datum, 'TOWGS84');
  return {
    datum: nameOf(datum),
    ellipsoid: [axis * (unitOf(ellipsoid) ?? 1), inverseFlattening],
    // WKT 1 has degrees, even if the system has gradians: GDAL and ESRI write it so
    primeMeridian: meridian ? (numbersOf(meridian)[0] ?? 0) * degreesPer(unitOf(meridian) ?? DEGREE) : 0,
    shift: shift ? numbersOf(shift) : null,
  };
}

type Conversion = Pick<WktSystem, 'method' | 'parameters' | 'isWebMercator'>;

function conversionOf(node: WktNode, angle: number, length: number): Conversion {
  const conversion = childOf(node, 'CONVERSION') ?? node;
  const method = childOf(conversion, 'METHOD', 'PROJECTION');
  return {
    method: method ? nameOf(method) : '',
    parameters: parametersOf(conversion, angle, length),
    isWebMercator: childrenOf(node, 'EXTENSION').some(({ values }) =>
      /nadgrids=@null/.test(values.join(' ')),
    ),
  };
}

/**
 * Reads the WKT of a geographic or projected coordinate system: WKT 1 by GDAL or ESRI, WKT 2.
 * @returns null if it is neither
 */
export function wktSystemOf(text: string): WktSystem | null {
  const root = wktNodeOf(text);
  const node = root && horizontalOf(root);
  if (!node || ![...PROJECTED, ...GEOGRAPHIC].includes(node.keyword)) return null;
  const isProjected = PROJECTED.includes(node.keyword);
  const base = isProjected ? childOf(node, ...BASE) : node;
  const figure = base && figureOf(base);
  const space = childOf(node, 'CS');
  // geocentric coordinates are a GEODCRS too
  if (!base || !figure || (space && /^cartesian$/i.test(nameOf(space)) !== isProjected)) return null;
  const unit = unitOf(node) ?? unitOf(childOf(node, 'AXIS'));
  const angle = isProjected ? unitOf(base) : unit;
  const none = { method: null, parameters: new Map<string, number>(), isWebMercator: false };
  return {
    name: nameOf(node),
    ...figure,
    ...(isProjected ? conversionOf(node, angle ?? DEGREE, unit ?? 1) : none),
    unit: unit === undefined ? 1 : isProjected ? unit : degreesPer(unit),
    directions: childrenOf(node, 'AXIS').map(directionOf),
  };
}

function directionOf(axis: WktNode): string {
  const [, direction = ''] = axis.values.filter((value) => typeof value === 'string');
  return direction.toLowerCase();
}
