import { plainName, type WktSystem } from './wktSystem.ts';

/** Names of parameters (EPSG, GDAL, ESRI), as proj4 calls them. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  lat_0: [
    'latitudeoforigin',
    'latitudeofnaturalorigin',
    'latitudeoffalseorigin',
    'latitudeofcenter',
    'latitudeofprojectioncentre',
    'centralparallel',
  ],
  lon_0: [
    'centralmeridian',
    'longitudeofcenter',
    'longitudeofnaturalorigin',
    'longitudeoffalseorigin',
    'longitudeoforigin',
    'longitudeofprojectioncentre',
  ],
  lat_1: [
    'standardparallel1',
    'latitudeof1ststandardparallel',
    'latitudeofstandardparallel',
    'pseudostandardparallel1',
    'latitudeofpseudostandardparallel',
  ],
  lat_2: ['standardparallel2', 'latitudeof2ndstandardparallel'],
  k_0: [
    'scalefactor',
    'scalefactoratnaturalorigin',
    'scalefactoratprojectioncentre',
    'scalefactoroninitialline',
    'scalefactorattheprojectioncentre',
    'scalefactoronpseudostandardparallel',
    'ellipsoidscalingfactor',
  ],
  x_0: ['falseeasting', 'eastingatfalseorigin', 'eastingatprojectioncentre'],
  y_0: ['falsenorthing', 'northingatfalseorigin', 'northingatprojectioncentre'],
  alpha: ['azimuth', 'azimuthofinitialline', 'azimuthatprojectioncentre', 'colatitudeofconeaxis'],
  gamma: ['rectifiedgridangle', 'anglefromrectifiedtoskewgrid'],
  xScale: ['xscale'],
  yScale: ['yscale'],
  rotation: ['xyplanerotation'],
  sphereType: ['auxiliaryspheretype'],
  b: ['semiminor'],
};

type Parameters = Readonly<Record<string, number>>;

const NAMES = new Map(Object.entries(PARAMETERS).flatMap(([key, names]) => names.map((name) => [name, key])));

/** The parameters by proj4's names; null if one is unknown or no number. */
function named(parameters: WktSystem['parameters']): Parameters | null {
  const found: Record<string, number> = {};
  for (const [name, value] of parameters) {
    const key = NAMES.get(name);
    if (key === undefined || !Number.isFinite(value)) return null;
    found[key] = value;
  }
  return found;
}

const has = (p: Parameters, ...keys: string[]) => keys.every((key) => p[key] !== undefined);
const origin = ({ lon_0 = 0, x_0 = 0, y_0 = 0 }: Parameters) => ({ lon_0, x_0, y_0 });

/** proj4's parameters of a projection; null for parameters that it can't have. */
type Projection = (p: Parameters, system: WktSystem) => Readonly<Record<string, number | string>> | null;

const at =
  (proj: string, axis?: string): Projection =>
  (p) => ({ proj, lat_0: p['lat_0'] ?? 0, k_0: p['k_0'] ?? 1, ...origin(p), ...(axis && { axis }) });

/** With the latitude of true scale instead of a scale. */
const trueScale =
  (proj: string): Projection =>
  (p) => ({ proj, lat_ts: p['lat_1'] ?? 0, ...origin(p) });

const conic =
  (proj: string): Projection =>
  (p) => {
    const first = p['lat_1'] ?? p['lat_0'];
    if (first === undefined) return null;
    const { lat_2 = first, lat_0 = 0, k_0 = 1 } = p;
    return { proj, lat_1: first, lat_2, lat_0, k_0, ...origin(p) };
  };

const mercator: Projection = (p, system) => {
  if (system.isWebMercator || p['b'] !== undefined) return webMercator(p, system);
  if ((p['lat_0'] ?? 0) !== 0) return null;
  return p['lat_1'] === undefined
    ? { proj: 'merc', k_0: p['k_0'] ?? 1, ...origin(p) }
    : { proj: 'merc', lat_ts: p['lat_1'], ...origin(p) };
};

/** Projects the ellipsoid's degrees as if they were of a sphere (EPSG method 1024). */
const webMercator: Projection = (p, { ellipsoid: [a] }) =>
  (p['lat_1'] ?? 0) !== 0 || (p['sphereType'] ?? 0) !== 0 ? null : { proj: 'merc', a, b: a, ...origin(p) };

/** At a pole, with the latitude of true scale (variant B) or a scale at the pole (variant A). */
const polar: Projection = (p) => {
  const { lat_0 = p['lat_1'], lat_1 = lat_0 } = p;
  if (lat_0 === undefined || lat_1 === undefined || lat_1 === 0) return null;
  const pole = { proj: 'stere', lat_0: Math.sign(lat_1) * 90, ...origin(p) };
  if (Math.abs(lat_1) === 90) return { ...pole, k_0: p['k_0'] ?? 1 };
  return (p['k_0'] ?? 1) === 1 ? { ...pole, lat_ts: lat_1 } : null;
};

