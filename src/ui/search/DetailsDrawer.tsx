import { useSelector } from '@xstate/react';
import { ChevronDown, ChevronLeft, ChevronUp, Check, Maximize2, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Scene } from '../../../contract/search.ts';
import { viewBoundsOf } from '../../geo/bbox.ts';
import { foundScenes, isChosen, isQuicklookShown, openScene } from '../../machines/search.selectors.ts';
import { useActorOf } from '../actors.tsx';
import { useT } from '../i18n/useT.ts';
import { Badge } from '../kit/Badge.tsx';
import { Button } from '../kit/Button.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { Switch } from '../kit/Switch.tsx';
import { focusList } from './listFocus.ts';
import { Picture } from './Picture.tsx';
import { SceneFacts } from './SceneFacts.tsx';
import { sceneName } from './sceneWords.ts';
import { useShownScenes } from './shownOrder.ts';
import './details.css';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** §2 Image details, at the right; on narrower windows they cover the list, with a way back. */
export function DetailsDrawer() {
  const scene = useSelector(useActorOf('search'), openScene);
  return scene === null ? null : <OpenDrawer scene={scene} />;
}

function OpenDrawer({ scene }: { scene: Scene }) {
  const t = useT();
  const search = useActorOf('search');
  const { satellite, quicklookUrl, simulated } = scene.properties;
  const isOnMap = useSelector(search, isQuicklookShown(scene.id));
  const close = () => {
    flushSync(() => search.send({ type: 'details.closed' }));
    // the row with the details is the list's active one
    focusList();
  };
  const keyed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  return (
    <div role="presentation" onKeyDown={keyed}>
      <aside
        id="details"
        className="gt-details"
        tabIndex={-1}
        aria-label={`${t('details.title')}: ${sceneName(scene)}`}
      >
        <div className="gt-details__picture">
          <Picture
            key={scene.id}
            src={quicklookUrl}
            alt={t('details.quicklookOf', { scene: sceneName(scene) })}
            none={t('results.noPicture')}
          />
          {simulated && (
            <span className="gt-details__badge">
              <Badge>{t('details.simulated')}</Badge>
            </span>
          )}
          <span className="gt-details__back">
            <IconButton
              variant="surface"
              size="small"
              label={t('details.back')}
              icon={<ChevronLeft {...ICON} />}
              onPress={close}
            />
          </span>
          <span className="gt-details__close">
            <IconButton
              variant="surface"
              size="small"
              label={t('common.close')}
              icon={<X {...ICON} />}
              onPress={close}
            />
          </span>
          <Neighbours scene={scene} />
        </div>
        <div className="gt-details__middle">
          <header className="gt-details__head">
            <h2 className="gt-details__title">{satellite ?? t('details.unknownSatellite')}</h2>
            {quicklookUrl !== null && (
              <Switch
                label={t('details.quicklookOnMap')}
                checked={isOnMap}
                onChange={() => search.send({ type: 'quicklook.toggled', id: scene.id })}
              />
            )}
          </header>
          <SceneFacts scene={scene} />
        </div>
        <DrawerFoot scene={scene} />
      </aside>
    </div>
  );
}

/** To the scenes before and after, in the order of the list. */
function Neighbours({ scene }: { scene: Scene }) {
  const t = useT();
  const search = useActorOf('search');
  const scenes = useShownScenes(useSelector(search, foundScenes));
  const at = scenes.indexOf(scene);
  const move = (to: Scene | undefined) => {
    if (to !== undefined) search.send({ type: 'details.opened', id: to.id });
  };
  const before = scenes[at - 1];
  const after = scenes[at + 1];
  return (
    <span className="gt-details__neighbours">
      <IconButton
        variant="surface"
        size="small"
        label={t('details.previous')}
        icon={<ChevronUp {...ICON} />}
        disabled={before === undefined}
        onPress={() => move(before)}
      />
      <IconButton
        variant="surface"
        size="small"
        label={t('details.next')}
        icon={<ChevronDown {...ICON} />}
        disabled={after === undefined}
        onPress={() => move(after)}
      />
    </span>
  );
}

function DrawerFoot({ scene }: { scene: Scene }) {
  const t = useT();
  const search = useActorOf('search');
  const map = useActorOf('map');
  const chosen = useSelector(search, isChosen(scene.id));
  return (
    <footer className="gt-details__foot">
      <Button
        icon={<Maximize2 {...ICON} />}
        onPress={() => map.send({ type: 'place.requested', bbox: viewBoundsOf(scene.geometry) })}
      >
        {t('details.zoomTo')}
      </Button>
      <Button
        chosen={chosen}
        icon={chosen ? <Check {...ICON} /> : undefined}
        onPress={() => search.send({ type: 'scene.toggled', id: scene.id })}
      >
        {t(chosen ? 'details.chosen' : 'details.choose')}
      </Button>
    </footer>
  );
}
