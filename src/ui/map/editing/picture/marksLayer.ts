import type { Layer } from '@deck.gl/core';
import { IconLayer } from '@deck.gl/layers';
import type { Position } from 'geojson';
import { latOf, lonOf } from '../../../../geo/area/areaGeometry.ts';
import type { Ground } from '../../picture/symbols.ts';
import { FLAT } from '../../picture/flat.ts';
import type { Tick } from '../../picture/ticks.ts';
import { MARKS, marksAtlas } from './marks.ts';

export function ticksLayer(ticks: readonly Tick[], ground: Ground): Layer {
  return new IconLayer<Tick>({
    id: `deck-ticks-${ground}`,
    data: ticks,
    iconAtlas: marksAtlas(ground),
    iconMapping: MARKS,
    getIcon: () => 'tick',
    getSize: 24,
    getPosition: (tick) => tick.position,
    getPixelOffset: (tick) => tick.offset,
    parameters: FLAT,
  });
}

/** A mark of the AOI editor; degrees. */
export interface Mark {
  kind: 'vertex' | 'middle' | 'whole' | 'held' | 'focused' | 'crossing';
  position: Position;
}

/** Handles of vertices, edges and the whole area; the held or focused one; crossings. */
export function marksLayer(id: string, marks: readonly Mark[], ground: Ground): Layer {
  return new IconLayer<Mark>({
    id: `deck-${id}-${ground}`,
    data: marks,
    iconAtlas: marksAtlas(ground),
    iconMapping: MARKS,
    getIcon: ({ kind }) => (kind === 'vertex' ? 'handle' : kind),
    getSize: 24,
    getPosition: ({ position }) => [lonOf(position), latOf(position)],
    parameters: FLAT,
  });
}
