import { type PlacedFile as Placed, systemTitle } from '../../machines/aoi/systemPick.rules.ts';
import { formatCoordinates, formatMeasuredArea } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Note } from '../shared/kit/figures/Note.tsx';
import { AreaMap } from './AreaReview.tsx';
import './aoi.css';

/** Where a file lies in the coordinate system that was picked for it: on a map, in words, and how well that is known. */
export function PlacedFile({ placed }: { placed: Placed }) {
  const t = useT();
  const { system, aoi, middle, drawing, place, accuracy, isUnshifted, isOutside } = placed;
  return (
    <>
      <Note
        tone={isUnshifted || isOutside ? 'warn' : 'info'}
        title={place === null ? t('systems.placed') : t('systems.placedIn', { place })}
      >
        <p>{systemTitle(system)}</p>
        <p>{messageText(t, accuracy)}</p>
        {isOutside && <p>{t('systems.outside', { area: system.area })}</p>}
      </Note>
      <figure className="gt-review__side gt-placed-file gt-clip gt-round-note gt-framed">
        <AreaMap drawing={drawing} tone="right" label={t('systems.map')} />
        <figcaption>
          <span className="gt-strong">{formatCoordinates(...middle)}</span>
          <span className="gt-review__facts gt-caption gt-muted">
            {t('upload.facts', { area: formatMeasuredArea(aoi.areaKm2), count: aoi.vertices })}
          </span>
        </figcaption>
      </figure>
    </>
  );
}
