import {
  COORDINATE_DECIMALS,
  latOf,
  lonOf,
  roundedDegrees,
  type AreaGeometry,
  type Rings,
} from '../area/areaGeometry.ts';

/** A coordinate with at most 7 decimals, no trailing zeros and never in exponent form. */
function coordinateText(value: number): string {
  const text = roundedDegrees(value).toFixed(COORDINATE_DECIMALS);
  return text.replace(/\.?0+$/, '');
}

function ringsText(rings: Rings): string {
  const texts = rings.map((ring) => {
    const positions = ring.map(
      (position) => `${coordinateText(lonOf(position))} ${coordinateText(latOf(position))}`,
    );
    return `(${positions.join(', ')})`;
  });
  return `(${texts.join(', ')})`;
}

/**
 * An area as WKT (OGC 06-103r4 §7), longitude before latitude, degrees rounded to 7 decimals (roundedDegrees), heights
 * dropped: `POLYGON ((103.8 1.2, …))`. Reading it again gives the same text.
 */
export function writeWkt(geometry: AreaGeometry): string {
  if (geometry.type === 'Polygon') return `POLYGON ${ringsText(geometry.coordinates)}`;
  return `MULTIPOLYGON (${geometry.coordinates.map(ringsText).join(', ')})`;
}
