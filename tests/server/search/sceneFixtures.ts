import type { Footprint } from '../../../contract/search.ts';
import type { NewScene, SceneFacts } from '../../../server/search/scenes.ts';
import { box } from '../../fixtures/box.ts';

/** A rectangle in degrees, counter-clockwise. */
export function square(west: number, south: number, east: number, north: number): Footprint {
  return box(west, south, east, north);
}

/** An optical scene with ordinary facts, overridden by the test. */
export function sceneOf(productId: string, geometry: Footprint, facts: Partial<SceneFacts> = {}): NewScene {
  return {
    geometry,
    quicklookHref: null,
    item: null,
    facts: {
      productId,
      acquisitionDate: '2026-06-15T03:22:05Z',
      satellite: 'SV-2 03',
      satCode: 'SV2-03',
      sensor: 'PMS',
      sensorType: 'OPTICAL',
      gsd: 0.5,
      cloudCover: 3,
      offNadirAngle: 8.4,
      sunElevation: 62.1,
      area: 750,
      orbitDirection: 'Descending',
      sideLookDirection: null,
      imagingMode: 'Strip',
      productMode: 'MONO',
      sourceCode: 'S',
      supplier: 'Skyview Imaging',
      simulated: true,
      source: null,
      ...facts,
    },
  };
}
