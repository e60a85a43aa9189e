import { useSelector } from '@xstate/react';
import { MapProvider } from 'react-map-gl/maplibre';
import { mapMode } from '../../machines/map/map.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { useBaseTiles } from './layers/tiles/useBaseTiles.ts';
import { MapAttribution } from './layers/tiles/Attribution.tsx';
import { Choosing } from './tools/choose/Choosing.tsx';
import { useBoxChoice } from './tools/choose/choiceBox.ts';
import { Compare } from './tools/compare/Compare.tsx';
import { Drawing } from './tools/draw/Drawing.tsx';
import { Editing } from './tools/edit/Editing.tsx';
import { UndoNews } from './tools/edit/undo.tsx';
import { useDrawnFootprints } from './layers/footprints/drawnFootprints.ts';
import { PixelInspector } from './layers/delivered/PixelInspector.tsx';
import { FootprintCount, HoverLabel } from './layers/footprints/HoverLabel.tsx';
import { OrderDiscs } from './layers/footprints/OrderDiscs.tsx';
import { useScenePointer } from './layers/footprints/useScenePointer.ts';
import { useShownLayers } from './layers/tiles/useMapLayers.ts';
import { Measures } from './tools/measure/Measures.tsx';
import { Measuring } from './tools/measure/Measuring.tsx';
import { ALL_TOOLS } from './tools.ts';
import type { MapHandle } from './kernel/mapHandle.ts';
import { PORTAL_MAP } from './kernel/MapHost.tsx';
import { GroundMap } from './layers/GroundMap.tsx';
import { portalMap, usePortalMap } from './kernel/mapStores.ts';
import { useCamera } from './kernel/useCamera.ts';
import { usePortalPicture } from './layers/usePortalPicture.ts';
import { LAYERS } from './layers.ts';

/** The portal's map with all layers and interactions. */
export function MapCanvas() {
  const t = useT();
  const mapHandle = usePortalMap();
  const mode = useSelector(useActorOf('map'), mapMode);
  const cursor = ALL_TOOLS.find((tool) => tool.mode === mode)?.cursor ?? '';
  return (
    <MapProvider>
      <div className="gt-map__host">
        <GroundMap
          id={PORTAL_MAP}
          label={t('map.label')}
          cursor={cursor}
          layers={useShownLayers()}
          onHandle={portalMap.set}
        />
      </div>
      {mapHandle !== null && <Compare />}
      {mapHandle !== null && <OnMap key={mapHandle.id} mapHandle={mapHandle} />}
    </MapProvider>
  );
}

function OnMap({ mapHandle }: { mapHandle: MapHandle }) {
  const layers = useShownLayers();
  useCamera(mapHandle);
  useBaseTiles(mapHandle, layers);
  useDrawnFootprints(mapHandle);
  usePortalPicture(mapHandle, LAYERS, layers);
  useScenePointer(mapHandle);
  useBoxChoice(mapHandle);
  return (
    <>
      <OrderDiscs mapHandle={mapHandle} />
      <HoverLabel mapHandle={mapHandle} />
      <Choosing mapHandle={mapHandle} />
      <Drawing mapHandle={mapHandle} />
      <Editing mapHandle={mapHandle} />
      <UndoNews />
      <Measures mapHandle={mapHandle} />
      <Measuring mapHandle={mapHandle} />
      <PixelInspector mapHandle={mapHandle} />
      <FootprintCount />
      <MapAttribution mapHandle={mapHandle} />
    </>
  );
}
