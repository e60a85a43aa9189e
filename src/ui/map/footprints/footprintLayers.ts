import type { Layer } from '@deck.gl/core';
import type { OutlineSymbol, Rgba } from '../picture/symbols.ts';
import { FLAT } from '../picture/flat.ts';
import { plainMarks, SCENE_STATE, type SceneMarks } from './footprintMarks.ts';
import { meshOf, type FootprintMesh } from './footprintMesh.ts';
import { FootprintsLayer } from './FootprintsLayer.ts';

/**
 * One invisible footprint, drawn wherever the map is: it compiles the shaders, for the state that they are used in, before
 * the first reply arrives.
 */
const UNSEEN: FootprintMesh = {
  ...meshOf([
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 1],
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ],
      ],
    },
  ]),
  bounds: [0, 0, 512, 512],
};
const UNSEEN_MARKS: SceneMarks = { ...plainMarks(1), states: Uint8Array.of(SCENE_STATE.hidden) };

const NO_TONES: readonly Rgba[] = [];

/** What a layer of footprints draws. */
export interface Footprints {
  mesh: FootprintMesh;
  /** Each scene's state and tone, a byte each. */
  marks: SceneMarks;
  symbol: OutlineSymbol;
  /** Indexes of the scenes to draw, chosen or not; by default all that are not chosen. Hidden ones are never drawn. */
  only?: Uint32Array;
  /** The tones' colours, from tone 1; by default all have the symbol's own. */
  tones?: readonly Rgba[];
  /** Whether areas are filled; true by default. */
  isFilled?: boolean;
  pickable?: boolean;
}

/**
 * The layer that draws footprints. Layers of one mesh share its positions and marks on the GPU, so separate layers for the
 * chosen and the hovered footprints cost only their triangles' indexes.
 */
export function footprintLayer(id: string, { mesh, marks, symbol, ...rest }: Footprints): Layer {
  return new FootprintsLayer({
    id: `deck-${id}`,
    mesh,
    marks,
    symbol,
    only: rest.only ?? null,
    tones: rest.tones ?? NO_TONES,
    isFilled: rest.isFilled ?? true,
    pickable: rest.pickable ?? false,
    parameters: FLAT,
  });
}

/** The layer that compiles the footprints' shaders in advance. */
export function warmLayer(id: string, symbol: OutlineSymbol): Layer {
  return footprintLayer(id, { mesh: UNSEEN, marks: UNSEEN_MARKS, symbol });
}
