import { KEY_CALLS, WATCH_CALLS } from '../../../contract/calls/extensionNames.ts';
import { LeftOut } from '../shared/ListOrState.tsx';
import { useSelector } from '@xstate/react';
import {
  ArrowUpDown,
  Bell,
  BookmarkPlus,
  BoxSelect,
  ChevronUp,
  Code,
  Ellipsis,
  Frame,
  RefreshCw,
  Sheet,
  SlidersHorizontal,
  Sparkles,
} from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { idSet } from '../../machines/search/loadedSet.rules.ts';
import { GROUPINGS, type SortBy, SORTS, type ViewOptions } from '../../machines/search/results.rules.ts';
import {
  activeFilters,
  chosenIds,
  foundScenes,
  matchedCount,
  leftOutCount,
  requestedCondition,
  shownScenes,
  shownViewOptions,
} from '../../machines/search/results.selectors.ts';
import { isSearching, knownSatellites } from '../../machines/search/search.machine.ts';
import { mapReason } from '../map/kernel/graphics.ts';
import { usePortalMap } from '../map/kernel/mapStores.ts';
import { request } from '../map/kernel/tool.ts';
import { useAreCardsShown } from '../map/layers/besideMap.ts';
import { useActorIf, useActorOf, usePortal, useExtensions } from '../shared/actors.tsx';
import { formatNumber } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { IconButton } from '../shared/kit/actions/IconButton.tsx';
import { Menu } from '../shared/kit/actions/Menu.tsx';
import { Checkbox } from '../shared/kit/fields/Checkbox.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { Panel } from '../shared/kit/layout/Panel.tsx';
import { EmptyState } from '../shared/kit/states/EmptyState.tsx';
import { ConditionTags } from './ConditionTags.tsx';
import { DateHistogram } from './DateHistogram.tsx';
import { Filters } from './Filters.tsx';
import { MosaicOffer } from './MosaicOffer.tsx';
import { ResultsGrid } from './ResultsGrid.tsx';
import { useResultsTitle } from './SceneCards.tsx';
import { unfoldedFilters, unfoldFilters } from './unfoldedFilters.ts';
import './results.css';

const ICON = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** §2 Results list: the count, the conditions, the date histogram and the rows; below cards only its button. */
export function ResultsList() {
  return useAreCardsShown() ? <Peek /> : <List />;
}

