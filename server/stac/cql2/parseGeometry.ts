import type { Cql2 } from './cql2.ts';
import type { Tokens } from './tokens.ts';

type Reader = (tokens: Tokens) => Cql2;

function number(tokens: Tokens): number {
  const sign = tokens.skip('-') ? -1 : 1;
  if (sign === 1) tokens.skip('+');
  if (tokens.next.kind !== 'number') tokens.fail('expected a number');
  return sign * Number(tokens.take().text);
}

/** Two or three numbers. */
function position(tokens: Tokens): Cql2 {
  const values = [number(tokens), number(tokens)];
  if (!tokens.isMark(',') && !tokens.isMark(')')) values.push(number(tokens));
  return values;
}

/** A list in parentheses. */
const listOf =
  (read: Reader): Reader =>
  (tokens) => {
    tokens.expect('(');
    const values: Cql2[] = [];
    do values.push(read(tokens));
    while (tokens.skip(','));
    tokens.expect(')');
    return values;
  };

/** A position in parentheses; in a MULTIPOINT they may be missing. */
const point: Reader = (tokens) => {
  if (!tokens.skip('(')) return position(tokens);
  const value = position(tokens);
  tokens.expect(')');
  return value;
};

const line = listOf(position);
const rings = listOf(line);

const SHAPES: Readonly<Record<string, readonly [type: string, read: Reader]>> = {
  point: ['Point', point],
  linestring: ['LineString', line],
  polygon: ['Polygon', rings],
  multipoint: ['MultiPoint', listOf(point)],
  multilinestring: ['MultiLineString', rings],
  multipolygon: ['MultiPolygon', listOf(rings)],
};

/**
 * A spatial literal of CQL2 text (annex B: WKT, or BBOX) as GeoJSON or `{bbox}`.
 * @returns null if the next word is another one
 */
export function parseGeometry(tokens: Tokens): Cql2 | null {
  const word = tokens.next.text.toLowerCase();
  const { second } = tokens;
  const isZ = second.kind === 'word' && second.text.toLowerCase() === 'z';
  if (tokens.next.kind !== 'word' || !(isZ || (second.kind === 'mark' && second.text === '('))) return null;
  if (word === 'bbox') {
    tokens.take();
    return { bbox: listOf(number)(tokens) };
  }
  const shape = Object.hasOwn(SHAPES, word) ? SHAPES[word] : undefined;
  if (word !== 'geometrycollection' && !shape) return null;
  tokens.take();
  if (isZ) tokens.take();
  if (shape) return { type: shape[0], coordinates: shape[1](tokens) };
  const member: Reader = () => parseGeometry(tokens) ?? tokens.fail('expected a geometry');
  return { type: 'GeometryCollection', geometries: tokens.nested(() => listOf(member)(tokens)) };
}
