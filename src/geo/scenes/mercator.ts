/** Side of Mercator's square: deck.gl's common space. */
export const WORLD = 512;
/** Web Mercator's limit, degrees; the map can't show scenes beyond it. */
const MAX_LATITUDE = 85.051129;

/** X of a longitude (degrees) in Mercator's square. */
export const mercatorX = (lon: number): number => ((lon + 180) / 360) * WORLD;
/** Y of a latitude (degrees) in Mercator's square, northwards. */
export function mercatorY(lat: number): number {
  const kept = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat));
  return WORLD * (0.5 + Math.log(Math.tan(Math.PI / 4 + (kept * Math.PI) / 360)) / (2 * Math.PI));
}
