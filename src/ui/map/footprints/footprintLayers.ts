import type { Layer } from '@deck.gl/core';
import type { OutlineSymbol, Rgba } from '../picture/symbols.ts';
import { FLAT } from '../picture/flat.ts';
import { plainMarks, SCENE_STATE, type SceneMarks } from './footprintMarks.ts';
import { meshOf, type FootprintMesh } from './footprintMesh.ts';
import { FootprintsLayer } from './FootprintsLayer.ts';

/**
 * One footprint that is not to be seen, drawn wherever the map is: shaders are compiled, and for the state that they are drawn in,
 * before the first reply comes.
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
  /** How each scene looks, one byte of state and one of tone; see SceneMarks. */
  marks: SceneMarks;
  symbol: OutlineSymbol;
  /** Numbers of the scenes to draw, chosen or not; without it all that are not chosen. None is drawn that is hidden. */
  only?: Uint32Array;
  /** The tones' colours, from the first on; none: all wear the symbol's own. */
  tones?: readonly Rgba[];
  /** Whether areas are filled, true without it. */
  isFilled?: boolean;
  pickable?: boolean;
}

/**
 * The layer that draws footprints. Layers of one mesh share its positions and marks on the graphics card, so that the
 * ordinary, the chosen and the hovered footprints may lie in layers of their own at the cost of their triangles' numbers alone.
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

/** The layer that compiles the footprints' shaders; the first footprints find them ready. */
export function warmLayer(id: string, symbol: OutlineSymbol): Layer {
  return footprintLayer(id, { mesh: UNSEEN, marks: UNSEEN_MARKS, symbol });
}
