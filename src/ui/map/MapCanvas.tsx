import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { MapProvider } from 'react-map-gl/maplibre';
import { mapMode } from '../../machines/map/map.selectors.ts';
import { useActorIf, useActorOf } from '../shared/actors.tsx';
import { Boundary } from '../shared/kit/states/Boundary.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { useBaseTiles } from './layers/tiles/useBaseTiles.ts';
import { MapAttribution } from './layers/tiles/Attribution.tsx';
import { useBoxChoice } from './tools/choose/choiceBox.ts';
import { useCoverageView } from './layers/coverage/coverage.ts';
import { CoverageTip } from './layers/coverage/CoverageTip.tsx';
import { useDrawnFootprints } from './layers/footprints/drawnFootprints.ts';
import { PixelInspector } from './layers/delivered/PixelInspector.tsx';
import { FootprintCount, HoverLabel } from './layers/footprints/HoverLabel.tsx';
import { SceneMarks } from './layers/mosaic/SceneMarks.tsx';
import { useScenePointer } from './layers/footprints/useScenePointer.ts';
import { useShownLayers } from './layers/tiles/useMapLayers.ts';
import { Measures } from './tools/measure/Measures.tsx';
import { ALL_TOOLS } from './tools.ts';
import type { MapHandle } from './kernel/mapHandle.ts';
import { useRestingView } from './kernel/useRestingView.ts';
import type { MapTool } from './kernel/tool.ts';
import { PORTAL_MAP } from './kernel/MapHost.tsx';
import { GroundMap } from './layers/GroundMap.tsx';
import { portalMap, usePortalMap } from './kernel/mapStores.ts';
import { useEscape } from './kernel/useMapKeys.ts';
import { useCamera } from './kernel/useCamera.ts';
import { usePortalPicture } from './layers/usePortalPicture.ts';
import { LAYERS } from './layers.ts';

/** The tool whose mode the map is in. */
function useActiveTool(): MapTool | undefined {
  const mode = useSelector(useActorOf('map'), mapMode);
  return ALL_TOOLS.find((tool) => tool.mode === mode);
}

/** While a tool's drawing is loading, Escape leaves its mode as it does later. */
function EscapeWhileLoading() {
  const map = useActorOf('map');
  useEscape(() => map.send({ type: 'mode.left' }));
  return null;
}

/** What a tool shows on the map. */
function Drawing({ mapHandle, tool }: { mapHandle: MapHandle; tool: MapTool | undefined }) {
  if (tool?.drawing === undefined) return null;
  return (
    <Boundary place="map" resetKey={tool.id}>
      <Suspense fallback={<EscapeWhileLoading />}>
        <tool.drawing key={tool.id} mapHandle={mapHandle} picture={LAYERS} />
      </Suspense>
    </Boundary>
  );
}

/** The portal's map with all layers and interactions. */
export function MapCanvas() {
  const t = useT();
  const mapHandle = usePortalMap();
  const tool = useActiveTool();
  return (
    <MapProvider>
      <div className="gt-map__host">
        <GroundMap
          id={PORTAL_MAP}
          label={t('map.label')}
          cursor={tool?.cursor ?? ''}
          layers={useShownLayers()}
          onHandle={portalMap.set}
        />
      </div>
      {mapHandle !== null && tool?.hasOwnMap === true && <Drawing mapHandle={mapHandle} tool={tool} />}
      {mapHandle !== null && <OnMap key={mapHandle.id} mapHandle={mapHandle} />}
    </MapProvider>
  );
}

function OnMap({ mapHandle }: { mapHandle: MapHandle }) {
  const tool = useActiveTool();
  const layers = useShownLayers();
  useCamera(mapHandle);
  useBaseTiles(mapHandle, layers);
  useDrawnFootprints(mapHandle);
  useCoverageView(mapHandle);
  useRestingView(mapHandle, useActorIf('imagery'));
  usePortalPicture(mapHandle, LAYERS, layers);
  useScenePointer(mapHandle);
  useBoxChoice(mapHandle);
  return (
    <>
      <SceneMarks mapHandle={mapHandle} />
      <HoverLabel mapHandle={mapHandle} />
      <CoverageTip mapHandle={mapHandle} />
      <Measures mapHandle={mapHandle} />
      {tool?.hasOwnMap !== true && <Drawing mapHandle={mapHandle} tool={tool} />}
      <PixelInspector mapHandle={mapHandle} />
      <FootprintCount />
      <MapAttribution mapHandle={mapHandle} />
    </>
  );
}
