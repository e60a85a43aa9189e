import { useSelector } from '@xstate/react';
import { Columns2, Download, Maximize, Sparkles, X } from 'lucide-react';
import {
  deliveries,
  drawingFault,
  imageFacts,
  isImageShown,
  imageFailure,
  isOfOtherArchive,
  shownDelivery,
} from '../../../machines/imagery/delivered/delivered.selectors.ts';
import type { Delivery } from '../../../machines/imagery/delivered/deliveries.rules.ts';
import { isAnalyticsEnabled } from '../../../machines/session/shell.selectors.ts';
import { useActorOf, usePortal } from '../../shared/actors.tsx';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { TooltipButton } from '../../shared/kit/actions/TooltipButton.tsx';
import { Note } from '../../shared/kit/figures/Note.tsx';
import { Panel } from '../../shared/kit/layout/Panel.tsx';
import { Loading } from '../../shared/kit/states/Loading.tsx';
import { PHONE, useMatches } from '../../shared/useMatches.ts';
import { useSeenImagery } from '../useSeenImagery.ts';
import { BandFields } from './BandFields.tsx';
import { DrawingFields } from './DrawingFields.tsx';
import { ImagePicker } from './ImagePicker.tsx';
import { ImageFactsList, ImageSummary } from './ImageSummary.tsx';
import { PixelSwitch } from './PixelSwitch.tsx';
import { StretchFields } from './StretchFields.tsx';
import { TimeSlider } from './TimeSlider.tsx';
import './delivered.css';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/**
 * Delivered imagery on the map (decision 200): how it is drawn, and what it is.
 * @param onMap uncovers the map on a phone
 */
export function DeliveredPanel({ onMap }: { onMap: () => void }) {
  const t = useT();
  const delivered = useActorOf('delivered');
  const shown = useSelector(delivered, shownDelivery);
  const facts = useSelector(delivered, imageFacts);
  const failure = useSelector(delivered, imageFailure);
  const isShown = useSelector(delivered, isImageShown);
  const isAsset = useSelector(delivered, isOfOtherArchive);
  // elsewhere it lies on the map
  const isPhone = useMatches(PHONE);
  return (
    <div className="gt-delivered" role="presentation">
      <Panel
        title={shown?.title ?? t('imagery.title')}
        focused
        onBack={() => delivered.send({ type: 'image.left' })}
        backLabel={t(isAsset ? 'delivered.backToSearch' : 'delivered.back')}
        actions={
          <>
            <TooltipButton
              size="small"
              label={t('delivered.zoom')}
              tip={t('delivered.zoom')}
              closed={!isShown}
              icon={<Maximize {...ICON} />}
              onPress={() => delivered.send({ type: 'image.sought' })}
            />
            <TooltipButton
              size="small"
              label={t('delivered.remove')}
              tip={t('delivered.remove')}
              icon={<X {...ICON} />}
              onPress={() => delivered.send({ type: 'image.removed' })}
            />
          </>
        }
        footer={facts !== null && <Foot />}
      >
        {shown !== null && <ImageSummary delivery={shown} facts={facts} />}
        {isPhone && <TimeSlider />}
        <ImagePicker />
        {failure !== null ? (
          <FaultNote text={messageText(t, failure)} delivery={shown} />
        ) : facts === null ? (
          <Loading label={t('delivered.loading')} rowHeight={56} />
        ) : (
          <>
            <DrawingFault delivery={shown} />
            <PixelSwitch onMap={onMap} />
            <fieldset className="gt-fields" disabled={!isShown}>
              <BandFields facts={facts} />
              <StretchFields facts={facts} />
              <DrawingFields />
            </fieldset>
            {shown !== null && <ImageFactsList delivery={shown} facts={facts} />}
          </>
        )}
      </Panel>
    </div>
  );
}

/** Why nothing, or not all, is shown, with what to do. */
function FaultNote({ text, title, delivery }: { text: string; title?: string; delivery: Delivery | null }) {
  const t = useT();
  const delivered = useActorOf('delivered');
  return (
    <Note tone="err" title={title ?? delivery?.image.fileName}>
      <p>{text}</p>
      <p className="gt-delivered__ways">
        <Button size="small" onPress={() => delivered.send({ type: 'image.retried' })}>
          {t('common.tryAgain')}
        </Button>
        {delivery !== null && (
          <a className="gt-link" href={delivery.image.url} download>
            <Download size={14} strokeWidth={1.75} aria-hidden="true" /> {t('delivered.download')}
          </a>
        )}
      </p>
    </Note>
  );
}

function DrawingFault({ delivery }: { delivery: Delivery | null }) {
  const t = useT();
  const fault = useSelector(useActorOf('delivered'), drawingFault);
  return fault === null ? null : (
    <FaultNote title={t('delivered.tilesFailed')} text={messageText(t, fault)} delivery={delivery} />
  );
}

function Foot() {
  const t = useT();
  const portal = usePortal();
  const shell = useActorOf('shell');
  const delivered = useActorOf('delivered');
  const seen = useSeenImagery();
  const isAnalyst = useSelector(shell, isAnalyticsEnabled);
  const list = useSelector(delivered, deliveries);
  const shown = useSelector(delivered, shownDelivery);
  const at = list.findIndex(({ key }) => key === shown?.key);
  const other = at > 0 ? at - 1 : at + 1;
  return (
    <>
      <Button
        icon={<Columns2 {...ICON} />}
        onPress={() =>
          portal.send({
            type: 'compare.toggled',
            sides: { before: other < list.length ? `delivered:${other}` : 'OSM', after: `delivered:${at}` },
          })
        }
      >
        {t('delivered.compare')}
      </Button>
      <Button
        variant="primary"
        icon={<Sparkles {...ICON} />}
        disabled={!isAnalyst}
        reason={t('bar.analyticsClosed')}
        onPress={() => shell.send({ type: 'analytics.requested', seen })}
      >
        {t('delivered.analyse')}
      </Button>
    </>
  );
}
