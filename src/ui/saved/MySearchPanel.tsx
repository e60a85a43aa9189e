import { useSelector } from '@xstate/react';
import { Share2 } from 'lucide-react';
import { useMemo } from 'react';
import type { SavedSearch } from '../../../contract/saved.ts';
import { savedAreaKm2 } from '../../machines/saved/saved.rules.ts';
import { recallingId } from '../../machines/saved/savedSearches.selectors.ts';
import { useActorOf, usePortal } from '../shared/actors.tsx';
import { formatArea } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { EmptyState } from '../shared/kit/states/EmptyState.tsx';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { Panel } from '../shared/kit/layout/Panel.tsx';
import { Ring } from '../shared/kit/figures/Ring.tsx';
import { SavedFoot } from './SavedFoot.tsx';
import { SavedItems, SavedRow, type SavedListActor } from './SavedItems.tsx';

/** §2 My search list: share, restore results, delete. */
export function MySearchPanel() {
  const t = useT();
  const list = useSelector(useActorOf('savedSearches'), ({ children }) => children.list);
  return (
    <Panel title={t('mySearch.title')} bare footer={list && <SavedFoot list={list} />}>
      {list && <SavedItems list={list} label={t('mySearch.list')} empty={<NoSearches />} row={SearchRow} />}
    </Panel>
  );
}

function SearchRow({ list, saved }: { list: SavedListActor<SavedSearch>; saved: SavedSearch }) {
  const t = useT();
  const searches = useActorOf('savedSearches');
  const isComing = useSelector(searches, recallingId) === saved.id;
  const areaKm2 = useMemo(() => saved.areaKm2 ?? savedAreaKm2(saved.aoiGeom), [saved]);
  const { name } = saved;
  return (
    <SavedRow
      list={list}
      item={saved}
      facts={areaKm2 !== null && <span>{t('saved.aoiOf', { area: formatArea(areaKm2) })}</span>}
    >
      <Button
        size="small"
        variant="text"
        icon={isComing && <Ring size={12} />}
        aria-label={t('mySearch.restoreOf', { name })}
        aria-busy={isComing}
        data-act="restore"
        onPress={() => searches.send({ type: 'recall.requested', saved })}
      >
        {t('mySearch.restore')}
      </Button>
      <TooltipButton
        tip={t('mySearch.shareOn')}
        label={t('mySearch.share', { name })}
        icon={<Share2 size={16} strokeWidth={1.75} aria-hidden="true" />}
        size="small"
        data-act="share"
        onPress={() => searches.send({ type: 'share.requested', saved })}
      />
    </SavedRow>
  );
}

function NoSearches() {
  const t = useT();
  const portal = usePortal();
  return (
    <EmptyState
      drawing="list"
      title={t('mySearch.empty')}
      text={t('mySearch.emptyText')}
      actions={
        <Button size="small" onPress={() => portal.send({ type: 'panel.requested', panel: 'search' })}>
          {t('mySearch.goSearch')}
        </Button>
      }
    />
  );
}
