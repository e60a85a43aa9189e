import { useSelector } from '@xstate/react';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Scene } from '../../../../contract/search.ts';
import { flippedScene } from '../../../machines/search/look/look.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { IconButton } from '../../shared/kit/actions/IconButton.tsx';
import { Reasoned } from '../../shared/kit/overlays/Reasoned.tsx';
import { sceneName } from '../details/sceneWords.ts';
import { focusList } from '../list/listFocus.ts';
import { SceneLine, SelectScene } from './SceneLine.tsx';
import '../list/actionBar.css';
import './look.css';

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;
/** Where the arrow keys have another meaning. */
const TAKES_ARROWS =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"], [role="slider"], [role="tablist"], [role="radiogroup"]';

/** The scenes of a place, one after another: the quicklook is on the map, this card says which it is. */
export function FlipCard() {
  const scene = useSelector(useActorOf('look'), flippedScene);
  return scene === null ? null : <OpenCard scene={scene} />;
}

function OpenCard({ scene }: { scene: Scene }) {
  const t = useT();
  const look = useActorOf('look');
  const { scenes, aoi, at } = useSelector(look, ({ context }) => context);
  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.focus(), []);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
      if (!(event.target instanceof Element) || event.target.closest(TAKES_ARROWS) !== null) return;
      if (event.key === 'ArrowLeft') look.send({ type: 'scene.stepped', by: -1 });
      else if (event.key === 'ArrowRight') look.send({ type: 'scene.stepped', by: 1 });
      else if (event.key === 'Escape') {
        flushSync(() => look.send({ type: 'look.closed' }));
        focusList();
      } else return;
      event.preventDefault();
      // before the map, which would move
      event.stopPropagation();
    };
    document.addEventListener('keydown', pressed, true);
    return () => document.removeEventListener('keydown', pressed, true);
  }, [look]);
  if (aoi === null) return null;
  const neighbours = [scenes[at - 1], scenes[at + 1]].flatMap((one) => one?.properties.quicklookUrl ?? []);
  return (
    <div className="gt-action-place gt-flip-place">
      <section ref={card} className="gt-flip" tabIndex={-1} aria-label={t('look.ofPlace')}>
        <Step by={-1} />
        <SelectScene scene={scene} />
        <SceneLine scene={scene} aoi={aoi} place={t('look.place', { place: at + 1, count: scenes.length })} />
        <Step by={1} />
        <IconButton
          label={t('look.close')}
          icon={<X {...ICON} />}
          onPress={() => {
            flushSync(() => look.send({ type: 'look.closed' }));
            focusList();
          }}
        />
        <p className="gt-visually-hidden" role="status">
          {t('look.spoken', { scene: sceneName(scene), place: at + 1, count: scenes.length })}
        </p>
        {/* loaded before they are stepped to */}
        {neighbours.map((url) => (
          <img key={url} className="gt-visually-hidden" src={url} alt="" />
        ))}
      </section>
    </div>
  );
}

const STEPS = {
  [-1]: { label: 'look.earlier', none: 'look.earliest', Icon: ChevronLeft },
  1: { label: 'look.later', none: 'look.latest', Icon: ChevronRight },
} as const;

function Step({ by }: { by: 1 | -1 }) {
  const t = useT();
  const look = useActorOf('look');
  const canStep = useSelector(look, (snapshot) => snapshot.can({ type: 'scene.stepped', by }));
  const { label, none, Icon } = STEPS[by];
  return (
    <Reasoned reason={canStep ? null : t(none)}>
      {(closed) => (
        <IconButton
          {...closed}
          label={t(label)}
          icon={<Icon {...ICON} />}
          onPress={() => look.send({ type: 'scene.stepped', by })}
        />
      )}
    </Reasoned>
  );
}
