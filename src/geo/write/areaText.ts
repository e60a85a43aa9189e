import {
  areaOfPolygons,
  COORDINATE_DECIMALS,
  latOf,
  lonOf,
  polygonsOf,
  type AreaGeometry,
  type Ring,
  type Rings,
} from '../area/areaGeometry.ts';

/** Characters that a query string leaves as they are; each stands for five bits and a continuation bit. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const RING_END = '.';
const POLYGON_END = '*';

/** The fewest decimals that give every coordinate exactly. */
function decimalsOf(polygons: readonly Rings[]): number {
  let [decimals, scale] = [0, 1];
  const include = (value: number): void => {
    for (; decimals < COORDINATE_DECIMALS && Math.round(value * scale) / scale !== value; scale *= 10)
      decimals++;
  };
  for (const rings of polygons)
    for (const ring of rings)
      for (const position of ring) {
        include(lonOf(position));
        include(latOf(position));
      }
  return decimals;
}

/**
 * A signed integer: zigzag, then groups of five bits, the lowest first. Uses arithmetic because `>>` only has 32
 * bits.
 */
function written(value: number): string {
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  let text = '';
  for (; rest >= 32; rest = Math.floor(rest / 32)) text += DIGITS.charAt(32 + (rest % 32));
  return text + DIGITS.charAt(rest);
}

/**
 * An area as short text for an address: the number of decimals, then each ring as differences from one vertex to
 * the next, without its closing position. Exact: `readAreaText` gives the same area.
 */
export function writeAreaText(geometry: AreaGeometry): string {
  const polygons = polygonsOf(geometry);
  const decimals = decimalsOf(polygons);
  const scale = 10 ** decimals;
  let [lastLon, lastLat] = [0, 0];
  const ringText = (ring: Ring) =>
    ring
      .slice(0, -1)
      .map((position) => {
        const [lon, lat] = [Math.round(lonOf(position) * scale), Math.round(latOf(position) * scale)];
        const text = written(lon - lastLon) + written(lat - lastLat);
        [lastLon, lastLat] = [lon, lat];
        return text;
      })
      .join('');
  return decimals + polygons.map((rings) => rings.map(ringText).join(RING_END)).join(POLYGON_END);
}

/** The signed integers of a text; null if it ends within one or has another character. */
function readIntegers(text: string): number[] | null {
  const values: number[] = [];
  let [value, factor] = [0, 1];
  for (const character of text) {
    const digit = DIGITS.indexOf(character);
    if (digit === -1 || factor > Number.MAX_SAFE_INTEGER / 64) return null;
    value += (digit % 32) * factor;
    factor *= 32;
    if (digit >= 32) continue;
    values.push(value % 2 === 0 ? value / 2 : -(value + 1) / 2);
    [value, factor] = [0, 1];
  }
  return factor === 1 ? values : null;
}

/** Whether a text may be one of `writeAreaText`; WKT begins with a letter. */
export const isAreaText = (text: string): boolean => /^\d/.test(text);

/** Reads an area written by `writeAreaText`; the rings are not checked. @returns null if the text is invalid */
export function readAreaText(text: string): AreaGeometry | null {
  const decimals = Number(text.charAt(0));
  if (!isAreaText(text) || decimals > COORDINATE_DECIMALS) return null;
  const scale = 10 ** decimals;
  let [lon, lat] = [0, 0];
  const polygons: Rings[] = [];
  for (const polygon of text.slice(1).split(POLYGON_END)) {
    const rings: Ring[] = [];
    for (const ringText of polygon.split(RING_END)) {
      const values = readIntegers(ringText);
      if (values === null || values.length === 0 || values.length % 2 === 1) return null;
      const ring: Ring = [];
      for (let at = 0; at < values.length; at += 2) {
        lon += values[at] ?? 0;
        lat += values[at + 1] ?? 0;
        ring.push([lon / scale, lat / scale]);
      }
      rings.push([...ring, ring[0] ?? []]);
    }
    polygons.push(rings);
  }
  return areaOfPolygons(polygons);
}
