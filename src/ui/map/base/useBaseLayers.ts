import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useActorIf, useActorOf } from '../../shared/actors.tsx';
import { hoveredScene, onHovered } from '../../shared/hover.ts';
import { hoveredLayer } from '../imagery/layerStores.ts';
import { useLanguage } from '../../shared/i18n/useT.ts';
import { useShownTheme } from '../../shared/styles/useShownTheme.ts';
import { viewBoundsOf } from '../../../geo/entry/bbox.ts';
import { previewedArea } from '../../../machines/aoi/aoi.selectors.ts';
import { shownMeasures } from '../../../machines/map/map.selectors.ts';
import { shownSavedArea } from '../../../machines/saved/savedAois.selectors.ts';
import {
  bestCoverOf,
  mappedFootprints,
  openScene,
  quicklookOpacity,
} from '../../../machines/search/results.selectors.ts';
import { groundOf, type MapLayer } from '../layerSelector/mapLayers.ts';
import { useShownLayers } from '../layerSelector/useMapLayers.ts';
import { EMPTY_PICTURE, picturePainter, type Picture } from '../canvas/picture.ts';
import { regionNames } from './regionNames.ts';
import { measuringNow, onMeasuring } from '../measuring/measureStore.ts';
import { useEntryPreview } from '../editing/useEntryPreview.ts';
import { editSketchNow, onEditSketch } from '../editing/editStore.ts';
import { onSketch, sketchNow } from '../drawing/sketchStore.ts';
import type { MapStage } from '../canvas/stage.ts';
import type { Ground } from '../footprints/symbols.ts';
import { imageryPicturer } from '../imagery/imageryPicture.ts';
import { passPicturer } from '../passes/passPicture.ts';
import { useImageryTiles } from '../imagery/useImageryTiles.ts';
import { useRoom } from '../canvas/useMapPadding.ts';

/** Theme, language and layers of tiles of a stage; gives the symbols that are drawn on them. */
export function useGround(stage: MapStage, layers: readonly MapLayer[]): Ground {
  const theme = useShownTheme();
  const language = useLanguage();
  const seen = useSyncExternalStore(stage.tiles.onSeen, stage.tiles.seen);
  useEffect(() => void stage.showTheme(theme), [stage, theme]);
  useEffect(() => void stage.showNames(regionNames(language)), [stage, language]);
  useEffect(() => stage.showTiles(layers), [stage, layers]);
  useImageryTiles(stage);
  return groundOf(theme, layers, seen);
}

/** The camera goes where the map's actor wants it (§5 Coordinate dialog), clear of panel and drawer. */
function useCamera(stage: MapStage): void {
  const map = useActorOf('map');
  const results = useActorOf('results');
  const aoi = useActorOf('aoi');
  const room = useRoom();
  const start = useRef(room);
  useEffect(() => stage.setRoom(room), [stage, room]);
  useEffect(() => {
    stage.setRoom(start.current);
    const { start: begin } = map.getSnapshot().context;
    if (begin === null) stage.goToStart();
    else stage.goTo(begin);
    // an area that came back before the map stood: nobody has seen yet where it is
    const { aoi: area, origin } = aoi.getSnapshot().context;
    const isUnseen = origin === 'saved' || origin === 'address';
    if (begin === null && area !== null && isUnseen) stage.fit(viewBoundsOf(area.geometry));
    const wanted = [
      map.on('camera.requested', ({ bbox }) => stage.fit(bbox)),
      map.on('view.requested', ({ view }) => stage.goTo(view)),
    ];
    const unsettled = stage.onSettled((view) => map.send({ type: 'view.settled', view }));
    return () => {
      for (const one of wanted) one.unsubscribe();
      unsettled();
    };
  }, [stage, map, aoi]);
  useEntryPreview(stage, room);
  const open = useSelector(results, openScene);
  useEffect(() => {
    if (open !== null) stage.reveal(viewBoundsOf(open.geometry));
  }, [stage, open]);
}

/** The passes that the open form foretells. */
function usePassesOf(tasking: ReturnType<typeof useActorIf<'tasking'>>) {
  return useSelector(tasking, (form) => form?.children.passes);
}

/** Everything on the base map, drawn anew when an actor, the hover or the sketch changes; React renders nothing for it. */
export function usePicture(stage: MapStage, ground: Ground): void {
  const paint = useMemo(() => picturePainter(), []);
  const results = useActorOf('results');
  const aoi = useActorOf('aoi');
  const map = useActorOf('map');
  const saved = useActorIf('savedAois');
  const tasking = useActorIf('tasking');
  const imagery = useActorIf('imagery');
  const passes = usePassesOf(tasking);
  const passesOf = useMemo(() => passPicturer(), []);
  const imageryOf = useMemo(() => imageryPicturer(), []);
  useEffect(() => {
    let shown: Picture = EMPTY_PICTURE;
    const show = () => {
      const found = results.getSnapshot();
      const { context } = found;
      const next: Picture = {
        ground,
        aoi: aoi.getSnapshot().context.aoi?.geometry ?? null,
        ...mappedFootprints(found),
        chosen: context.chosen,
        quicklooks: context.quicklooks,
        opacity: quicklookOpacity(found),
        gap: bestCoverOf(found)?.gap ?? null,
        hovered: hoveredScene(),
        sketch: sketchNow(),
        editing: editSketchNow(),
        preview: previewedArea(aoi.getSnapshot()) ?? (saved ? shownSavedArea(saved.getSnapshot()) : null),
        measures: shownMeasures(map.getSnapshot()),
        measuring: measuringNow(),
        passes: tasking === undefined ? null : passesOf(tasking.getSnapshot()),
        imagery: imagery === undefined ? null : imageryOf(imagery.getSnapshot(), hoveredLayer.get()),
      };
      const isSame = Object.entries(next).every(([key, given]) => shown[key as keyof Picture] === given);
      if (isSame) return;
      const isFound = next.scenes !== shown.scenes && next.scenes.length > 0;
      shown = next;
      stage.showLayers(paint(next));
      // in the task after the list's, the page's next frame is still to come
      if (isFound) setTimeout(() => stage.drawNow());
    };
    show();
    const ends = [
      results.subscribe(show),
      aoi.subscribe(show),
      map.subscribe(show),
      saved?.subscribe(show),
      tasking?.subscribe(show),
      passes?.subscribe(show),
      imagery?.subscribe(show),
    ];
    const leave = [
      onHovered(show),
      onSketch(show),
      onEditSketch(show),
      onMeasuring(show),
      hoveredLayer.on(show),
    ];
    return () => {
      for (const end of ends) end?.unsubscribe();
      for (const end of leave) end();
    };
  }, [stage, ground, paint, results, aoi, map, saved, tasking, passes, passesOf, imagery, imageryOf]);
}

/** Keeps the stage like the actors, the theme and the language. */
export function useScenery(stage: MapStage): void {
  const ground = useGround(stage, useShownLayers());
  useCamera(stage);
  usePicture(stage, ground);
  useEffect(() => {
    // figures on the map wear the colours of the lines beside them
    const view = stage.map.getContainer().parentElement;
    view?.setAttribute('data-ground', ground);
    return () => view?.removeAttribute('data-ground');
  }, [stage, ground]);
}
