import { useSelector } from '@xstate/react';
import { ArrowUpDown, BookmarkPlus, Layers2 } from 'lucide-react';
import { idSet } from '../../../machines/search/results/choice.rules.ts';
import { GROUPINGS, SORTS, type SortBy } from '../../../machines/search/results/results.rules.ts';
import {
  requestedCondition,
  chosenIds,
  foundScenes,
  matchedCount,
  shownViewOptions,
  shownScenes,
} from '../../../machines/search/results/results.selectors.ts';
import { knownSatellites } from '../../../machines/search/search.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatNumber } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Checkbox } from '../../shared/kit/fields/choice/Checkbox.tsx';
import { EmptyState } from '../../shared/kit/states/EmptyState.tsx';
import { Menu } from '../../shared/kit/actions/Menu.tsx';
import { Note } from '../../shared/kit/figures/Note.tsx';
import { Panel } from '../../shared/kit/layout/Panel.tsx';
import { ConditionTags } from '../form/ConditionTags.tsx';
import { DateHistogram } from '../refine/DateHistogram.tsx';
import { Refine } from '../refine/Refine.tsx';
import { ResultsGrid } from './ResultsGrid.tsx';
import { ResultsMore } from './ResultsMore.tsx';
import './results.css';

const ICON = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** §2 Results list: the count, the conditions, the date histogram and the rows. */
export function ResultsList() {
  const t = useT();
  const results = useActorOf('results');
  const all = useSelector(results, foundScenes).length;
  const shown = useSelector(results, shownScenes).length;
  const condition = useSelector(results, requestedCondition);
  const satellites = useSelector(useActorOf('search'), knownSatellites);
  const { supplier } = useSelector(results, shownViewOptions).filters;
  return (
    <Panel
      bare
      title={
        shown === all
          ? t('results.title', { count: all })
          : t('results.titleFiltered', { shown: formatNumber(shown), count: all })
      }
      backLabel={t('results.back')}
      onBack={() => results.send({ type: 'results.left' })}
      actions={
        <>
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
          <Refine />
          <ResultsMore />
        </>
      }
      fixed={
        <>
          {condition !== null && (
            <ConditionTags
              condition={condition}
              satellites={satellites}
              supplier={
                supplier === null
                  ? null
                  : {
                      name: supplier,
                      onRemove: () => results.send({ type: 'filters.changed', patch: { supplier: null } }),
                    }
              }
            />
          )}
          <TooMany />
          <DateHistogram />
          <ListTools />
        </>
      }
    >
      {shown === 0 ? <AllHidden /> : <ResultsGrid />}
    </Panel>
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
    <div className="gt-results__too-many">
      <Note title={t('errors.tooManyItems')}>
        {t('results.tooManyCounts', { shown: formatNumber(shown), matched: formatNumber(matched) })}
      </Note>
    </div>
  );
}

type SortItem = SortBy | `${SortBy}.reversed`;
const SORT_ITEMS: readonly SortItem[] = SORTS.flatMap((by) => [by, `${by}.reversed` as const]);

/** Sort, group and select all. */
function ListTools() {
  const t = useT();
  const results = useActorOf('results');
  const { sort, isReversed, group } = useSelector(results, shownViewOptions);
  const scenes = useSelector(results, shownScenes);
  const chosen = idSet(useSelector(results, chosenIds));
  const chosenShown = scenes.reduce((count, { id }) => count + (chosen.has(id) ? 1 : 0), 0);
  const sortBy = (item: SortItem) => {
    const by = SORTS.find((one) => item.startsWith(one));
    if (by === undefined) return;
    results.send({ type: 'viewOptions.changed', patch: { sort: by, isReversed: item.endsWith('reversed') } });
  };
  return (
    <div className="gt-results__tools">
      <Menu
        look="inline"
        label={t('results.sort')}
        icon={<ArrowUpDown {...ICON} />}
        items={SORT_ITEMS.map((id) => ({
          id,
          label: t(`results.sortBy.${id.replace('.reversed', 'Reversed')}`),
        }))}
        selected={isReversed ? `${sort}.reversed` : sort}
        onChoose={sortBy}
      />
      <Menu
        look="inline"
        label={t('results.group')}
        icon={<Layers2 {...ICON} />}
        items={GROUPINGS.map((id) => ({ id, label: t(`results.groupBy.${id}`) }))}
        selected={group}
        onChoose={(by) => results.send({ type: 'viewOptions.changed', patch: { group: by } })}
      />
      <span className="gt-results__all">
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
