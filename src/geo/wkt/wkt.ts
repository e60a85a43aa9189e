import { wktToGeoJSON } from 'betterknown';
import type { AreaGeometry } from '../area/areaGeometry.ts';
import { GeometryError } from '../geometryError.ts';
import { scanWkt } from './wktScan.ts';

export { writeWkt } from './writeWkt.ts';

/** The types that the WKT tab may allow (§2 Coordinate-input dialog). */
export type WktAreaType = 'POLYGON' | 'MULTIPOLYGON';

/**
 * §5 Coordinate dialog, WKT: the text must parse and its type must be allowed (default POLYGON). Heights and measures
 * are dropped. Whether the rings make a valid AOI is aoiOf's matter.
 * @throws GeometryError wktIncorrect {line, column, cause}; typeIncorrect {type, allowed}; tooManyVertices
 */
export function readAreaWkt(text: string, allowed: readonly WktAreaType[] = ['POLYGON']): AreaGeometry {
  const { type, empty, undeclared } = scanWkt(text);
  if (!allowed.some((name) => name === type))
    throw new GeometryError('typeIncorrect', { type, allowed: allowed.join(', ') });
  if (empty) throw new GeometryError('wktIncorrect', { line: 1, column: 1, cause: 'emptyGeometry' });
  // betterknown knows no whitespace but the space, and no heights that the head doesn't announce
  const plain = text.trim().replace(/\s+/g, ' ');
  const announced = undeclared === '' ? plain : plain.replace(/^[a-z]+/i, (name) => `${name} ${undeclared}`);
  const geometry = wktToGeoJSON(announced);
  if (geometry?.type === 'Polygon')
    return { type: 'Polygon', coordinates: geometry.coordinates.map(withoutHeights) };
  if (geometry?.type === 'MultiPolygon')
    return {
      type: 'MultiPolygon',
      coordinates: geometry.coordinates.map((rings) => rings.map(withoutHeights)),
    };
  throw new GeometryError('wktIncorrect', { line: 1, column: 1, cause: 'typeUnknown' });
}

function withoutHeights(ring: number[][]): number[][] {
  return ring.map((position) => position.slice(0, 2));
}
