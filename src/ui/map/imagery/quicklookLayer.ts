import type { Layer } from '@deck.gl/core';
import { BitmapLayer } from '@deck.gl/layers';
import type { Scene } from '../../../../contract/search.ts';
import type { Position } from 'geojson';
import { latOf, lonOf, type AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import { boundsOf } from '../../../geo/entry/bbox.ts';
import { FLAT } from '../picture/flat.ts';

type Corner = [number, number];

/**
 * A scene's quicklook over its footprint. A footprint of four corners (upper left, lower left, lower right,
 * upper right) is filled by the picture; otherwise the picture fills the bounding box, north up (decision
 * 24).
 * @param opacity 0..1
 * @returns null if the scene has no quicklook
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
    // the footprint stays as it is if the picture can't be loaded
    onError: () => true,
  });
}

/** Lower left, upper left, upper right, lower right (deck.gl's order). */
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
