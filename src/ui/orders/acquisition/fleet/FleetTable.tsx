import { useSelector } from '@xstate/react';
import type { CSSProperties } from 'react';
import { acquisitionDraft } from '../../../../machines/orders/acquisition/newAcquisition.selectors.ts';
import type { AcquisitionRow } from '../../../../machines/orders/acquisition/newAcquisition.rules.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import { formatDayOfYear, formatDegrees } from '../../../shared/i18n/formats.ts';
import { useT } from '../../../shared/i18n/useT.ts';
import { FleetRow } from './FleetRow.tsx';
import { ANGLE_CLASSES } from '../angleClass.ts';
import { acrossOf, namedDays } from '../axis.ts';
import './fleet.css';

const DAY_MS = 86_400_000;

/** The satellites as a radio group, each with its passes on one axis of days. */
export function FleetTable({ rows }: { rows: readonly AcquisitionRow[] }) {
  const t = useT();
  const { windowStart, windowEnd } = useSelector(useActorOf('newAcquisition'), acquisitionDraft);
  const span = { from: Date.parse(windowStart), to: Date.parse(windowEnd) + DAY_MS };
  const days = Math.round((span.to - span.from) / DAY_MS);
  const style: CSSProperties & Record<'--days', number> = { '--days': days };
  return (
    <>
      <div
        className="gt-fleet__table"
        role="radiogroup"
        aria-label={t('acquisition.satellite')}
        style={style}
      >
        <div className="gt-fleet__columns" aria-hidden="true">
          <span className="gt-fleet__name">{t('acquisition.satellite')}</span>
          <span className="gt-fleet__axis">
            {namedDays(span).map((day) => (
              <span key={day} style={{ left: acrossOf(day, span) }}>
                {formatDayOfYear(new Date(day).toISOString())}
              </span>
            ))}
          </span>
          <span>{t('acquisition.passes')}</span>
          <span>{t('acquisition.perKm2')}</span>
          <span>{t('acquisition.forAoi')}</span>
        </div>
        {rows.map((row) => (
          <FleetRow key={row.satellite.code} row={row} span={span} />
        ))}
      </div>
      <Legend rows={rows} />
    </>
  );
}

function Legend({ rows }: { rows: readonly AcquisitionRow[] }) {
  const t = useT();
  const { maxOffNadirAngle } = useSelector(useActorOf('newAcquisition'), acquisitionDraft);
  const suns = rows.flatMap(({ passes }) => (passes ?? []).map((pass) => pass.sunElevationDeg));
  return (
    <div className="gt-fleet__legend">
      {ANGLE_CLASSES.filter(({ from }) => from < maxOffNadirAngle).map(({ id, from, to }) => (
        <span key={id} className="gt-fleet__key">
          <i className="gt-fleet__mark" data-angle={id} aria-hidden="true" />
          {t('acquisition.angles', {
            from: String(from),
            to: formatDegrees(Math.min(to, maxOffNadirAngle)),
          })}
        </span>
      ))}
      <span className="gt-fleet__key">
        <i className="gt-fleet__mark" data-angle="beyond" aria-hidden="true" />
        {t('acquisition.beyond')}
      </span>
      {suns.length > 0 && (
        <span className="gt-fleet__sun">
          {t('acquisition.daylight', {
            from: formatDegrees(Math.min(...suns), 0),
            to: formatDegrees(Math.max(...suns), 0),
          })}
        </span>
      )}
    </div>
  );
}
