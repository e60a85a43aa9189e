import { WATCH_CALLS } from '../../../contract/calls/extensionNames.ts';
import { useSelector } from '@xstate/react';
import { BellPlus, Share2 } from 'lucide-react';
import { useMemo } from 'react';
import type { SavedSearch } from '../../../contract/saved.ts';
import { WATCHES_MAX } from '../../../contract/watches/watches.ts';
import { savedAreaKm2 } from '../../machines/saved/saved.rules.ts';
import { recallingId } from '../../machines/saved/saved.selectors.ts';
import { LinkDialog } from '../shared/LinkDialog.tsx';
import { SaveDialog } from '../shared/SaveDialog.tsx';
import { useActorIf, useActorOf, useExtensions, usePortal } from '../shared/actors.tsx';
import { formatArea, formatNumber } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { Ring } from '../shared/kit/figures/Ring.tsx';
import { Panel } from '../shared/kit/layout/Panel.tsx';
import { Tabs } from '../shared/kit/layout/Tabs.tsx';
import { FormFacts } from '../shared/kit/overlays/FormDialog.tsx';
import { EmptyList } from '../shared/EmptyList.tsx';
import { ReloadButton } from '../shared/ListOrState.tsx';
import { SavedFoot, SavedItems, type SavedListActor, SavedRow } from './SavedItems.tsx';
import { WatchesFoot, WatchList } from './WatchList.tsx';

/** §2 My search list: share, restore results, delete. */
export function MySearchPanel() {
  const t = useT();
  const watches = useActorOf('watches');
  const tab = useSelector(watches, ({ context }) => context.tab);
  const list = useSelector(useActorOf('savedSearches'), ({ children }) => children.list);
  const watchList = useSelector(watches, ({ children }) => children.list);
  const hasWatches = useExtensions(...WATCH_CALLS);
  const isWatches = hasWatches && tab === 'watches';
  const searches = list && (
    <SavedItems list={list} label={t('mySearch.list')} empty={<NoSearches />} row={SearchRow} />
  );
  return (
    <Panel
      title={t('mySearch.title')}
      bare
      actions={watchList && isWatches && <ReloadButton list={watchList} />}
      footer={isWatches ? watchList && <WatchesFoot list={watchList} /> : list && <SavedFoot list={list} />}
    >
      {hasWatches ? (
        <Tabs
          label={t('mySearch.title')}
          tabs={[
            { id: 'saved', label: t('watches.saved') },
            { id: 'watches', label: t('watches.title') },
          ]}
          selected={tab}
          onSelect={(id) => watches.send({ type: 'tab.chosen', tab: id })}
        >
          {isWatches ? watchList && <WatchList list={watchList} /> : searches}
        </Tabs>
      ) : (
        searches
      )}
    </Panel>
  );
}

function SearchRow({ list, saved }: { list: SavedListActor<SavedSearch>; saved: SavedSearch }) {
  const t = useT();
  const searches = useActorOf('savedSearches');
  const isComing = useSelector(searches, recallingId) === saved.id;
  const areaKm2 = useMemo(() => saved.areaKm2 ?? savedAreaKm2(saved.aoiGeom), [saved]);
  const { name } = saved;
  const hasWatches = useExtensions(...WATCH_CALLS);
  const hasShares = useExtensions('sharedSearch') && saved.skey !== '';
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
      {hasWatches && typeof saved.id === 'number' && <WatchButton id={saved.id} name={saved.name} />}
      {hasShares && (
        <TooltipButton
          tip={t('mySearch.shareOn')}
          label={t('mySearch.share', { name })}
          icon={<Share2 size={16} strokeWidth={1.75} aria-hidden="true" />}
          size="small"
          data-act="share"
          onPress={() => searches.send({ type: 'share.requested', saved })}
        />
      )}
    </SavedRow>
  );
}

/** Opens the form of a new watch, if there may be one more. */
function WatchButton({ id, name }: { id: number; name: string }) {
  const t = useT();
  const watches = useActorOf('watches');
  const isFull = useSelector(
    watches,
    ({ children }) => (children.list?.getSnapshot().context.list.length ?? 0) >= WATCHES_MAX,
  );
  return (
    <TooltipButton
      tip={isFull ? t('watches.full', { most: WATCHES_MAX }) : t('watches.watch')}
      label={t('watches.watchOf', { name })}
      icon={<BellPlus size={16} strokeWidth={1.75} aria-hidden="true" />}
      size="small"
      closed={isFull}
      data-act="watch"
      onPress={() =>
        watches.send({
          type: 'watchForm.requested',
          form: { source: { searchId: id }, name, watch: null },
        })
      }
    />
  );
}

function NoSearches() {
  const t = useT();
  const portal = usePortal();
  return (
    <EmptyList
      words="mySearch.empty"
      step={t('mySearch.goSearch')}
      onStep={() => portal.send({ type: 'panel.requested', panel: 'search' })}
    />
  );
}

/** The dialog that saves the shown search under a name, while it is open (decision 8). */
export function SaveSearchDialog() {
  return useActorIf('saveSearch') === undefined ? null : <OpenDialog />;
}

function OpenDialog() {
  const t = useT();
  const saving = useActorOf('saveSearch');
  const { scenes, aoi } = useSelector(saving, ({ context }) => context.search);
  return (
    <SaveDialog
      title={t('saveSearch.title')}
      busyLabel={t('saveSearch.saving')}
      label={t('saveSearch.name')}
      fieldName="searchName"
      saving={saving}
    >
      <FormFacts
        facts={[
          { term: t('saveSearch.scenes'), value: formatNumber(scenes.length, 0) },
          { term: t('saveSearch.area'), value: formatArea(aoi.areaKm2) },
        ]}
      />
    </SaveDialog>
  );
}

/** The link to a shared search, if it couldn't be copied. */
export function ShareLinkDialog() {
  const t = useT();
  const searches = useActorOf('savedSearches');
  const link = useSelector(searches, ({ context }) => context.link);
  return link === null ? null : (
    <LinkDialog
      title={t('mySearch.linkTitle')}
      link={link}
      hint={t('mySearch.linkText')}
      onClose={() => searches.send({ type: 'link.closed' })}
    />
  );
}
