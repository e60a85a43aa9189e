import { useSelector } from '@xstate/react';
import { MapProvider } from 'react-map-gl/maplibre';
import { mapMode } from '../../../machines/map/map.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { useBaseTiles } from '../base/useBaseTiles.ts';
import { MapAttribution } from '../base/Attribution.tsx';
import { Choosing } from '../choosing/Choosing.tsx';
import { useBoxChoice } from '../choosing/useBoxChoice.ts';
import { Compare } from '../compare/Compare.tsx';
import { Drawing } from '../drawing/Drawing.tsx';
import { Editing } from '../editing/Editing.tsx';
import { UndoNews } from '../editing/undo/UndoNews.tsx';
import { useDrawnFootprints } from '../density/useDrawnFootprints.ts';
import { PixelInspector } from '../delivered/PixelInspector.tsx';
import { FootprintCount } from '../footprints/FootprintCount.tsx';
import { HoverLabel } from '../footprints/HoverLabel.tsx';
import { OrderDiscs } from '../orders/OrderDiscs.tsx';
import { useScenePointer } from '../footprints/useScenePointer.ts';
import { useShownLayers } from '../layerSelector/useMapLayers.ts';
import { Measures } from '../measuring/Measures.tsx';
import { Measuring } from '../measuring/Measuring.tsx';
import { ALL_TOOLS } from '../tools/mapTools.ts';
import type { MapHandle } from './mapHandle.ts';
import { MapHost, PORTAL_MAP } from './MapHost.tsx';
import { portalMap, usePortalMap } from './mapStores.ts';
import { useCamera } from '../camera/useCamera.ts';
import { useGround } from './useGround.ts';
import { usePicture } from '../picture/usePicture.ts';

/** The portal's map with all layers and interactions. */
export function MapCanvas() {
  const t = useT();
  const mapHandle = usePortalMap();
  const mode = useSelector(useActorOf('map'), mapMode);
  const cursor = ALL_TOOLS.find((tool) => tool.mode === mode)?.cursor ?? '';
  return (
    <MapProvider>
      <div className="gt-map__host">
        <MapHost
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
  const ground = useGround(mapHandle, layers);
  useCamera(mapHandle);
  useBaseTiles(mapHandle, layers);
  useDrawnFootprints(mapHandle);
  usePicture(mapHandle, ground, layers);
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
