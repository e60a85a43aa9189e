import { useSelector } from '@xstate/react';
import { hasSelectedPass, passOnMap } from '../../../machines/orders/acquisition/newAcquisition.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatDate, formatDegrees, formatPercent, formatTime } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Badge } from '../../shared/kit/figures/Badge.tsx';
import { Fact } from '../quote/facts.tsx';

/** The pass whose track and swath are on the map. */
export function PassCard() {
  const t = useT();
  const shown = useSelector(
    useActorOf('newAcquisition'),
    passOnMap,
    (one, other) => one?.pass === other?.pass && one?.row.satellite === other?.row.satellite,
  );
  const isSelected = useSelector(useActorOf('newAcquisition'), hasSelectedPass);
  if (shown === null) return null;
  const { row, pass } = shown;
  const time = new Date(pass.at).toISOString();
  const facts = [
    [t('details.offNadirAngle'), formatDegrees(pass.offNadirDeg)],
    [t('acquisition.sun'), formatDegrees(pass.sunElevationDeg)],
    [t('acquisition.inSwath'), formatPercent(pass.share * 100)],
  ] as const;
  return (
    <section
      className="gt-pass-card"
      data-selected={isSelected || undefined}
      aria-label={t('acquisition.card')}
    >
      <header className="gt-pass-card__head">
        <h3>
          {t(pass === row.best ? 'acquisition.bestOf' : 'acquisition.passOf', { name: row.satellite.name })}
        </h3>
        {row.satellite.simulated === true && <Badge>{t('passes.simulated')}</Badge>}
      </header>
      <p className="gt-pass-card__time">
        <strong>{formatDate(time)}</strong> {formatTime(time)}
      </p>
      <dl className="gt-pass-card__facts">
        {facts.map(([term, value]) => (
          <Fact key={term} term={term}>
            {value}
          </Fact>
        ))}
      </dl>
    </section>
  );
}
