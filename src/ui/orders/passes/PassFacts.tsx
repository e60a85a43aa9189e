import type { Pass } from '../../../geo/orbit/passes.ts';
import { formatDegrees } from '../../shared/i18n/formats.ts';
import type { Translate } from '../../shared/i18n/language.ts';
import { useT } from '../../shared/i18n/useT.ts';

/** An instant (ms) → '2026-11-26 05:30 UTC'. */
export function minuteOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A pass in a sentence: time, off-nadir angle and sun elevation. */
export function passSentence(t: Translate, pass: Pass): string {
  return t('passes.pass', {
    time: minuteOf(pass.at),
    angle: formatDegrees(pass.offNadirDeg),
    sun: formatDegrees(pass.sunElevationDeg),
  });
}

/** The pass shown on the map, in words. */
export function PassFacts({ pass, isBest }: { pass: Pass | null; isBest: boolean }) {
  const t = useT();
  if (pass === null) return <span />;
  return (
    <p className="gt-passes__facts">
      {isBest && <strong>{t('passes.best')} </strong>}
      {passSentence(t, pass)}
    </p>
  );
}
