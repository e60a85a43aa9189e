import { useSelector } from '@xstate/react';
import {
  acquisitionDraft,
  acquisitionWindowRefusal,
} from '../../../machines/orders/acquisition/newAcquisition.selectors.ts';
import {
  firstDay,
  type AcquisitionDraft,
} from '../../../machines/orders/acquisition/newAcquisition.rules.ts';
import { AoiCard } from '../../search/form/AoiCard.tsx';
import { useActorOf } from '../../shared/actors.tsx';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { DateRange } from '../../shared/kit/fields/date/DateRange.tsx';
import { CloudSlider, OffNadirSlider } from '../../shared/LimitSliders.tsx';

/** AOI, window, off-nadir angle and cloud cover. */
export function LimitFields() {
  const t = useT();
  const acquisition = useActorOf('newAcquisition');
  const draft = useSelector(acquisition, acquisitionDraft);
  const refusal = useSelector(acquisition, acquisitionWindowRefusal);
  const now = useSelector(acquisition, ({ context }) => context.now);
  const change = (patch: Partial<AcquisitionDraft>) => acquisition.send({ type: 'draft.changed', patch });
  return (
    <div className="gt-acquisition__limits">
      <AoiCard />
      <DateRange
        label={t('acquisition.window')}
        from={draft.windowStart}
        to={draft.windowEnd}
        min={firstDay(now())}
        error={refusal && messageText(t, refusal)}
        onChange={({ from, to }) => change({ windowStart: from, windowEnd: to })}
      />
      <OffNadirSlider
        value={draft.maxOffNadirAngle}
        onChange={(maxOffNadirAngle) => change({ maxOffNadirAngle })}
      />
      <CloudSlider value={draft.maxCloudCover} onChange={(maxCloudCover) => change({ maxCloudCover })} />
    </div>
  );
}
