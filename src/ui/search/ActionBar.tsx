import { SCENE_ORDER_CALLS } from '../../../contract/calls/extensionNames.ts';
import { useSelector } from '@xstate/react';
import { Columns2, Download, Image, Sparkles, X } from 'lucide-react';
import { useMemo } from 'react';
import { flushSync } from 'react-dom';
import { EXPORT_RECORDS_MAX } from '../../../contract/limits.ts';
import type { Scene } from '../../../contract/search.ts';
import { COMPARED } from '../../machines/search/look.machine.ts';
import { idSet } from '../../machines/search/loadedSet.rules.ts';
import { overlapOf, shareTogether } from '../../machines/search/results.rules.ts';
import {
  areQuicklooksShown,
  bestCoverOf,
  chosenClear,
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
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { Reasoned } from '../shared/kit/overlays/Tooltip.tsx';
import { PHONE, useMatches } from '../shared/useMatches.ts';
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
  const hasExport = useExtensions('submitExportTask');
  const canCover = useSelector(results, (snapshot) => snapshot.can({ type: 'cover.opened' }));
  // phones have room for these only in the list's menu
  const isPhone = useMatches(PHONE);
  return (
    <section
      className="gt-action-place gt-placed gt-flex gt-middle gt-through"
      aria-label={t('results.selection')}
    >
      <div className="gt-action gt-within gt-reachable gt-across gt-gap-12 gt-float gt-round-panel">
        <ChoiceWords />
        <span className="gt-action__folding gt-keep gt-flex gt-gap-8">
          <Reasoned reason={canCover ? null : t('results.noneShown')}>
            {(closed) => (
              <Button
                {...closed}
                icon={<Sparkles {...ICON} />}
                onPress={() => results.send({ type: 'cover.opened' })}
              >
                {t('results.bestCover')}
              </Button>
            )}
          </Reasoned>
          {hasExport && (
            <Button icon={<Download {...ICON} />} onPress={() => results.send({ type: 'export.requested' })}>
              {t('results.export')}
            </Button>
          )}
        </span>
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
        {!isPhone && <CompareButton />}
        {!isPhone && <QuicklooksButton />}
        {!isPhone && (
          <IconButton
            label={t('results.clearSelection')}
            icon={<X {...ICON} />}
            onPress={() => {
              flushSync(() => results.send({ type: 'choice.cleared' }));
              focusList();
            }}
          />
        )}
      </div>
    </section>
  );
}

/** Opens the quicklooks of the selected scenes side by side. */
function CompareButton() {
  const t = useT();
  const results = useActorOf('results');
  const canCompare = useSelector(results, (snapshot) => snapshot.can({ type: 'comparison.requested' }));
  return (
    <TooltipButton
      tip={canCompare ? t('look.compare') : t('look.compareFew', COMPARED)}
      placement="top"
      label={t('look.compare')}
      icon={<Columns2 {...ICON} />}
      closed={!canCompare}
      onPress={() => results.send({ type: 'comparison.requested' })}
    />
  );
}

/** Shows the quicklooks of the selected scenes on the map. */
function QuicklooksButton() {
  const t = useT();
  const results = useActorOf('results');
  const canShow = useSelector(results, (snapshot) => snapshot.can({ type: 'quicklooks.toggled' }));
  const areOnMap = useSelector(results, areQuicklooksShown);
  return (
    <TooltipButton
      tip={canShow ? t('results.quicklooks') : t('results.quicklooksMany', { max: EXPORT_RECORDS_MAX })}
      placement="top"
      label={t('results.quicklooks')}
      icon={<Image {...ICON} />}
      chosen={areOnMap}
      closed={!canShow}
      onPress={() => results.send({ type: 'quicklooks.toggled' })}
    />
  );
}

/** The selected scenes: number, estimated price, share of the AOI, gap of a best cover, overlap that is paid twice. */
function ChoiceWords() {
  const t = useT();
  const results = useActorOf('results');
  const count = useSelector(results, chosenIds).length;
  const hidden = useSelector(results, hiddenChosen);
  const cover = useSelector(results, bestCoverOf);
  const aoi = useSelector(results, requestedAoi);
  const pricing = useSelector(results, knownPricing);
  const estimate = useSelector(results, chosenEstimate);
  const clear = useSelector(results, chosenClear);
  const scenes = useChosenScenes();
  const share = useMemo(
    () => cover?.share ?? (aoi === null ? null : shareTogether(scenes, aoi)),
    [scenes, aoi, cover],
  );
  const overlap =
    aoi === null || pricing === null || estimate === null || share === null
      ? null
      : overlapOf(scenes, aoi, share * aoi.areaKm2, estimate, pricing.tariff.minimumKm2);
  const facts = [
    ...(estimate === null ? [] : [t('order.estimated')]),
    ...(share === null ? [] : [t('results.ofAoi', { share: formatShare(share * 100) })]),
    ...(clear === null ? [] : [t('results.clearTogether', { share: formatShare(clear) })]),
    ...(cover === null || cover.gapKm2 === 0 ? [] : [t('results.gap', { area: formatArea(cover.gapKm2) })]),
    ...(overlap === null
      ? []
      : [t('results.overlap', { area: formatArea(overlap.areaKm2), cost: formatMoney(overlap.cents) })]),
    ...(hidden > 0 ? [t('results.hiddenSelected', { count: hidden })] : []),
  ];
  return (
    <div className="gt-action__words" role="status">
      <p className="gt-action__count">
        {[t('results.selected', { count }), ...(estimate === null ? [] : [formatMoney(estimate.cents)])].join(
          ' · ',
        )}
      </p>
      {facts.length > 0 && <p className="gt-caption gt-muted">{facts.join(' · ')}</p>}
    </div>
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
