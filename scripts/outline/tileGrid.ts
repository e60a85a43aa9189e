/** Coordinate units per tile side: MapLibre's, so that nothing is rounded twice. */
export const EXTENT = 8192;
export const PIXEL = EXTENT / 512;
/** How far a tile reaches over its edge: the width of lines beyond it. */
export const OVERLAP = 32 * PIXEL;

/** Web Mercator coordinates, 0..1 from the north-west. */
export function squareOf([lon = 0, lat = 0]: readonly number[]): [x: number, y: number] {
  const sine = Math.sin((lat * Math.PI) / 180);
  return [(lon + 180) / 360, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}
