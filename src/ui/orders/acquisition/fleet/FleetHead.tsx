import { useSelector } from '@xstate/react';
import {
  acquisitionDraft,
  acquisitionSort,
} from '../../../../machines/orders/acquisition/newAcquisition.selectors.ts';
import {
  countsOf,
  SORTS,
  type AcquisitionRow,
} from '../../../../machines/orders/acquisition/newAcquisition.rules.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import { formatDegrees, formatNumber } from '../../../shared/i18n/formats.ts';
import { useT } from '../../../shared/i18n/useT.ts';
import { Select } from '../../../shared/kit/fields/choice/Select.tsx';

/** How many passes there are, and the order of the satellites; the table of passes sorts by its columns. */
export function FleetHead({ rows, isTable }: { rows: readonly AcquisitionRow[]; isTable: boolean }) {
  const t = useT();
  const acquisition = useActorOf('newAcquisition');
  const sort = useSelector(acquisition, acquisitionSort);
  const { maxOffNadirAngle } = useSelector(acquisition, acquisitionDraft);
  const { within, beyond } = countsOf(rows);
  return (
    <header className="gt-fleet__head">
      <h3 className="gt-fleet__title">
        {t('acquisition.passesOf', { count: rows.filter(({ lock }) => lock === null).length })}
      </h3>
      <p className="gt-fleet__counts" role="status">
        {t('passes.count', {
          within: formatNumber(within),
          limit: formatDegrees(maxOffNadirAngle),
          beyond: formatNumber(beyond),
        })}
      </p>
      {!isTable && (
        <div className="gt-fleet__sort">
          <Select
            label={t('results.sort')}
            hideLabel
            value={sort}
            options={SORTS.map((value) => ({ value, label: t(`acquisition.sort.${value}`) }))}
            onChange={(value) => value !== null && acquisition.send({ type: 'sort.chosen', sort: value })}
          />
        </div>
      )}
    </header>
  );
}
