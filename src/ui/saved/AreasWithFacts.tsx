import { useSelector } from '@xstate/react';
import {
  ArrowUpDown,
  Ellipsis,
  MapPin,
  MousePointerClick,
  RotateCcw,
  Satellite,
  Search,
  Trash2,
} from 'lucide-react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { AoiFacts, SavedAoi } from '../../../contract/saved.ts';
import type { NextPass } from '../../machines/orders/nextPass.rules.ts';
import {
  aoiOrder,
  aoiSort,
  areFactsLost,
  type aoiFactsMachine,
  factsOfAoi,
  lastVisit,
  passOfAoi,
} from '../../machines/saved/aoiFacts.machine.ts';
import { AOI_SORTS, readSavedArea } from '../../machines/saved/saved.rules.ts';
import { itemsTotal } from '../../machines/saved/saved.selectors.ts';
import { AoiShare, ClearShare, Thumbnail } from '../search/SceneParts.tsx';
import { useActorOf } from '../shared/actors.tsx';
import { formatArea, formatDayOfYear, formatMoney, UNKNOWN } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Menu } from '../shared/kit/actions/Menu.tsx';
import { Badge } from '../shared/kit/figures/Badge.tsx';
import { Panel } from '../shared/kit/layout/Panel.tsx';
import { Skeleton } from '../shared/kit/states/Loading.tsx';
import { AoiActs, Coming, CurrentBadge, NoAois, useSavedAoi } from './AoiParts.tsx';
import { DeleteButton, removeItem, SavedFoot, SavedItems, type SavedListActor } from './SavedItems.tsx';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface ListProps {
  list: SavedListActor<SavedAoi>;
}
interface WithFacts extends ListProps {
  facts: ActorRefFrom<typeof aoiFactsMachine>;
}

/** The saved areas, each with what a search would find over it. */
export function AreasWithFacts({ list, facts }: WithFacts) {
  const t = useT();
  const count = useSelector(list, itemsTotal);
  return (
    <Panel
      title={t('myAoi.title')}
      bare
      actions={
        count > 0 && (
          <span className="gt-saved-areas__count gt-secondary gt-muted">{t('myAoi.count', { count })}</span>
        )
      }
      fixed={count > 0 && <SortRow facts={facts} />}
      footer={<SavedFoot list={list} />}
    >
      <SavedItems
        list={list}
        label={t('myAoi.list')}
        empty={<NoAois title={t('myAoi.emptyNews')} />}
        row={FactsRow}
        order={useSelector(facts, aoiOrder)}
      />
    </Panel>
  );
}

/** The order of the list, and since when scenes are new. */
function SortRow({ facts }: Pick<WithFacts, 'facts'>) {
  const t = useT();
  const savedAois = useActorOf('savedAois');
  const since = useSelector(facts, lastVisit);
  const isLost = useSelector(facts, areFactsLost);
  return (
    <div className="gt-results__tools gt-pad-side gt-across gt-between gt-gap-12 gt-edge-below">
      <Menu
        look="inline"
        label={t('myAoi.sort')}
        icon={<ArrowUpDown {...ICON} size={14} />}
        items={AOI_SORTS.map((id) => ({ id, label: t(`myAoi.sortBy.${id}`) }))}
        selected={useSelector(facts, aoiSort)}
        onChoose={(sort) => savedAois.send({ type: 'sort.chosen', sort })}
      />
      {isLost ? (
        <Button
          size="small"
          variant="text"
          icon={<RotateCcw {...ICON} size={14} />}
          onPress={() => facts.send({ type: 'facts.retried' })}
        >
          {t('common.tryAgain')}
        </Button>
      ) : (
        since !== null && (
          <span className="gt-caption gt-muted gt-nowrap">
            {t('myAoi.since', { day: formatDayOfYear(since) })}
          </span>
        )
      )}
    </div>
  );
}

/** An area with its newest clear scene, what is new, and the price of its cover; hovered or in use with its actions. */
function FactsRow({ list, saved }: ListProps & { saved: SavedAoi }) {
  const t = useT();
  const { savedAois, isShown, isComing, isCurrent, areaKm2 } = useSavedAoi(saved);
  const known = useSelector(
    useSelector(savedAois, ({ children }) => children.facts),
    (facts) => (facts === undefined ? null : factsOfAoi(saved.id)(facts)),
  );
  const told = known === 'pending' ? null : known;
  const picture = told?.newest?.scene.properties.quicklookUrl ?? null;
  return (
    <li
      className="gt-saved-area gt-hovers gt-chooses gt-eased gt-across gt-gap-12 gt-surface gt-edge-below"
      data-item={saved.id}
      data-current={isCurrent || undefined}
      data-shown={isShown || undefined}
    >
      <div className="gt-result__picture gt-blank gt-round-field gt-anchor gt-clip gt-keep">
        {picture !== null ? (
          <Thumbnail quicklookUrl={picture} />
        ) : (
          told?.newest === null && (
            <span className="gt-picture gt-centre gt-faint">
              <Satellite size={20} strokeWidth={1.5} aria-hidden="true" />
            </span>
          )
        )}
      </div>
      <div className="gt-rest gt-anchor">
        <div className="gt-across gt-gap-8 gt-line-20">
          <h3 className="gt-saved-area__name gt-heading gt-anywhere gt-clip gt-shrink">{saved.name}</h3>
          {told !== null && told.newCount > 0 && (
            <Badge tone="accent">{t('myAoi.new', { count: told.newCount })}</Badge>
          )}
          {areaKm2 !== null && (
            <span className="gt-push gt-nowrap gt-secondary gt-muted">{formatArea(areaKm2)}</span>
          )}
          <MoreMenu list={list} saved={saved} />
        </div>
        {isComing ? (
          <p className="gt-secondary gt-muted">
            <Coming />
          </p>
        ) : (
          <Facts saved={saved} known={known} />
        )}
        <div className="gt-saved-area__acts gt-placed gt-across gt-gap-4">
          <AoiActs saved={saved} />
          {isCurrent && <CurrentBadge />}
          <DeleteButton list={list} item={saved} />
        </div>
      </div>
    </li>
  );
}

