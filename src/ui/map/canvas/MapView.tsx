import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import { useActorOf } from '../../shared/actors.tsx';
import './map.css';

// deck.gl and MapLibre are in a separate chunk; load it while the map machine is still waiting
const loading = import('./MapCanvas.tsx');
const MapCanvas = lazy(async () => ({ default: (await loading).MapCanvas }));

/** The map behind the panels (§2 Main layout). It fills its parent. */
export function MapView() {
  const map = useActorOf('map');
  const isWaiting = useSelector(map, (snapshot) => snapshot.matches('waiting'));
  return (
    <div className="gt-map">
      {!isWaiting && (
        <Suspense fallback={null}>
          <MapCanvas />
        </Suspense>
      )}
    </div>
  );
}
