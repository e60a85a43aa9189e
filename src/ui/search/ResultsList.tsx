import { useSelector } from '@xstate/react';
import { ArrowUpDown } from 'lucide-react';
import {
  askedCondition,
  chosenIds,
  foundScenes,
  knownSatellites,
  matchedCount,
} from '../../machines/search.selectors.ts';
import { useActorOf } from '../actors.tsx';
import { formatNumber } from '../i18n/formats.ts';
import { useT } from '../i18n/useT.ts';
import { Checkbox } from '../kit/Checkbox.tsx';
import { Menu } from '../kit/Menu.tsx';
import { Note } from '../kit/Note.tsx';
import { Panel } from '../kit/Panel.tsx';
import { ConditionTags } from './ConditionTags.tsx';
import { ResultsGrid } from './ResultsGrid.tsx';
import { SCENE_ORDERS } from './sceneOrder.ts';
import { setShownOrder, useShownOrder, useShownScenes } from './shownOrder.ts';
import './results.css';

/** §2 Results list: how many, for which condition, and the rows. */
export function ResultsList() {
  const t = useT();
  const search = useActorOf('search');
  const scenes = useSelector(search, foundScenes);
  const condition = useSelector(search, askedCondition);
  const satellites = useSelector(search, knownSatellites);
  const shown = useShownScenes(scenes);
  return (
    <Panel
      bare
      title={t('results.title', { count: scenes.length })}
      backLabel={t('results.back')}
      onBack={() => search.send({ type: 'results.left' })}
      fixed={
        <>
          {condition !== null && <ConditionTags condition={condition} satellites={satellites} />}
          <TooMany />
          <ListTools />
        </>
      }
    >
      <ResultsGrid scenes={shown} />
    </Panel>
  );
}

/** Decision 3: more matched than the reply holds; the catalogue's message with both numbers. */
function TooMany() {
  const t = useT();
  const search = useActorOf('search');
  const shown = useSelector(search, foundScenes).length;
  const matched = useSelector(search, matchedCount);
  if (matched <= shown) return null;
  return (
    <div className="gt-results__too-many">
      <Note title={t('notice.tooManyItems')}>
        {t('results.tooManyCounts', { shown: formatNumber(shown), matched: formatNumber(matched) })}
      </Note>
    </div>
  );
}

/** Sort, and choose all. */
function ListTools() {
  const t = useT();
  const search = useActorOf('search');
  const scenes = useSelector(search, foundScenes);
  const count = useSelector(search, chosenIds).length;
  const order = useShownOrder();
  return (
    <div className="gt-results__tools">
      <Menu
        look="inline"
        label={t('results.sort')}
        icon={<ArrowUpDown size={14} strokeWidth={1.75} aria-hidden="true" />}
        items={SCENE_ORDERS.map((id) => ({ id, label: t(`results.${id}`) }))}
        selected={order}
        onChoose={setShownOrder}
      />
      <Checkbox
        checked={count > 0 && count === scenes.length}
        mixed={count > 0}
        onChange={(all) =>
          search.send({ type: 'choice.replaced', ids: all ? scenes.map(({ id }) => id) : [] })
        }
      >
        {t('results.all')}
      </Checkbox>
    </div>
  );
}
