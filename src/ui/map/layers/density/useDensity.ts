import { useEffect, useMemo } from 'react';
import { baseMapOf } from '../../../../machines/map/baseMap.machine.ts';
import { NAMES } from '../outline/baseStyle.ts';
import { hasTiles } from '../../kernel/tiles.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { densityColors } from './densityColors.ts';
import { DensityLayer, type Density } from './DensityLayer.ts';
import type { AreaGeometry } from '../../../../geo/area/areaGeometry.ts';
import { meshOf, meshOfScenes, type FootprintMesh } from '../footprints/footprintMesh.ts';
import { followScenes, scenesOnMap } from '../footprints/scenes.ts';
import type { MapLayer } from '../tiles/mapLayers.ts';
import { useBaseGround } from '../tiles/useGround.ts';
import type { PortalSources } from '../../kernel/usePicture.ts';
import { densitySteps } from '../../../../machines/map/map.rules.ts';
import { valueStore } from '../../../shared/valueStore.ts';
import { memoLast } from '../../../../geo/memo.ts';
import type { BaseGround } from '../../kernel/symbols.ts';
import { densityView, levelsOf, mostOverlapping, type DensityView } from './densityGrid.ts';

/**
 * Adds the density to the map: below the names of the built-in map, or above the tiles of a base map, which hide
 * those names.
 */
function useDensityLayer({ map }: MapHandle, layers: readonly MapLayer[]): DensityLayer {
  const layer = useMemo(() => new DensityLayer(map, 'density'), [map]);
  const hasBaseTiles = layers.some((one) => baseMapOf(one.id) !== null && hasTiles(one));
  useEffect(() => {
    const place = () => {
      // no style while the context is lost; with the next one the layer is added again
      const order = map.style ? map.getLayersOrder() : [];
      if (!order.includes(NAMES)) return;
      const before = hasBaseTiles ? undefined : NAMES;
      const at = order.indexOf(layer.id);
      if (at === -1) map.addLayer(layer, before);
      else if (order[at + 1] !== before) map.moveLayer(layer.id, before);
    };
    place();
    const { unsubscribe } = map.on('styledata', place);
    return unsubscribe;
  }, [map, layer, hasBaseTiles]);
  useEffect(
    () => () => {
      if (map.style && map.getLayer(layer.id) !== undefined) map.removeLayer(layer.id);
    },
    [map, layer],
  );
  return layer;
}

export const densityStepsStore = valueStore<readonly number[]>(densitySteps(1));

/** Counts footprints for the density; again only if they or the counted part change. */
export function densityPainter() {
  const coverOf = memoLast((areas: readonly AreaGeometry[]) => (areas.length === 0 ? null : meshOf(areas)));
  return memoLast(
    (
      mesh: FootprintMesh,
      shown: Uint8Array | null,
      imagery: readonly AreaGeometry[],
      view: DensityView,
      ground: BaseGround,
      steps: readonly number[],
    ): Density => ({
      counted: view.grids.map((grid) => ({
        grid,
        levels: levelsOf(mesh, shown, coverOf(imagery), grid, steps),
      })),
      colors: densityColors(ground),
    }),
  );
}

/** Shows the density of the scenes on the map while it is chosen, by a layer of the base map. */
export function useDensity(mapHandle: MapHandle, layers: readonly MapLayer[], from: PortalSources): void {
  const layer = useDensityLayer(mapHandle, layers);
  const ground = useBaseGround(mapHandle, layers);
  const count = useMemo(() => densityPainter(), []);
  const stepsOf = useMemo(
    () =>
      memoLast((mesh: FootprintMesh, shown: Uint8Array | null) => densitySteps(mostOverlapping(mesh, shown))),
    [],
  );
  useEffect(() => {
    let view: DensityView | null = null;
    const show = () => {
      const now = scenesOnMap(from);
      if (now === null || now.drawn !== 'density' || now.scenes.length === 0) {
        view = null;
        layer.show(null);
        return;
      }
      const mesh = meshOfScenes(now.scenes);
      view = densityView(mapHandle.bounds(), mapHandle.map.getZoom(), mesh, view);
      const steps = stepsOf(mesh, now.shown);
      densityStepsStore.set(steps);
      layer.show(count(mesh, now.shown, from.imageryBoxes, view, ground, steps));
    };
    show();
    const ends = [
      ...followScenes(from, show),
      mapHandle.onView(() => {
        if (view !== null) show();
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [mapHandle, layer, count, stepsOf, from, ground]);
}
