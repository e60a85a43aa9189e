import { useSelector } from '@xstate/react';
import { SCENE_ORDER_CALLS } from '../../../contract/calls/extensionNames.ts';
import { hasChosen, isMosaicPending, mosaicOffer } from '../../machines/search/results.selectors.ts';
import { isArchiveOrderEnabled } from '../../machines/session/shell.machine.ts';
import { useActorOf, useExtensions } from '../shared/actors.tsx';
import { formatMoney, formatShare } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Skeleton } from '../shared/kit/states/Loading.tsx';
import { Thumbnail, useIsReadOnly } from './SceneParts.tsx';

/** Pictures of the stack. */
const PICTURES = 3;
/** Below this share the mosaic isn't called clear. */
const CLEAR_FROM = 0.7;

/** The clear mosaic as an order: what it shows of the AOI, and its price. */
export function MosaicOffer() {
  const t = useT();
  const results = useActorOf('results');
  const offer = useSelector(results, mosaicOffer);
  const isPending = useSelector(results, isMosaicPending);
  const isAnyChosen = useSelector(results, hasChosen);
  const canOrder = useSelector(useActorOf('shell'), isArchiveOrderEnabled);
  const isOffered = useExtensions(...SCENE_ORDER_CALLS);
  const isReadOnly = useIsReadOnly();
  if (offer === null)
    return isPending ? (
      <div className="gt-offer gt-late" aria-hidden="true">
        <Skeleton width="70%" />
      </div>
    ) : null;
  const { scenes, share, clear, estimate } = offer;
  const percent = (value: number) => formatShare(value * 100);
  const shown = t('results.ofAoi', { share: percent(share) });
  return (
    <section className="gt-offer gt-across gt-gap-10" aria-label={t('results.mosaic.label')}>
      <span className="gt-offer__pictures gt-keep gt-flex" aria-hidden="true">
        {scenes.slice(0, PICTURES).map(({ id, properties: { quicklookUrl } }) => (
          <span key={id} className="gt-clip gt-blank">
            <Thumbnail quicklookUrl={quicklookUrl} />
          </span>
        ))}
      </span>
      <span className="gt-rest gt-stack">
        <span className="gt-label gt-medium">
          {t(scenes.length === 1 ? 'results.mosaic.one' : 'results.mosaic.several', {
            scenes: scenes.length,
          })}
        </span>
        <span className="gt-caption gt-muted">
          {clear < CLEAR_FROM
            ? t('results.mosaic.bestCover', { clear: percent(clear) })
            : [shown, t('results.clearTogether', { share: percent(clear) })].join(' · ')}
        </span>
      </span>
      {estimate !== null && <strong className="gt-offer__sum gt-keep">{formatMoney(estimate.cents)}</strong>}
      {isOffered && !isReadOnly && (
        <Button
          size="small"
          variant={isAnyChosen ? undefined : 'primary'}
          disabled={!canOrder}
          reason={canOrder ? undefined : t('results.orderClosed')}
          aria-label={t('results.mosaic.order')}
          onPress={() => results.send({ type: 'mosaicOrder.requested' })}
        >
          {t('results.order')}
        </Button>
      )}
    </section>
  );
}
