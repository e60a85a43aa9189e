import type { Layer } from '@deck.gl/core';
import type { OutlineSymbol, Rgba } from '../../kernel/symbols.ts';
import { FLAT } from '../../kernel/draw.ts';
import { plainMarks, SCENE_STATE, type SceneMarks } from './footprintMarks.ts';
import { meshOf, type FootprintMesh } from './footprintMesh.ts';
import { FootprintsLayer } from './FootprintsLayer.ts';

/**
 * One invisible footprint that is drawn in any view, to compile the shaders (in their actual state) before
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

/** Content of a footprint layer. */
export interface Footprints {
  mesh: FootprintMesh;
  /** State and tone of each scene, a byte each. */
  marks: SceneMarks;
  symbol: OutlineSymbol;
  /** Indexes of the scenes to draw; default: all that are not selected. Hidden ones are never drawn. */
  only?: Uint32Array;
  /** Colours of the tones, from tone 1; default: the symbol's own colour. */
  tones?: readonly Rgba[];
  /** Whether areas are filled; true by default. */
  isFilled?: boolean;
  pickable?: boolean;
}

/**
 * A footprint layer. Layers of one mesh share positions and marks on the GPU, so separate layers for selected
 * and hovered footprints cost only their index buffers.
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

/** A layer that compiles the footprint shaders in advance. */
export function warmLayer(id: string, symbol: OutlineSymbol): Layer {
  return footprintLayer(id, { mesh: UNSEEN, marks: UNSEEN_MARKS, symbol });
}
