import { useSelector } from '@xstate/react';
import type { ToneMeaning } from '../../../machines/search/results/colouring.rules.ts';
import type { ColourBy } from '../../../machines/search/results/results.rules.ts';
import { shownLegend } from '../../../machines/search/results/results.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatDateRange, formatDegrees, formatGsd, formatPercent } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { useIsDensityShown } from '../../map/layers/footprints/drawnFootprints.ts';
import { useToneColours } from '../../map/layers/footprints/useToneColours.ts';
import './legend.css';

function rangeWords(by: ColourBy, { from = 0, to = 0, names }: ToneMeaning): string {
  if (names !== undefined) return names.join(', ');
  const day = (time: number) => new Date(time).toISOString();
  switch (by) {
    case 'date':
      return formatDateRange(day(from), day(to), true);
    case 'cloud':
    case 'clear':
      return `${formatPercent(from, 1)} – ${formatPercent(to, 1)}`;
    case 'offNadir':
      return `${formatDegrees(from)} – ${formatDegrees(to)}`;
    default:
      return `${formatGsd(from)} – ${formatGsd(to)}`;
  }
}

/** The legend of the footprints' colours; the density has a separate one. */
export function Legend() {
  const t = useT();
  const colouring = useSelector(useActorOf('results'), shownLegend);
  const colours = useToneColours(colouring?.by === 'satellite' ? 'kinds' : 'classes');
  const isDensityShown = useIsDensityShown();
  if (colouring === null || colouring.by === 'none' || isDensityShown) return null;
  return (
    <section className="gt-legend" aria-label={t('results.legend')}>
      <h2 className="gt-legend__title">{t(`results.colour.${colouring.by}`)}</h2>
      <ul className="gt-legend__tones">
        {colouring.legend.map((meaning) => (
          <li key={meaning.tone} className="gt-legend__tone">
            <span
              className="gt-legend__swatch"
              style={{ borderColor: colours[meaning.tone - 1] }}
              aria-hidden="true"
            />
            {rangeWords(colouring.by, meaning)}
          </li>
        ))}
        {colouring.hasUnknown && (
          <li className="gt-legend__tone">
            <span className="gt-legend__swatch" aria-hidden="true" />
            {t('results.unknown')}
          </li>
        )}
      </ul>
    </section>
  );
}
