import type { Layer } from '@deck.gl/core';
import { BitmapLayer } from '@deck.gl/layers';
import type { Scene } from '../../../../contract/search.ts';
import { quicklookCorners } from '../../../geo/scenes/quicklookCorners.ts';
import { FLAT } from '../picture/flat.ts';

/**
 * A scene's quicklook over its footprint.
 * @param opacity 0..1
 * @returns null if the scene has no quicklook
 */
export function quicklookLayer(scene: Scene, opacity: number): Layer | null {
  const { quicklookUrl } = scene.properties;
  if (quicklookUrl === null) return null;
  const [upperLeft, upperRight, lowerRight, lowerLeft] = quicklookCorners(scene.geometry);
  return new BitmapLayer({
    id: `deck-quicklook-${scene.id}`,
    image: quicklookUrl,
    opacity,
    bounds: [lowerLeft, upperLeft, upperRight, lowerRight],
    parameters: FLAT,
    // the footprint stays as it is if the picture can't be loaded
    onError: () => true,
  });
}
