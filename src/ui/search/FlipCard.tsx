import { useSelector } from '@xstate/react';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Scene } from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { flippedScene } from '../../machines/search/look.machine.ts';
import { clearOf, isChosen, isOfOtherSupplier } from '../../machines/search/results.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import { formatDate, formatTime } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { IconButton } from '../shared/kit/actions/IconButton.tsx';
import { Checkbox } from '../shared/kit/fields/Checkbox.tsx';
import { Reasoned } from '../shared/kit/overlays/Tooltip.tsx';
import { focusList } from './ResultsGrid.tsx';
import { ClearShare, cloudWords, gsdWords, RowPrice, sceneName, useIsReadOnly } from './SceneParts.tsx';
import './results.css';
import './details.css';

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
    <div className="gt-action-place gt-placed gt-flex gt-middle gt-through gt-flip-place">
      <section
        ref={card}
        className="gt-flip gt-reachable gt-across gt-gap-8 gt-float gt-round-panel"
        tabIndex={-1}
        aria-label={t('look.ofPlace')}
      >
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

interface SceneLineProps {
  scene: Scene;
  aoi: Aoi;
  /** '3 of 12'. */
  place?: string | undefined;
}

/** When, by what and how clear a scene was taken, and its price, beside its quicklook. */
export function SceneLine({ scene, aoi, place }: SceneLineProps) {
  const t = useT();
  const clear = useSelector(useActorOf('results'), clearOf(scene));
  const { acquisitionDate, satellite, gsd, cloudCover } = scene.properties;
  return (
    <div className="gt-rest">
      <p className="gt-flex gt-gap-8 gt-body">
        <time dateTime={acquisitionDate ?? undefined}>
          <strong className="gt-bold">{formatDate(acquisitionDate)}</strong> {formatTime(acquisitionDate)}
        </time>
        <RowPrice scene={scene} aoi={aoi} />
      </p>
      <p className="gt-gap-0-12 gt-flex gt-wrap gt-quiet">
        <span>{satellite ?? t('details.unknownSatellite')}</span>
        <span>{gsdWords(gsd)}</span>
        {clear === null && <span>{t('look.cloud', { share: cloudWords(cloudCover) })}</span>}
        {place !== undefined && <span className="gt-push">{place}</span>}
      </p>
      {clear !== null && (
        <p className="gt-high-20 gt-quiet">
          <ClearShare clear={clear} />
        </p>
      )}
    </div>
  );
}

/** Selects the scene for an order; absent where nothing can be selected. */
export function SelectScene({ scene }: { scene: Scene }) {
  const t = useT();
  const results = useActorOf('results');
  const chosen = useSelector(results, isChosen(scene.id));
  const isBarred = useSelector(results, isOfOtherSupplier(scene));
  if (useIsReadOnly()) return null;
  return (
    <Checkbox
      label={t('results.select', { scene: sceneName(scene) })}
      checked={chosen}
      disabled={isBarred}
      reason={isBarred ? t('results.oneSupplierAnOrder') : undefined}
      onChange={() => results.send({ type: 'scene.toggled', id: scene.id })}
    />
  );
}
