import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { previewedArea } from '../../../machines/aoi/aoi.selectors.ts';
import { shownMeasures } from '../../../machines/map/map.selectors.ts';
import { shownSavedArea } from '../../../machines/saved/savedAois.selectors.ts';
import { flippedScene } from '../../../machines/search/look/look.selectors.ts';
import {
  bestCoverOf,
  mappedFootprints,
  quicklookOpacity,
  stackedQuicklooks,
} from '../../../machines/search/results/results.selectors.ts';
import { useActorIf, useActorOf } from '../../shared/actors.tsx';
import { hoveredScene, onHovered } from '../../shared/hover.ts';
import { sketchStore } from '../layers/sketch.ts';
import { editSketch } from '../layers/editing.ts';
import type { Ground } from '../kernel/symbols.ts';
import type { Scene } from '../../../../contract/search.ts';
import { useBaseGround } from '../layers/tiles/useGround.ts';
import { densityView } from '../layers/density/densityGrid.ts';
import { densityPainter } from '../layers/density/useDensity.ts';
import { drawnFootprintsStore } from '../layers/density/drawnFootprints.ts';
import { useDensityLayer } from '../layers/density/useDensity.ts';
import { meshOfScenes } from '../layers/footprints/footprintMesh.ts';
import { imageryBoxesOf, type MapLayer } from '../layers/tiles/mapLayers.ts';
import { imageryPicturer } from '../layers/imagery.ts';
import { hoveredLayer } from '../layers/imagery.ts';
import { measuredLine } from '../layers/measures.ts';
import { acquisitionPicturer } from '../layers/passes.ts';
import { passPicturer } from '../layers/passes.ts';
import { orderPicture } from '../layers/footprints/scenes.ts';
import type { MapHandle } from '../kernel/mapHandle.ts';
import { memo } from '../kernel/memo.ts';
import { EMPTY_PICTURE, type Picture } from './pictureParts.ts';

const NONE: readonly string[] = [];
/** The list of one, the same for the same: what has not changed is not drawn again. */
const onlyOne = memo((id: string): readonly string[] => [id]);

/** The passes predicted in the open tasking form. */
function usePassesOf(tasking: ReturnType<typeof useActorIf<'tasking'>>) {
  return useSelector(tasking, (form) => form?.children.passes);
}

/** Of the scenes of a place, only the one that is looked at is on the map, with its quicklook. */
const flippedPicture = (scene: Scene | null) =>
  scene && {
    drawn: 'hidden' as const,
    density: null,
    chosen: NONE,
    quicklooks: onlyOne(scene.id),
    hovered: scene.id,
  };

/** Draws everything on the base map when an actor, the hover or a sketch changes, without React rendering. */
export function usePicture(mapHandle: MapHandle, ground: Ground, layers: readonly MapLayer[]): void {
  const { canvas } = mapHandle;
  const baseGround = useBaseGround(mapHandle, layers);
  const imageryBoxes = useMemo(() => imageryBoxesOf(layers), [layers]);
  const densityLayer = useDensityLayer(mapHandle, layers);
  const countDensity = useMemo(() => densityPainter(), []);
  const results = useActorOf('results');
  const look = useActorOf('look');
  const aoi = useActorOf('aoi');
  const map = useActorOf('map');
  const saved = useActorIf('savedAois');
  const tasking = useActorIf('tasking');
  const imagery = useActorIf('imagery');
  const acquisition = useActorIf('newAcquisition');
  const orderPage = useActorIf('orderPage');
  const passes = usePassesOf(tasking);
  const acquisitionOf = useMemo(() => acquisitionPicturer(), []);
  const passesOf = useMemo(() => passPicturer(), []);
  const imageryOf = useMemo(() => imageryPicturer(), []);
  useEffect(() => {
    let shown: Picture = EMPTY_PICTURE;
    const densityOf = (scenes: readonly Scene[]) =>
      drawnFootprintsStore.get() === 'density' && scenes.length > 0
        ? densityView(mapHandle.bounds(), mapHandle.map.getZoom(), meshOfScenes(scenes), shown.density)
        : null;
    const show = () => {
      const found = results.getSnapshot();
      const { context } = found;
      const footprints = mappedFootprints(found);
      const next: Picture = {
        ground,
        baseGround,
        imageryBoxes,
        aoi: aoi.getSnapshot().context.aoi?.geometry ?? null,
        ...footprints,
        drawn: drawnFootprintsStore.get(),
        density: densityOf(footprints.scenes),
        chosen: context.chosen,
        quicklooks: stackedQuicklooks(found),
        opacity: quicklookOpacity(found),
        gap: bestCoverOf(found)?.gap ?? null,
        hovered: hoveredScene(),
        isNumbered: false,
        sketch: sketchStore.get(),
        editing: editSketch.get(),
        preview: previewedArea(aoi.getSnapshot()) ?? (saved ? shownSavedArea(saved.getSnapshot()) : null),
        measures: shownMeasures(map.getSnapshot()),
        measuring: measuredLine.get(),
        passes:
          tasking !== undefined
            ? passesOf(tasking.getSnapshot())
            : acquisition === undefined
              ? null
              : acquisitionOf(acquisition.getSnapshot()),
        imagery: imagery === undefined ? null : imageryOf(imagery.getSnapshot(), hoveredLayer.get()),
        ...flippedPicture(flippedScene(look.getSnapshot())),
        // the map shows the order that is open, not the last search
        ...(orderPage === undefined ? null : orderPicture(orderPage.getSnapshot())),
      };
      const isSame = Object.entries(next).every(([key, given]) => shown[key as keyof Picture] === given);
      if (isSame) return;
      const isFound = next.scenes !== shown.scenes && next.scenes.length > 0;
      shown = next;
      canvas.show(next);
      densityLayer.show(
        next.density &&
          countDensity(
            meshOfScenes(next.scenes),
            next.shown,
            next.imageryBoxes,
            next.density,
            next.baseGround,
          ),
      );
      // run in the task after the list's, before the next frame
      if (isFound) setTimeout(() => canvas.drawNow());
    };
    show();
    const ends = [
      results.subscribe(show),
      look.subscribe(show),
      aoi.subscribe(show),
      map.subscribe(show),
      saved?.subscribe(show),
      tasking?.subscribe(show),
      passes?.subscribe(show),
      acquisition?.subscribe(show),
      imagery?.subscribe(show),
      orderPage?.subscribe(show),
    ];
    const leave = [
      onHovered(show),
      sketchStore.on(show),
      editSketch.on(show),
      measuredLine.on(show),
      hoveredLayer.on(show),
      drawnFootprintsStore.on(show),
      // only density depends on the view
      mapHandle.onView(() => {
        if (shown.density !== null) show();
      }),
    ];
    return () => {
      for (const end of ends) end?.unsubscribe();
      for (const end of leave) end();
    };
  }, [
    mapHandle,
    canvas,
    look,
    ground,
    baseGround,
    imageryBoxes,
    densityLayer,
    countDensity,
    results,
    aoi,
    map,
    saved,
    tasking,
    passes,
    passesOf,
    acquisition,
    acquisitionOf,
    imagery,
    imageryOf,
    orderPage,
  ]);
}
