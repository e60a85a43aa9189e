import type { Layer } from '@deck.gl/core';
import type { OutlineSymbol, Rgba } from '../../kernel/symbols.ts';
import { FLAT } from '../../kernel/draw.ts';
import { plainMarks, SCENE_STATE, type SceneMarks } from './footprintMarks.ts';
import { meshOf, type FootprintMesh } from './footprintMesh.ts';
import { FootprintsLayer } from './FootprintsLayer.ts';
import { BitmapLayer } from '@deck.gl/layers';
import type { Scene } from '../../../../../contract/search.ts';
import { quicklookCorners } from '../../../../geo/scenes/quicklookCorners.ts';

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