/** Origin at the natural origin (variant A) or at the centre (variant B); Switzerland's grids are a case of B. */
const oblique =
  (variant: 'A' | 'B'): Projection =>
  (p) => {
    if (!has(p, 'lat_0', 'lon_0', 'alpha')) return null;
    const { alpha = 0, lat_0 = 0, k_0 = 1 } = p;
    const { lon_0, x_0, y_0 } = origin(p);
    const gamma = p['gamma'] ?? p['rotation'] ?? alpha;
    if (variant === 'B' && alpha === 90 && gamma === 90)
      return { proj: 'somerc', lat_0, lon_0, k_0, x_0, y_0 };
    const line = { proj: 'omerc', lat_0, lonc: lon_0, alpha, gamma, k_0, x_0, y_0 };
    return variant === 'A' ? { ...line, no_uoff: '' } : line;
  };

/** proj4 has the constants of S-JTSK only, and no false origin. */
const krovak: Projection = (p, { directions }) => {
  const isSjtsk =
    Math.abs((p['alpha'] ?? 0) - 30.28813975) < 1e-5 &&
    Math.abs((p['lat_1'] ?? 0) - 78.5) < 1e-9 &&
    !p['x_0'] &&
    !p['y_0'];
  if (!isSjtsk) return null;
  const { lat_0 = 49.5, k_0 = 0.9999, xScale, yScale, rotation } = p;
  const isEast = directions.length > 0 ? directions[0] === 'east' : rotation === 90 && xScale === -1;
  const isSouth =
    directions.length > 0 ? directions[0] === 'south' : rotation === 0 && xScale === 1 && yScale === 1;
  if (isEast === isSouth) return null;
  return { proj: 'krovak', lat_0, lon_0: p['lon_0'] ?? 0, k_0, ...(isSouth && { axis: 'swu' }) };
};

const PROJECTIONS: readonly (readonly [names: string, projection: Projection])[] = [
  ['transversemercator gausskruger transversemercator3d', at('tmerc')],
  ['transversemercatorsouthorientated transversemercatorsouthoriented', at('tmerc', 'wsu')],
  ['lambertconformalconic lambertconformalconic1sp lambertconicconformal1sp', conic('lcc')],
  ['lambertconformalconic2sp lambertconicconformal2sp lambertconicconformal2spmichigan', conic('lcc')],
  ['albers albersconicequalarea albersequalarea', conic('aea')],
  ['equidistantconic', conic('eqdc')],
  ['mercator mercator1sp mercator1spspherical mercator2sp mercatorvarianta mercatorvariantb', mercator],
  ['mercatorauxiliarysphere popularvisualisationpseudomercator', webMercator],
  ['polarstereographic polarstereographicvarianta polarstereographicvariantb', polar],
  ['stereographicnorthpole stereographicsouthpole', polar],
  ['obliquestereographic doublestereographic', at('sterea')],
  ['stereographic', at('stere')],
  ['lambertazimuthalequalarea lambertazimuthalequalareaspherical', at('laea')],
  ['azimuthalequidistant', at('aeqd')],
  ['cassini cassinisoldner', at('cass')],
  ['polyconic americanpolyconic', at('poly')],
  ['newzealandmapgrid', at('nzmg')],
  ['hotineobliquemercator hotineobliquemercatorvarianta', oblique('A')],
  ['hotineobliquemercatorazimuthnaturalorigin rectifiedskeworthomorphicnaturalorigin', oblique('A')],
  ['hotineobliquemercatorvariantb hotineobliquemercatorazimuthcenter', oblique('B')],
  ['rectifiedskeworthomorphiccenter swissobliquecylindrical obliquemercator', oblique('B')],
  ['cylindricalequalarea lambertcylindricalequalarea', trueScale('cea')],
  ['behrmann', (p, system) => trueScale('cea')({ lat_1: 30, ...p }, system)],
  ['equirectangular equidistantcylindrical equidistantcylindricalspherical platecarree', trueScale('eqc')],
  ['krovak krovaknorthorientated', krovak],
  ['equalearth', trueScale('eqearth')],
  ['sinusoidal', trueScale('sinu')],
  ['mollweide', trueScale('moll')],
  ['robinson', trueScale('robin')],
];

const BY_METHOD = new Map(
  PROJECTIONS.flatMap(([names, projection]) => names.split(' ').map((name) => [name, projection])),
);

/**
 * The projection in proj4's notation, with prime meridian and unit, but without ellipsoid and datum.
 * @returns null for methods and parameters that proj4 doesn't know
 */
export function projectionOf(system: WktSystem): string | null {
  const { method, primeMeridian, unit } = system;
  const projection = method === null ? () => ({ proj: 'longlat' }) : BY_METHOD.get(plainName(method));
  const parameters = named(system.parameters);
  const own = parameters && projection?.(parameters, system);
  // another figure than the datum's, but for Web Mercator's sphere
  if (
    !own ||
    (parameters['b'] !== undefined &&
      Object.entries(own).every(([key, value]) => key !== 'b' || value !== parameters['b']))
  )
    return null;
  return Object.entries({
    ...own,
    ...(primeMeridian !== 0 && { pm: primeMeridian }),
    ...(method !== null && unit !== 1 && { to_meter: unit }),
  })
    .map(([key, value]) => (value === '' ? `+${key}` : `+${key}=${value}`))
    .join(' ');
}
