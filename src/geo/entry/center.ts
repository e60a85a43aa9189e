import { LATITUDE_MAX, LONGITUDE_MAX } from '../../../contract/limits.ts';
import { areaOfPolygons, roundedDegrees, type AreaGeometry } from '../area/areaGeometry.ts';
import { cutAtAntimeridian } from '../antimeridian/antimeridian.ts';
import { rectangleRing } from './bbox.ts';
import { destination } from '../area/distance.ts';
import { GeometryError } from '../geometryError.ts';

/** The fields of the Center form: degrees and whole km. */
export interface CenterForm {
  longitude: number;
  latitude: number;
  widthKm: number;
  heightKm: number;
}

/** WGS 84. */
const A_KM = 6378.137;
const E2 = (1 / 298.257223563) * (2 - 1 / 298.257223563);

function refuseUnless(fits: boolean, field: keyof CenterForm): void {
  if (!fits) throw new GeometryError('inputInvalid', { field });
}

/** From pole to pole along a meridian, km. */
const MERIDIAN_KM = 20_003.932;

/** Latitude reached from `latitude` by `km` along the meridian; null past a pole. */
function latitudeAlongMeridian(latitude: number, km: number): number | null {
  if (Math.abs(km) > MERIDIAN_KM) return null;
  const azimuth = km >= 0 ? 0 : 180;
  const [lon, lat] = destination([0, latitude], azimuth, Math.abs(km) * 1000);
  // past a pole the geodesic continues on the other side of the globe
  return lon === undefined || lat === undefined || Math.abs(lon) > 90 ? null : lat;
}

/**
 * §5 Coordinate dialog, Center: a rectangle of `widthKm` × `heightKm` around a point, on the WGS 84
 * ellipsoid. Its height is measured along the meridian, half to each side, its width along the parallel of
 * the point, because its sides are straight in longitude/latitude (decision 17). It is cut at 180°.
 * @throws GeometryError inputInvalid {field}: not numeric, out of ±180/±90, width or height not above 0 or
 * not whole km, or a rectangle past a pole or more than once around the globe
 */
export function rectangleAround(form: CenterForm): AreaGeometry {
  const { longitude, latitude, widthKm, heightKm } = form;
  refuseUnless(Math.abs(longitude) <= LONGITUDE_MAX, 'longitude');
  refuseUnless(Math.abs(latitude) <= LATITUDE_MAX, 'latitude');
  refuseUnless(Number.isInteger(widthKm) && widthKm > 0, 'widthKm');
  refuseUnless(Number.isInteger(heightKm) && heightKm > 0, 'heightKm');
  const north = latitudeAlongMeridian(latitude, heightKm / 2);
  const south = latitudeAlongMeridian(latitude, -heightKm / 2);
  if (north === null || south === null) throw new GeometryError('inputInvalid', { field: 'heightKm' });
  const sine = Math.sin((latitude * Math.PI) / 180);
  const parallelRadiusKm = (A_KM * Math.cos((latitude * Math.PI) / 180)) / Math.sqrt(1 - E2 * sine * sine);
  const halfWidth = ((widthKm / 2 / parallelRadiusKm) * 180) / Math.PI;
  refuseUnless(halfWidth <= 180, 'widthKm');
  const [west, east] = [roundedDegrees(longitude - halfWidth), roundedDegrees(longitude + halfWidth)];
  const ring = rectangleRing([west, roundedDegrees(south), east, roundedDegrees(north)]);
  return areaOfPolygons(cutAtAntimeridian([ring]));
}