/** In the low sheet of a phone, below the cards: the offer, and the way to the list. */
function Peek() {
  const t = useT();
  const sheet = useActorOf('sheet');
  const count = useSelector(useActorOf('results'), shownScenes).length;
  return (
    <div className="gt-panel gt-peek gt-tall gt-stack gt-clip gt-float gt-round-panel">
      <MosaicOffer />
      <button
        type="button"
        className="gt-link gt-inline gt-gap-6 gt-label"
        onClick={() => sheet.send({ type: 'sheet.moved', stop: 'full' })}
      >
        {t('results.listOf', { count })}
        <ChevronUp size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}

function List() {
  const t = useT();
  const results = useActorOf('results');
  const all = useSelector(results, foundScenes).length;
  const shown = useSelector(results, shownScenes).length;
  const condition = useSelector(results, requestedCondition);
  const isBusy = useSelector(useActorOf('search'), isSearching);
  const canSave = useExtensions('saveSearch') && condition !== null;
  return (
    <Panel
      bare
      title={useResultsTitle()}
      backLabel={t('results.back')}
      onBack={() => results.send({ type: 'results.left' })}
      actions={
        <>
          {canSave && (
            <span className="gt-results__save">
              <Button
                variant="text"
                size="small"
                icon={<BookmarkPlus {...ICON} />}
                onPress={() => results.send({ type: 'saveSearch.requested' })}
              >
                {t('results.save')}
              </Button>
            </span>
          )}
          <ResultsMore />
        </>
      }
      fixed={
        <>
          {isBusy && <span className="gt-results__busy gt-placed gt-late gt-filled" aria-hidden="true" />}
          <Narrowing />
          <TooMany />
          <LeftOut count={useSelector(results, leftOutCount)} />
          <MosaicOffer />
          <ListTools />
        </>
      }
    >
      {shown > 0 ? (
        <ResultsGrid />
      ) : all > 0 ? (
        <AllHidden />
      ) : (
        <EmptyState drawing="list" title={t('notice.noResult')} />
      )}
    </Panel>
  );
}

/** The line of conditions and the histogram, which unfold to the filters. */
function Narrowing() {
  const t = useT();
  const results = useActorOf('results');
  const condition = useSelector(results, requestedCondition);
  const satellites = useSelector(useActorOf('search'), knownSatellites);
  const { filters } = useSelector(results, shownViewOptions);
  const count = useSelector(results, activeFilters);
  const unfold = useRef<HTMLButtonElement>(null);
  const sheet = useActorOf('sheet');
  const unfoldAt = (field: Parameters<typeof unfoldFilters>[0]) => {
    unfoldFilters(field);
    sheet.send({ type: 'sheet.moved', stop: 'full' });
  };
  const start = useSyncExternalStore(unfoldedFilters.on, unfoldedFilters.get);
  // they are folded when the list comes back
  useEffect(() => () => unfoldFilters(null), []);
  if (start !== null)
    return (
      <Filters
        start={start}
        onClose={() => {
          flushSync(() => unfoldFilters(null));
          unfold.current?.focus();
        }}
      />
    );
  return (
    <>
      <div className="gt-results__conditions gt-pad-side gt-across gt-gap-4">
        {condition !== null && (
          <ConditionTags condition={condition} satellites={satellites} filters={filters} onPress={unfoldAt} />
        )}
        <IconButton
          ref={unfold}
          label={count > 0 ? t('results.refineOn', { count }) : t('results.refine')}
          size="small"
          icon={<SlidersHorizontal size={16} strokeWidth={1.75} aria-hidden="true" />}
          aria-expanded={false}
          onPress={() => unfoldAt('head')}
        />
      </div>
      <div className="gt-desk-only gt-results__histogram">
        <DateHistogram />
      </div>
    </>
  );
}

/** Shown if the filters hide all results. */
function AllHidden() {
  const t = useT();
  const results = useActorOf('results');
  return (
    <EmptyState
      drawing="list"
      title={t('results.allHidden')}
      actions={
        <Button onPress={() => results.send({ type: 'filters.cleared' })}>{t('results.clearFilters')}</Button>
      }
    />
  );
}

/** Decision 3: more scenes matched than the reply holds; the catalogue's message with both numbers. */
function TooMany() {
  const t = useT();
  const results = useActorOf('results');
  const shown = useSelector(results, foundScenes).length;
  const matched = useSelector(results, matchedCount);
  if (matched <= shown) return null;
  return (
    <div className="gt-results__too-many gt-pad-top-side">
      <Note title={t('errors.tooManyItems')}>
        {t('results.tooManyCounts', { shown: formatNumber(shown), matched: formatNumber(matched) })}
      </Note>
    </div>
  );
}

type SortItem = SortBy | `${SortBy}.reversed`;
const SORT_ITEMS: readonly SortItem[] = SORTS.flatMap((by) => [by, `${by}.reversed` as const]);

/** Sort and group, and select all. */
function ListTools() {
  const t = useT();
  const results = useActorOf('results');
  const { sort, isReversed, group } = useSelector(results, shownViewOptions);
  const scenes = useSelector(results, shownScenes);
  const hasClear = useExtensions('clearShares');
  const chosen = idSet(useSelector(results, chosenIds));
  const chosenShown = scenes.reduce((count, { id }) => count + (chosen.has(id) ? 1 : 0), 0);
  const change = (patch: Partial<Omit<ViewOptions, 'filters'>>) =>
    results.send({ type: 'viewOptions.changed', patch });
  const sortBy = (item: SortItem) => {
    const by = SORTS.find((one) => item.startsWith(one));
    if (by !== undefined) change({ sort: by, isReversed: item.endsWith('reversed') });
  };
  return (
    <div className="gt-results__tools gt-pad-side gt-across gt-between gt-gap-12 gt-edge-below">
      <Menu
        look="inline"
        label={t('results.sort')}
        icon={<ArrowUpDown {...ICON} />}
        items={SORT_ITEMS.filter((id) => hasClear || !id.startsWith('clear')).map((id) => ({
          id,
          label: t(`results.sortBy.${id.replace('.reversed', 'Reversed')}`),
        }))}
        selected={isReversed ? `${sort}.reversed` : sort}
        onChoose={sortBy}
        more={{
          label: t('results.group'),
          items: GROUPINGS.map((id) => ({ id, label: t(`results.groupBy.${id}`) })),
          selected: group,
          onChoose: (by) => change({ group: by }),
        }}
      />
      <span className="gt-push gt-keep gt-nowrap">
        <Checkbox
          checked={chosenShown > 0 && chosenShown === scenes.length}
          mixed={chosenShown > 0}
          disabled={scenes.length === 0}
          onChange={() => results.send({ type: 'shown.toggled' })}
        >
          {t('results.all')}
        </Checkbox>
      </span>
    </div>
  );
}

const MORE_ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** An item that can't be used now says why. */
const closedBy = (reason: string | null) => ({ disabled: reason !== null, note: reason ?? undefined });

/** More actions for the results. */
function ResultsMore() {
  const t = useT();
  const results = useActorOf('results');
  const dialog = useActorIf('searchCode');
  const portal = usePortal();
  const mapHandle = usePortalMap();
  const isBusy = useSelector(useActorOf('search'), isSearching);
  const canCover = useSelector(results, (snapshot) => snapshot.can({ type: 'cover.opened' }));
  const isRepeatable = useSelector(results, requestedCondition) !== null;
  const hasShown = useSelector(results, shownScenes).length > 0;
  const hasKeys = useExtensions(...KEY_CALLS) && isRepeatable;
  const canWatch = useExtensions(...WATCH_CALLS, 'saveSearch') && isRepeatable;
  const acts = {
    cover: () => results.send({ type: 'cover.opened' }),
    // the touch and keyboard alternative to a drag with the shift key
    byBox: () => portal.send(request({ type: 'sceneBox.chosen' })),
    inView: () => mapHandle !== null && results.send({ type: 'scenes.boxed', bbox: mapHandle.freeBounds() }),
    watch: () => results.send({ type: 'saveSearch.requested', isWatched: true }),
    refresh: () => results.send({ type: 'refresh.requested' }),
    code: () => dialog?.send({ type: 'code.opened' }),
    csv: () => results.send({ type: 'list.saved' }),
  };
  const ofMap = [
    { id: 'byBox' as const, label: t('results.selectByBox'), icon: <BoxSelect {...MORE_ICON} /> },
    { id: 'inView' as const, label: t('results.selectInView'), icon: <Frame {...MORE_ICON} /> },
  ].map((item) => ({ ...item, ...closedBy(mapHandle === null ? t(mapReason()) : null) }));
  // the page of a shared search is read-only
  if (!dialog) return null;
  return (
    <Menu
      look="icon"
      label={t('results.more')}
      icon={<Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />}
      placement="bottom end"
      items={[
        ...(canWatch
          ? [{ id: 'watch' as const, label: t('ways.watch'), icon: <Bell {...MORE_ICON} /> }]
          : []),
        {
          id: 'cover',
          label: t('results.bestCover'),
          icon: <Sparkles {...MORE_ICON} />,
          ...closedBy(canCover ? null : t('results.noneShown')),
        },
        ...ofMap,
        ...(isRepeatable
          ? [
              {
                id: 'refresh' as const,
                label: t('results.refresh'),
                icon: <RefreshCw {...MORE_ICON} />,
                ...closedBy(isBusy ? t('search.searching') : null),
              },
            ]
          : []),
        ...(hasKeys
          ? [{ id: 'code' as const, label: t('results.copyAsCode'), icon: <Code {...MORE_ICON} /> }]
          : []),
        {
          id: 'csv' as const,
          label: t('results.csv'),
          icon: <Sheet {...MORE_ICON} />,
          ...closedBy(hasShown ? null : t('results.noneShown')),
        },
      ]}
      onChoose={(id: keyof typeof acts) => acts[id]()}
    />
  );
}
