import type { Layer } from '@deck.gl/core';
import { polygonsOf, type AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import { joinedAt180 } from '../../../geo/antimeridian/joinAntimeridian.ts';
import { SYMBOLS, type Ground, type OutlineSymbol } from '../kernel/symbols.ts';
import { fillLayer, lineLayers } from '../kernel/lineLayers.ts';
import type { SnapshotFrom } from 'xstate';
import type { imageryMachine } from '../../../machines/imagery/imagery.machine.ts';
import type { LayerVector, PanelLayer } from '../../../machines/imagery/imagery.rules.ts';
import {
  imageryLayers as layersOf,
  layerOutlines,
  layerVectors,
} from '../../../machines/imagery/imagery.selectors.ts';
import { memo } from '../kernel/memo.ts';
import { valueStore } from '../../shared/valueStore.ts';

/** The parts of the imagery layers besides their tiles. */
export interface ImageryPicture {
  /** Extents of the layers on the map. */
  outlines: readonly AreaGeometry[];
  /** Extent of the layer hovered in the panel. */
  hovered: AreaGeometry | null;
  /** Vector data. */
  vectors: readonly AreaGeometry[];
}

/** Outlines without the edge along 180° where an area is cut. */
function outlineLayers(
  id: string,
  areas: readonly AreaGeometry[],
  symbol: OutlineSymbol,
  ground: Ground,
): Layer[] {
  const lines = areas.flatMap((area) => joinedAt180(area).flat());
  return lineLayers(id, lines, symbol, ground);
}

/** Extents are drawn like unfilled footprints, vector data above them (docs/design.md, Map symbols). */
export function imageryLayers({ outlines, hovered, vectors }: ImageryPicture, ground: Ground): Layer[] {
  const { footprint, hovered: marked, vector } = SYMBOLS[ground];
  return [
    ...outlineLayers('deck-imagery', outlines, footprint, ground),
    fillLayer('deck-vectors', vectors.flatMap(polygonsOf), vector.fill, ground),
    ...outlineLayers('deck-vectors', vectors, vector, ground),
    ...outlineLayers('deck-imagery-hovered', hovered === null ? [] : [hovered], marked, ground),
  ];
}

const areaOf = (layers: readonly PanelLayer[], id: number | null): AreaGeometry | null =>
  layers.find((layer) => layer.id === id)?.area ?? null;

/** Builds the picture of the imagery layers; the same object until it changes, null if it is empty. */
export function imageryPicturer() {
  const pictured = memo(
    (
      outlines: readonly AreaGeometry[],
      hovered: AreaGeometry | null,
      vectors: readonly LayerVector[],
    ): ImageryPicture | null =>
      outlines.length === 0 && hovered === null && vectors.length === 0
        ? null
        : { outlines, hovered, vectors: vectors.map(({ area }) => area) },
  );
  return (imagery: SnapshotFrom<typeof imageryMachine>, hovered: number | null): ImageryPicture | null =>
    pictured(layerOutlines(imagery), areaOf(layersOf(imagery), hovered), layerVectors(imagery));
}

/** Id of the imagery layer hovered or focused in the panel; its extent is drawn on the map. */
export const hoveredLayer = valueStore<number | null>(null);

/** Value of the opacity slider during a drag, percent; the actor gets only the final value. */
export const slidingOpacity = valueStore<{ id: number; opacity: number } | null>(null);
