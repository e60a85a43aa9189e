import { stringify } from 'wellknown';
import { latOf, lonOf, roundedDegrees, type AreaGeometry, type Rings } from '../area/areaGeometry.ts';

function roundedRings(rings: Rings): [number, number][][] {
  return rings.map((ring) =>
    ring.map((position) => [roundedDegrees(lonOf(position)), roundedDegrees(latOf(position))]),
  );
}

/**
 * An area as WKT (OGC 06-103r4 §7), longitude before latitude, degrees rounded to 7 decimals
 * (roundedDegrees), heights dropped: `POLYGON ((103.8 1.2, …))`. Reading it again gives the same text.
 */
export function writeWkt(geometry: AreaGeometry): string {
  const { type, coordinates } = geometry;
  const text =
    type === 'Polygon'
      ? stringify({ type, coordinates: roundedRings(coordinates) })
      : stringify({ type, coordinates: coordinates.map(roundedRings) });
  // JavaScript writes numbers below 1e-6 with an exponent: with 7 decimals 1e-7 to 9e-7
  return text.replace(/(\d)e-7/g, '0.000000$1');
}
