import type { Layer } from '@deck.gl/core';
import { BitmapLayer } from '@deck.gl/layers';
import type { Scene } from '../../../../contract/search.ts';
import type { Position } from 'geojson';
import { latOf, lonOf, type AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import { boundsOf } from '../../../geo/entry/bbox.ts';
import { FLAT } from '../picture/flat.ts';

type Corner = [number, number];

/**
 * A scene's quicklook over its footprint, or null when it has none. A footprint of four corners runs upper left, lower
 * left, lower right, upper right and the picture fills it; any other footprint's picture fills its bounding box, north up
 * (decision record 024).
 * @param opacity 0..1
 */
export function quicklookLayer(scene: Scene, opacity: number): Layer | null {
  const { quicklookUrl } = scene.properties;
  if (quicklookUrl === null) return null;
  return new BitmapLayer({
    id: `deck-quicklook-${scene.id}`,
    image: quicklookUrl,
    opacity,
    bounds: cornersOf(scene.geometry),
    parameters: FLAT,
    // a picture that can't be had leaves the footprint as it was
    onError: () => true,
  });
}

/** Lower left, upper left, upper right, lower right, as deck.gl asks for them. */
function cornersOf(geometry: AreaGeometry): [Corner, Corner, Corner, Corner] {
  const ring = geometry.type === 'Polygon' ? geometry.coordinates[0] : undefined;
  const [upperLeft, lowerLeft, lowerRight, upperRight] = ring ?? [];
  if (ring?.length === 5 && upperLeft && lowerLeft && lowerRight && upperRight) {
    const corner = (position: Position): Corner => [lonOf(position), latOf(position)];
    return [corner(lowerLeft), corner(upperLeft), corner(upperRight), corner(lowerRight)];
  }
  const [west, south, east, north] = boundsOf(geometry);
  return [
    [west, south],
    [west, north],
    [east, north],
    [east, south],
  ];
}
