import { SCENE_ORDER_CALLS } from '../../../contract/calls/extensionNames.ts';
import { useSelector } from '@xstate/react';
import { Columns2, Download, Ellipsis, GalleryHorizontal, Layers2, Sparkles, X } from 'lucide-react';
import { useMemo } from 'react';
import { flushSync } from 'react-dom';
import type { Scene } from '../../../contract/search.ts';
import { COMPARED } from '../../machines/search/look.machine.ts';
import { idSet } from '../../machines/search/loadedSet.rules.ts';
import { overlapOf, shareTogether } from '../../machines/search/results.rules.ts';
import {
  bestCoverOf,
  chosenEstimate,
  chosenIds,
  foundScenes,
  hasChosen,
  hiddenChosen,
  knownPricing,
  requestedAoi,
} from '../../machines/search/results.selectors.ts';
import { isArchiveOrderEnabled } from '../../machines/session/shell.machine.ts';
import { useActorOf, useExtensions } from '../shared/actors.tsx';
import { formatArea, formatMoney, formatShare } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { IconButton } from '../shared/kit/actions/IconButton.tsx';
import { Menu } from '../shared/kit/actions/Menu.tsx';
import { focusList } from './ResultsGrid.tsx';
import './results.css';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The actions for the selected scenes; visible while any are selected. */
export function ActionBar() {
  return useSelector(useActorOf('results'), hasChosen) ? <OpenBar /> : null;
}

function OpenBar() {
  const t = useT();
  const results = useActorOf('results');
  const canOrder = useSelector(useActorOf('shell'), isArchiveOrderEnabled);
  const hasOrders = useExtensions(...SCENE_ORDER_CALLS);
  const facts = useChoice();
  return (
    <section
      className="gt-action-place gt-placed gt-flex gt-middle gt-through"
      aria-label={t('results.selection')}
    >
      <div className="gt-action gt-within gt-reachable gt-across gt-gap-12 gt-nowrap gt-float gt-round-panel">
        <ChoiceWords {...facts} />
        {hasOrders && (
          <Button
            variant="primary"
            disabled={!canOrder}
            reason={canOrder ? undefined : t('results.orderClosed')}
            onPress={() => results.send({ type: 'sceneOrder.requested' })}
          >
            {t('results.order')}
          </Button>
        )}
        <ChoiceMenu overlap={facts.overlap} />
        <IconButton
          label={t('results.clearSelection')}
          icon={<X {...ICON} />}
          onPress={() => {
            flushSync(() => results.send({ type: 'choice.cleared' }));
            focusList();
          }}
        />
      </div>
    </section>
  );
}

/** More actions for the selected scenes, and the cost of the area that several of them cover. */
function ChoiceMenu({ overlap }: Pick<ReturnType<typeof useChoice>, 'overlap'>) {
  const t = useT();
  const results = useActorOf('results');
  const hasExport = useExtensions('submitExportTask');
  const canCover = useSelector(results, (snapshot) => snapshot.can({ type: 'cover.opened' }));
  const canCompare = useSelector(results, (snapshot) => snapshot.can({ type: 'comparison.requested' }));
  const first = useSelector(results, chosenIds)[0];
  const acts = {
    cover: () => results.send({ type: 'cover.opened' }),
    compare: () => results.send({ type: 'comparison.requested' }),
    browse: () => first !== undefined && flushSync(() => results.send({ type: 'flip.requested', id: first })),
    export: () => results.send({ type: 'export.requested' }),
    overlap: () => undefined,
  };
  return (
    <Menu
      look="icon"
      label={t('results.moreOfSelection')}
      icon={<Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />}
      placement="top end"
      items={[
        {
          id: 'cover' as const,
          label: t('results.bestCover'),
          icon: <Sparkles {...ICON} />,
          disabled: !canCover,
          note: canCover ? undefined : t('results.noneShown'),
        },
        {
          id: 'compare' as const,
          label: t('look.compare'),
          icon: <Columns2 {...ICON} />,
          disabled: !canCompare,
          note: canCompare ? undefined : t('look.compareFew', COMPARED),
        },
        { id: 'browse' as const, label: t('look.flip'), icon: <GalleryHorizontal {...ICON} /> },
        ...(hasExport
          ? [{ id: 'export' as const, label: t('results.export'), icon: <Download {...ICON} /> }]
          : []),
        ...(overlap === null
          ? []
          : [
              {
                id: 'overlap' as const,
                label: t('results.overlap', {
                  area: formatArea(overlap.areaKm2),
                  cost: formatMoney(overlap.cents),
                }),
                icon: <Layers2 {...ICON} />,
                disabled: true,
              },
            ]),
      ]}
      onChoose={(id: keyof typeof acts) => acts[id]()}
    />
  );
}

/** What is known of the selected scenes together. */
function useChoice() {
  const results = useActorOf('results');
  const cover = useSelector(results, bestCoverOf);
  const aoi = useSelector(results, requestedAoi);
  const pricing = useSelector(results, knownPricing);
  const estimate = useSelector(results, chosenEstimate);
  const scenes = useChosenScenes();
  const share = useMemo(
    () => cover?.share ?? (aoi === null ? null : shareTogether(scenes, aoi)),
    [scenes, aoi, cover],
  );
  const overlap =
    aoi === null || pricing === null || estimate === null || share === null
      ? null
      : overlapOf(scenes, aoi, share * aoi.areaKm2, estimate, pricing.tariff.minimumKm2);
  return { cover, estimate, share, overlap };
}

/** The selected scenes in one line: number, estimated price, share of the AOI, gap of a best cover. */
function ChoiceWords({ cover, estimate, share }: ReturnType<typeof useChoice>) {
  const t = useT();
  const results = useActorOf('results');
  const count = useSelector(results, chosenIds).length;
  const hidden = useSelector(results, hiddenChosen);
  const facts = [
    ...(share === null ? [] : [t('results.ofAoi', { share: formatShare(share * 100) })]),
    ...(cover === null || cover.gapKm2 === 0 ? [] : [t('results.gap', { area: formatArea(cover.gapKm2) })]),
    ...(hidden > 0 ? [t('results.hiddenSelected', { count: hidden })] : []),
  ];
  return (
    <p className="gt-action__words gt-whole-only gt-items-centre gt-shrink" role="status">
      <strong className="gt-heading">{t('results.title', { count })}</strong>
      {estimate !== null && (
        <span className="gt-action__fact">
          <strong className="gt-heading">{formatMoney(estimate.cents)}</strong>{' '}
          <span className="gt-action__estimated gt-caption gt-muted">{t('order.estimated')}</span>
        </span>
      )}
      {facts.map((fact) => (
        <span key={fact} className="gt-action__fact">
          {fact}
        </span>
      ))}
    </p>
  );
}

function useChosenScenes(): Scene[] {
  const results = useActorOf('results');
  const scenes = useSelector(results, foundScenes);
  const chosen = useSelector(results, chosenIds);
  return useMemo(() => {
    const ids = idSet(chosen);
    return scenes.filter(({ id }) => ids.has(id));
  }, [scenes, chosen]);
}
