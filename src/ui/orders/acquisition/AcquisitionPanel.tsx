import { useSelector } from '@xstate/react';
import { Table2, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  acquisitionAoi,
  acquisitionDraft,
  acquisitionRows,
  acquisitionWindowRefusal,
  hasFindingFailed,
  hasPricingFailed,
  isFindingFleet,
} from '../../../machines/orders/acquisition/newAcquisition.selectors.ts';
import { countsOf, weekLonger, widest } from '../../../machines/orders/acquisition/newAcquisition.rules.ts';
import { OFF_NADIR } from '../../../../contract/limits.ts';
import { useActorOf, usePortal } from '../../shared/actors.tsx';
import { formatDegrees } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { IconButton } from '../../shared/kit/actions/IconButton.tsx';
import { Note } from '../../shared/kit/figures/Note.tsx';
import { Panel } from '../../shared/kit/layout/Panel.tsx';
import { EmptyState } from '../../shared/kit/states/EmptyState.tsx';
import { FailedState } from '../../shared/kit/states/FailedState.tsx';
import { Loading } from '../../shared/kit/states/Loading.tsx';
import { AcquisitionFoot } from './AcquisitionFoot.tsx';
import { FleetHead } from './fleet/FleetHead.tsx';
import { FleetPassTable } from './fleet/FleetPassTable.tsx';
import { FleetTable } from './fleet/FleetTable.tsx';
import { LimitFields } from './LimitFields.tsx';
import { PassCard } from './PassCard.tsx';
import './acquisition.css';

/** A new acquisition: the limits, the passes of all satellites side by side, and the selected satellite. */
export function AcquisitionPanel() {
  const t = useT();
  const portal = usePortal();
  const acquisition = useActorOf('newAcquisition');
  const [isTable, setTable] = useState(false);
  const close = () => acquisition.send({ type: 'acquisition.closed' });
  useEffect(() => {
    // the button that opened the panel is gone, and the panel is wider than the one before
    document.getElementById('panel')?.focus();
    portal.send({ type: 'aoiView.requested' });
    return () => document.getElementById('panel')?.focus();
  }, [portal]);
  return (
    <>
      <Panel
        title={t('acquisition.title')}
        onBack={close}
        backLabel={t('acquisition.back')}
        actions={
          <>
            <Button
              variant="text"
              size="small"
              icon={<Table2 size={16} strokeWidth={1.75} />}
              chosen={isTable}
              onPress={() => setTable(!isTable)}
            >
              {t('passes.asTable')}
            </Button>
            <IconButton
              label={t('acquisition.close')}
              icon={<X size={16} strokeWidth={1.75} />}
              onPress={close}
            />
          </>
        }
        footer={<AcquisitionFoot />}
      >
        <LimitFields />
        <Passes isTable={isTable} />
      </Panel>
      <PassCard />
    </>
  );
}

/** The passes as axis or table, or the reason why there are none. */
function Passes({ isTable }: { isTable: boolean }) {
  const t = useT();
  const acquisition = useActorOf('newAcquisition');
  const rows = useSelector(acquisition, acquisitionRows, areSameRows);
  const hasAoi = useSelector(acquisition, acquisitionAoi) !== null;
  const isRefused = useSelector(acquisition, acquisitionWindowRefusal) !== null;
  const isFinding = useSelector(acquisition, isFindingFleet);
  const hasFailed = useSelector(acquisition, hasFindingFailed);
  const { within } = countsOf(rows);
  if (!hasAoi) return <EmptyState title={t('errors.aoiMissing')} text={t('acquisition.noAoi')} />;
  if (isRefused) return <EmptyState title={t('acquisition.noWindow')} />;
  if (hasFailed)
    return (
      <FailedState
        title={t('passes.failed')}
        onRetry={() => acquisition.send({ type: 'finding.repeated' })}
      />
    );
  if (isFinding) return <Loading label={t('passes.finding')} rows={rows.length} rowHeight={53} />;
  // a satellite with an unknown orbit can be ordered without passes
  const isEmpty = within === 0 && rows.every(({ lock, passes }) => lock !== null || passes !== null);
  return (
    <section className="gt-fleet" aria-label={t('passes.title')}>
      <FleetHead rows={rows} isTable={isTable} />
      <PricesFailed />
      {isEmpty ? <Nothing /> : isTable ? <FleetPassTable rows={rows} /> : <FleetTable rows={rows} />}
    </section>
  );
}

type Rows = ReturnType<typeof acquisitionRows>;

/** The rows are rebuilt from passes and prices, which keep their identity. */
function areSameRows(one: Rows, other: Rows): boolean {
  return (
    one.length === other.length &&
    one.every(
      ({ satellite, passes, price, best, within }, place) =>
        satellite === other[place]?.satellite &&
        passes === other[place].passes &&
        price === other[place].price &&
        best === other[place].best &&
        within === other[place].within,
    )
  );
}

function PricesFailed() {
  const t = useT();
  const acquisition = useActorOf('newAcquisition');
  if (!useSelector(acquisition, hasPricingFailed)) return null;
  return (
    <Note
      tone="err"
      title={t('acquisition.pricesFailed')}
      action={
        <Button size="small" onPress={() => acquisition.send({ type: 'pricing.repeated' })}>
          {t('common.tryAgain')}
        </Button>
      }
    />
  );
}

/** No satellite has a pass within the limits: two ways to get some. */
function Nothing() {
  const t = useT();
  const acquisition = useActorOf('newAcquisition');
  const draft = useSelector(acquisition, acquisitionDraft);
  const { maxOffNadirAngle } = draft;
  return (
    <EmptyState
      drawing="list"
      title={t('acquisition.nothing')}
      text={t('acquisition.nothingText')}
      actions={
        <>
          {maxOffNadirAngle < OFF_NADIR.max && (
            <Button size="small" onPress={() => acquisition.send({ type: 'draft.changed', patch: widest })}>
              {t('acquisition.wider', {
                from: formatDegrees(maxOffNadirAngle),
                to: formatDegrees(OFF_NADIR.max),
              })}
            </Button>
          )}
          <Button
            size="small"
            onPress={() => acquisition.send({ type: 'draft.changed', patch: weekLonger(draft) })}
          >
            {t('acquisition.weekLonger')}
          </Button>
        </>
      }
    />
  );
}
