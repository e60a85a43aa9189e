import { X } from 'lucide-react';
import { useActorOf } from '../../../shared/actors.tsx';
import { useT } from '../../../shared/i18n/useT.ts';
import { TOUCH, useMatches } from '../../../shared/useMatches.ts';
import { ModeBar, Reticle, useModeSession } from '../../kernel/Mode.tsx';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import type { DrawingProps } from '../../kernel/tool.ts';
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

/** Selecting footprints by a box, with mouse, touch or keyboard, while the map is in that mode. */
export function Choosing({ mapHandle }: DrawingProps) {
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
