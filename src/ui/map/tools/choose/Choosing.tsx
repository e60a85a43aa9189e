import { useSelector } from '@xstate/react';
import { X } from 'lucide-react';
import { isChoosingByBox } from '../../../../machines/map/map.selectors.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import { useT } from '../../../shared/i18n/useT.ts';
import { TOUCH, useMatches } from '../../../shared/useMatches.ts';
import { ModeBar } from '../../kernel/Mode.tsx';
import { Reticle } from '../../kernel/Mode.tsx';
import { useModeSession } from '../../kernel/Mode.tsx';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { ChoosingSession, type ChoosingState } from './session.ts';

function useSession(mapHandle: MapHandle): ChoosingState {
  const map = useActorOf('map');
  return useModeSession<ChoosingSession, ChoosingState, never>(mapHandle, {
    start: { hasCorner: false, isReticle: false },
    isSame: (known, next) => known.hasCorner === next.hasCorner && known.isReticle === next.isReticle,
    figureOf: () => null,
    make: ({ isByKeyboard, changed }) =>
      new ChoosingSession(mapHandle, isByKeyboard, {
        completed: (bbox) => map.send({ type: 'sceneBox.completed', bbox }),
        cancelled: () => map.send({ type: 'mode.left' }),
        changed,
      }),
  }).state;
}

function ActiveChoosing({ mapHandle }: { mapHandle: MapHandle }) {
  const t = useT();
  const map = useActorOf('map');
  const isTouch = useMatches(TOUCH);
  const { hasCorner, isReticle } = useSession(mapHandle);
  return (
    <>
      {isReticle && <Reticle />}
      <ModeBar
        label={t('map.boxSelection.title')}
        how={t(
          isReticle
            ? 'map.boxSelection.howKeys'
            : isTouch
              ? 'map.boxSelection.howTouch'
              : 'map.boxSelection.how',
        )}
        actions={[
          { label: t('map.boxSelection.cancel'), icon: X, press: () => map.send({ type: 'mode.left' }) },
        ]}
      />
      <p className="gt-visually-hidden" role="status">
        {t(hasCorner ? 'map.boxSelection.cornerSet' : 'map.boxSelection.howKeys')}
      </p>
    </>
  );
}

/** Selecting footprints by a box, with mouse, touch or keyboard, while the map is in that mode. */
export function Choosing({ mapHandle }: { mapHandle: MapHandle }) {
  return useSelector(useActorOf('map'), isChoosingByBox) ? <ActiveChoosing mapHandle={mapHandle} /> : null;
}
