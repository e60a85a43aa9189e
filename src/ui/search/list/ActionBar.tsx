import { useSelector } from '@xstate/react';
import { Download, Image, Sparkles, X } from 'lucide-react';
import { useMemo } from 'react';
import { flushSync } from 'react-dom';
import { QUICKLOOKS_MAX } from '../../../../contract/limits.ts';
import { idSet } from '../../../machines/search/choice.rules.ts';
import {
  areQuicklooksShown,
  requestedAoi,
  bestCoverOf,
  chosenIds,
  foundScenes,
  hasChosen,
  hiddenChosen,
} from '../../../machines/search/results.selectors.ts';
import { isArchiveOrderEnabled } from '../../../machines/session/shell.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatArea, formatNumber } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { IconButton } from '../../shared/kit/actions/IconButton.tsx';
import { Tooltip } from '../../shared/kit/overlays/Tooltip.tsx';
import { PHONE, useMatches } from '../../shared/useMatches.ts';
import { shareTogether, wholePercent } from './coverage.ts';
import { focusList } from './listFocus.ts';
import './actionBar.css';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The actions for the selected scenes; visible while any are selected. */
export function ActionBar() {
  return useSelector(useActorOf('results'), hasChosen) ? <OpenBar /> : null;
}

function OpenBar() {
  const t = useT();
  const results = useActorOf('results');
  const canOrder = useSelector(useActorOf('shell'), isArchiveOrderEnabled);
  const canCover = useSelector(results, (snapshot) => snapshot.can({ type: 'cover.opened' }));
  // phones have room for these only in the list's menu
  const isPhone = useMatches(PHONE);
  return (
    <section className="gt-action-place" aria-label={t('results.choice')}>
      <div className="gt-action">
        <ChoiceWords />
        <span className="gt-action__folding">
          <Button
            icon={<Sparkles {...ICON} />}
            disabled={!canCover}
            onPress={() => results.send({ type: 'cover.opened' })}
          >
            {t('results.bestCover')}
          </Button>
          <Button icon={<Download {...ICON} />} onPress={() => results.send({ type: 'export.requested' })}>
            {t('results.export')}
          </Button>
        </span>
        <Button
          variant="primary"
          disabled={!canOrder}
          reason={canOrder ? undefined : t('results.orderClosed')}
          onPress={() => results.send({ type: 'sceneOrder.requested' })}
        >
          {t('results.order')}
        </Button>
        {!isPhone && <QuicklooksButton />}
        {!isPhone && (
          <IconButton
            label={t('results.clearChoice')}
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

/** Shows the quicklooks of the selected scenes on the map. */
function QuicklooksButton() {
  const t = useT();
  const results = useActorOf('results');
  const canShow = useSelector(results, (snapshot) => snapshot.can({ type: 'quicklooks.toggled' }));
  const areOnMap = useSelector(results, areQuicklooksShown);
  return (
    <Tooltip
      label={canShow ? t('results.quicklooks') : t('results.quicklooksMany', { max: QUICKLOOKS_MAX })}
      placement="top"
    >
      <IconButton
        label={t('results.quicklooks')}
        icon={<Image {...ICON} />}
        chosen={areOnMap}
        disabled={!canShow}
        onPress={() => results.send({ type: 'quicklooks.toggled' })}
      />
    </Tooltip>
  );
}

/** The number of selected scenes, their share of the AOI, and the gap of a best cover. */
function ChoiceWords() {
  const t = useT();
  const results = useActorOf('results');
  const count = useSelector(results, chosenIds).length;
  const hidden = useSelector(results, hiddenChosen);
  const cover = useSelector(results, bestCoverOf);
  const measured = useShareTogether(cover === null);
  const share = cover?.share ?? measured;
  const facts = [
    ...(share === null ? [] : [t('results.ofAoi', { share: formatNumber(wholePercent(share)) })]),
    ...(cover === null || cover.gapKm2 === 0 ? [] : [t('results.gap', { area: formatArea(cover.gapKm2) })]),
    ...(hidden > 0 ? [t('results.hiddenChosen', { count: hidden })] : []),
  ];
  return (
    <div className="gt-action__words" role="status">
      <p className="gt-action__count">{t('results.chosen', { count })}</p>
      {facts.length > 0 && <p className="gt-action__share">{facts.join(' · ')}</p>}
    </div>
  );
}

/** The selected scenes' united share of the AOI; null without an AOI or with too many scenes. */
function useShareTogether(isAsked: boolean): number | null {
  const results = useActorOf('results');
  const scenes = useSelector(results, foundScenes);
  const chosen = useSelector(results, chosenIds);
  const aoi = useSelector(results, requestedAoi);
  return useMemo(() => {
    if (aoi === null || !isAsked) return null;
    const ids = idSet(chosen);
    return shareTogether(
      scenes.filter(({ id }) => ids.has(id)),
      aoi,
    );
  }, [scenes, chosen, aoi, isAsked]);
}
