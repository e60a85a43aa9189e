import { useSelector } from '@xstate/react';
import type { ToneMeaning } from '../../machines/search/colouring.rules.ts';
import type { ColourBy } from '../../machines/search/results.rules.ts';
import { shownLegend } from '../../machines/search/results.selectors.ts';
import { useIsDensityShown } from '../map/layers/footprints/drawnFootprints.ts';
import { useToneColours } from '../map/layers/footprints/useToneColours.ts';
import { useActorOf } from '../shared/actors.tsx';
import { formatDateRange, formatDegrees, formatGsd, formatPercent } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import './results.css';

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
    <section className="gt-legend gt-placed gt-float gt-round-toolbar" aria-label={t('results.legend')}>
      <h2 className="gt-label">{t(`results.colour.${colouring.by}`)}</h2>
      <ul className="gt-above-6 gt-stack gt-gap-4">
        {colouring.legend.map((meaning) => (
          <li key={meaning.tone} className="gt-across gt-gap-8 gt-caption gt-muted">
            <span
              className="gt-legend__swatch gt-round-bar gt-keep"
              style={{ borderColor: colours[meaning.tone - 1] }}
              aria-hidden="true"
            />
            {rangeWords(colouring.by, meaning)}
          </li>
        ))}
        {colouring.hasUnknown && (
          <li className="gt-across gt-gap-8 gt-caption gt-muted">
            <span className="gt-legend__swatch gt-round-bar gt-keep" aria-hidden="true" />
            {t('results.unknown')}
          </li>
        )}
      </ul>
    </section>
  );
}
