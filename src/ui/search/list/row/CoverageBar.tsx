import type { CSSProperties } from 'react';
import type { Scene } from '../../../../../contract/search.ts';
import type { Aoi } from '../../../../geo/aoi.ts';
import { shareOfScene } from '../../../../machines/search/results/coverage.rules.ts';
import { formatNumber } from '../../../shared/i18n/formats.ts';
import { useT } from '../../../shared/i18n/useT.ts';
import { wholePercent } from '../../../../machines/search/unitedShare.rules.ts';

interface CoverageProps {
  scene: Scene;
  aoi: Aoi;
}

/** The share of the AOI that a scene covers, as a percentage. */
export function CoveredShare({ scene, aoi }: CoverageProps) {
  const share = formatNumber(wholePercent(shareOfScene(scene, aoi)));
  return <span className="gt-result__share">{useT()('results.ofAoi', { share })}</span>;
}

/** The same as a bar. */
export function CoverageBar({ scene, aoi }: CoverageProps) {
  const percent = wholePercent(shareOfScene(scene, aoi));
  const style: CSSProperties & Record<'--share', string> = { '--share': `${percent}%` };
  return <span className="gt-cover" style={style} aria-hidden="true" />;
}
