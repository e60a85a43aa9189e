import { parse } from 'wellknown';
import { polygonsOf, type AreaGeometry, type Ring } from '../area/areaGeometry.ts';
import { refuseUnclear } from '../antimeridian/unbroken.ts';
import { GeometryError } from '../geometryError.ts';
import { scanWkt } from './wktScan.ts';

export { writeWkt } from './writeWkt.ts';

/** Types that the WKT tab may allow (§2 Coordinate-input dialog). */
export type WktAreaType = 'POLYGON' | 'MULTIPOLYGON';

/**
 * An area from a text, where nobody can be asked which area is meant. The rings are not checked otherwise: aoiOf does that.
 * @throws GeometryError of parsedAreaWkt; poleUnclear, edgeUnclear of refuseUnclear
 */
export function readAreaWkt(text: string, allowed: readonly WktAreaType[] = ['POLYGON']): AreaGeometry {
  const geometry = parsedAreaWkt(text, allowed);
  for (const rings of polygonsOf(geometry)) refuseUnclear(rings, 'straight');
  return geometry;
}

/**
 * §5 Coordinate dialog, WKT: the text must parse and its type must be allowed (default POLYGON). Heights and
 * measures are dropped. The rings are not checked: checkArea does that.
 * @throws GeometryError wktIncorrect {line, column, cause}; typeIncorrect {type, allowed}; tooManyVertices
 */
export function parsedAreaWkt(text: string, allowed: readonly WktAreaType[] = ['POLYGON']): AreaGeometry {
  const { type, empty } = scanWkt(text);
  if (!allowed.some((name) => name === type))
    throw new GeometryError('typeIncorrect', { type, allowed: allowed.join(', ') });
  if (empty) throw new GeometryError('wktIncorrect', { line: 1, column: 1, cause: 'emptyGeometry' });
  const geometry = parse(type + plainBody(text));
  if (geometry?.type === 'Polygon')
    return { type: 'Polygon', coordinates: geometry.coordinates.map(withoutHeights) };
  if (geometry?.type === 'MultiPolygon')
    return {
      type: 'MultiPolygon',
      coordinates: geometry.coordinates.map((rings) => rings.map(withoutHeights)),
    };
  throw new GeometryError('wktIncorrect', { line: 1, column: 1, cause: 'typeUnknown' });
}

/**
 * The brackets of a scanned text as wellknown expects them: single spaces, no number ending with a point, no empty member.
 */
function plainBody(text: string): string {
  let body = text.slice(text.indexOf('('));
  for (let before = ''; before !== body;) {
    before = body;
    body = body.replace(/,\s*EMPTY\b|\bEMPTY\s*,/gi, '').replace(/\(\s*EMPTY\s*\)/gi, 'EMPTY');
  }
  return body.replace(/\s+/g, ' ').replace(/(\d)\.(?!\d)/g, '$1');
}

function withoutHeights(ring: Ring): Ring {
  return ring.map((position) => position.slice(0, 2));
}
