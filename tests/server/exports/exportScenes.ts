import type { Footprint } from '../../../contract/search.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';

/** A footprint with a hole. */
const HOLED: Footprint = {
  type: 'Polygon',
  coordinates: [
    ...square(10, 10, 14, 14).coordinates,
    ...square(11, 11, 12, 12).coordinates.map((ring) => (ring as number[][]).toReversed()),
  ] as number[][][],
};
/** A footprint across 180°. */
const ACROSS: Footprint = {
  type: 'MultiPolygon',
  coordinates: [square(179, -1, 180, 1).coordinates, square(-180, -1, -179, 1).coordinates] as number[][][][],
};
/** A rotated footprint; its ring starts in the upper left corner. */
export const TURNED: Footprint = {
  type: 'Polygon',
  coordinates: [
    [
      [103.7, 1.45],
      [103.65, 1.2],
      [103.88, 1.15],
      [103.93, 1.4],
      [103.7, 1.45],
    ],
  ],
};
const UNKNOWN = {
  cloudCover: null,
  offNadirAngle: null,
  sunElevation: null,
  sensor: null,
  supplier: null,
  productMode: null,
};
/** Scenes for export tests: unusual shapes and ids, unknown values. */
export const SCENES = [
  sceneOf('TURNED', TURNED, { supplier: '天视成像' }),
  sceneOf('HOLED/1', HOLED, { ...UNKNOWN, simulated: false }),
  sceneOf('HOLED 1', square(20, 20, 21, 21), { simulated: false }),
  sceneOf('ACROSS', ACROSS, { gsd: 2, cloudCover: 7.25 }),
];
export const IDS = SCENES.map((scene) => scene.facts.productId);
