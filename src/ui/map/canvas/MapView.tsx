import { useSelector } from '@xstate/react';
import { lazy, Suspense, type CSSProperties } from 'react';
import { useActorOf } from '../../shared/actors.tsx';
import { Boundary } from '../../shared/kit/states/Boundary.tsx';
import './map.css';
import { useMapPadding } from '../camera/useMapPadding.ts';

// deck.gl and MapLibre are in a separate chunk; load it while the map machine is still waiting
const loading = import('./MapCanvas.tsx');
const MapCanvas = lazy(async () => ({ default: (await loading).MapCanvas }));

/** The map behind the panels (§2 Main layout). It fills its parent. */
export function MapView() {
  const map = useActorOf('map');
  const isWaiting = useSelector(map, (snapshot) => snapshot.matches('waiting'));
  const { left } = useMapPadding();
  const style: CSSProperties & Record<'--gt-free', string> = { '--gt-free': `${left}px` };
  return (
    <div className="gt-map" style={style}>
      <Boundary place="map">
        {!isWaiting && (
          <Suspense fallback={null}>
            <MapCanvas />
          </Suspense>
        )}
      </Boundary>
    </div>
  );
}
