import { useSelector } from '@xstate/react';
import type { DrawMode } from '../../../machines/map/map.events.ts';
import { mapMode, type MapMode } from '../../../machines/map/map.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { useMapPadding } from '../camera/useMapPadding.ts';
import type { MapHandle } from '../canvas/mapHandle.ts';
import { ActiveDrawing } from './ActiveDrawing.tsx';

const DRAW_MODES: Partial<Record<MapMode, DrawMode>> = { box: 'Box', polygon: 'Polygon' };

/** Drawing while the map's actor is in a drawing mode (§4 Map). */
export function Drawing({ mapHandle }: { mapHandle: MapHandle }) {
  const map = useActorOf('map');
  const padding = useMapPadding();
  const mode = DRAW_MODES[useSelector(map, mapMode)];
  if (mode === undefined) return null;
  return (
    <ActiveDrawing
      key={mode}
      mapHandle={mapHandle}
      mode={mode}
      padding={padding}
      onCompleted={(geometry) => map.send({ type: 'shape.completed', geometry })}
      onLeft={() => map.send({ type: 'mode.left' })}
    />
  );
}
