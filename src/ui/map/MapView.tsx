import { useSelector } from '@xstate/react';
import { Suspense, type CSSProperties } from 'react';
import { useActorOf } from '../shared/actors.tsx';
import { earlyView } from '../shared/kit/states/earlyView.tsx';
import { Boundary } from '../shared/kit/states/Boundary.tsx';
import { isGlMissing } from './kernel/graphics.ts';
import './kernel/map.css';
import { UndoNews } from './tools/edit/undo.tsx';
import { useMapPadding } from './kernel/mapPadding.ts';

const MapCanvas = earlyView(async () => (await import('./MapCanvas.tsx')).MapCanvas);
// deck.gl and MapLibre are in a separate chunk, which is loaded with this one; what fails is loaded again when it is shown
MapCanvas.load().catch(() => {});
// asked while the user logs in: creating a context takes longer than a frame
setTimeout(isGlMissing);

/** The map behind the panels (§2 Main layout). It fills its parent. */
export function MapView() {
  const map = useActorOf('map');
  const isWaiting = useSelector(map, (snapshot) => snapshot.matches('waiting'));
  const { left } = useMapPadding();
  const style: CSSProperties & Record<'--gt-free', string> = { '--gt-free': `${left}px` };
  return (
    <div className="gt-map gt-clip" style={style}>
      <Boundary place="map">
        {!isWaiting && (
          <Suspense fallback={null}>
            <MapCanvas />
          </Suspense>
        )}
      </Boundary>
      <UndoNews />
    </div>
  );
}