/** The actions where nothing hovers. */
function MoreMenu({ list, saved }: ListProps & { saved: SavedAoi }) {
  const t = useT();
  const savedAois = useActorOf('savedAois');
  const acts = {
    'aoi.selected': () => savedAois.send({ type: 'aoi.selected', saved }),
    'aoi.shown': () => savedAois.send({ type: 'aoi.shown', saved }),
    'aoi.sought': () => savedAois.send({ type: 'aoi.sought', saved }),
    delete: () => removeItem(list, saved),
  };
  return (
    <span className="gt-saved-area__more gt-keep">
      <Menu
        look="icon"
        label={t('myAoi.more', { name: saved.name })}
        icon={<Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />}
        placement="bottom end"
        items={[
          { id: 'aoi.selected', label: t('myAoi.select'), icon: <MousePointerClick {...ICON} /> },
          { id: 'aoi.shown', label: t('myAoi.showOn'), icon: <MapPin {...ICON} /> },
          { id: 'aoi.sought', label: t('myAoi.searchOn'), icon: <Search {...ICON} /> },
          { id: 'delete', label: t('common.delete'), icon: <Trash2 {...ICON} /> },
        ]}
        onChoose={(id) => acts[id]()}
      />
    </span>
  );
}

function Facts({ saved, known }: { saved: SavedAoi; known: AoiFacts | 'pending' | null }) {
  const t = useT();
  const aoi = useMemo(() => readSavedArea(saved.geom), [saved.geom]);
  if (known === 'pending')
    return (
      <p className="gt-saved-area__facts">
        <span className="gt-visually-hidden">{t('myAoi.telling')}</span>
        <Skeleton width="78%" />
      </p>
    );
  if (known === null) return <p className="gt-saved-area__facts gt-secondary gt-muted">{UNKNOWN}</p>;
  const { newest, cover } = known;
  const price = cover !== null && (
    <span className="gt-saved-area__price gt-whole-only gt-push gt-gap-beside gt-shrink">
      <span className="gt-heading gt-ink">{formatMoney(cover.finalPrice)}</span>
      <span className="gt-line-20 gt-faint gt-caption">{t('myAoi.cover')}</span>
    </span>
  );
  if (newest === null)
    return (
      <>
        <p className="gt-saved-area__facts gt-across gt-gap-8 gt-secondary gt-muted">
          {t(
            known.isTooLarge === true
              ? 'myAoi.tooLarge'
              : cover === null
                ? 'myAoi.noClear'
                : 'myAoi.noClearShort',
          )}
          {price}
        </p>
        {known.isTooLarge !== true && <PassLink saved={saved} />}
      </>
    );
  const { scene, share, clear, isEstimated = false } = newest;
  return (
    <>
      <p className="gt-saved-area__facts gt-across gt-gap-8 gt-secondary">
        <span className="gt-nowrap">
          <span className="gt-muted">{t('myAoi.newest')}</span>{' '}
          <time className="gt-medium" dateTime={scene.properties.acquisitionDate ?? undefined}>
            {formatDayOfYear(scene.properties.acquisitionDate)}
          </time>
        </span>
        {price}
      </p>
      <p className="gt-saved-area__signs gt-result__shares gt-across gt-label">
        <ClearShare clear={{ percent: clear, isEstimated, isPending: false }} />
        {aoi !== null && <AoiShare scene={scene} aoi={aoi} percent={share} />}
      </p>
    </>
  );
}

/** The next pass of a satellite, as the way to its acquisition. */
function PassLink({ saved }: { saved: SavedAoi }) {
  const t = useT();
  const savedAois = useActorOf('savedAois');
  const next = useSelector(
    useSelector(savedAois, ({ children }) => children.facts),
    (facts) => (facts === undefined ? null : passOfAoi(saved.id)(facts)),
  );
  if (next === null) return null;
  if (next === 'pending') return <Skeleton width="60%" />;
  const { satellite, pass } = next;
  return (
    <button
      type="button"
      className="gt-saved-area__pass gt-link gt-label"
      data-act="pass"
      onClick={() =>
        savedAois.send({ type: 'aoi.sought', saved, pass: { code: satellite.code, at: pass.at } })
      }
    >
      {passWords(t, next)}
    </button>
  );
}

function passWords(t: ReturnType<typeof useT>, { pass, price }: NextPass): string {
  const day = formatDayOfYear(new Date(pass.at).toISOString());
  return price === null
    ? t('myAoi.nextPass', { day })
    : t('myAoi.nextPassFrom', { day, price: formatMoney(price.finalPrice) });
}
