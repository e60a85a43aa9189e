import { useSelector } from '@xstate/react';
import { ArrowRight } from 'lucide-react';
import { chosenRow } from '../../../machines/orders/acquisition/newAcquisition.machine.ts';
import {
  acquisitionWaitsFor,
  isFindingFleet,
} from '../../../machines/orders/acquisition/newAcquisition.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatArea, formatDayOfYear, formatMoney } from '../../shared/i18n/formats.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Badge } from '../../shared/kit/figures/Badge.tsx';
import { Button } from '../../shared/kit/actions/Button.tsx';

/** The selected satellite in two lines, and Continue to the order form. */
export function AcquisitionFoot() {
  const t = useT();
  const acquisition = useActorOf('newAcquisition');
  const waits = useSelector(
    acquisition,
    acquisitionWaitsFor,
    (one, other) => one?.key === other?.key && one?.params?.['name'] === other?.params?.['name'],
  );
  const isFinding = useSelector(acquisition, isFindingFleet);
  return (
    <div className="gt-acquisition__foot">
      <Summary />
      <Button
        variant="primary"
        iconAfter={<ArrowRight size={16} strokeWidth={1.75} />}
        disabled={waits !== null || isFinding}
        reason={waits === null ? undefined : messageText(t, waits)}
        onPress={() => acquisition.send({ type: 'continue.requested' })}
      >
        {t('acquisition.continue')}
      </Button>
    </div>
  );
}

function Summary() {
  const t = useT();
  const acquisition = useActorOf('newAcquisition');
  const row = useSelector(
    acquisition,
    ({ context }) => chosenRow(context),
    (one, other) =>
      one?.satellite === other?.satellite &&
      one?.best === other?.best &&
      one?.within === other?.within &&
      one?.price === other?.price,
  );
  const areaKm2 = useSelector(acquisition, ({ context }) => context.aoi?.areaKm2 ?? null);
  if (row === null || areaKm2 === null) return <div className="gt-acquisition__summary" />;
  return (
    <div className="gt-acquisition__summary">
      <p className="gt-acquisition__chosen">
        {row.best === null
          ? row.satellite.name
          : t('acquisition.summary', {
              name: row.satellite.name,
              count: row.within,
              day: formatDayOfYear(new Date(row.best.at).toISOString()),
            })}
      </p>
      {row.price !== null && (
        <p className="gt-acquisition__sum">
          {t('acquisition.sum', { price: formatMoney(row.price.finalPrice), area: formatArea(areaKm2) })}{' '}
          <Badge>{t('order.estimated')}</Badge>
        </p>
      )}
    </div>
  );
}
