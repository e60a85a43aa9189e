import type { CSSProperties } from 'react';
import type { Scene } from '../../../../contract/search.ts';
import type { Aoi } from '../../../geo/aoi.ts';
import { formatNumber } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { shareOfScene, wholePercent } from './coverage.ts';

/** The share of the AOI that a scene covers, as a bar and a percentage. */
export function CoverageBar({ scene, aoi }: { scene: Scene; aoi: Aoi }) {
  const t = useT();
  const percent = wholePercent(shareOfScene(scene, aoi));
  const style: CSSProperties & Record<'--share', string> = { '--share': `${percent}%` };
  return (
    <p className="gt-cover">
      <span className="gt-cover__bar" style={style} aria-hidden="true" />
      <span className="gt-cover__share">{t('results.ofAoi', { share: formatNumber(percent) })}</span>
    </p>
  );
}
