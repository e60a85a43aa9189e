import type { Pass } from '../../../geo/orbit/passes.ts';
import { formatDayOfYear, formatDegrees } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { DataTable } from '../../shared/kit/layout/DataTable.tsx';

interface PassTableProps {
  passes: readonly Pass[];
  /** Degrees. */
  limit: number;
  best: Pass | null;
}

/** An instant (ms) → '26 Nov 05:30', in UTC. */
function shortTime(at: number): string {
  const iso = new Date(at).toISOString();
  return `${formatDayOfYear(iso)} ${iso.slice(11, 16)}`;
}

/** The passes with their figures; whether each is within the limit is also given in words. */
export function PassTable({ passes, limit, best }: PassTableProps) {
  const t = useT();
  const wordOf = (pass: Pass) => {
    if (pass === best) return t('passes.bestWord');
    return t(pass.offNadirDeg <= limit ? 'passes.withinWord' : 'passes.beyondWord');
  };
  return (
    // the region scrolls, so it must be focusable by keyboard
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="gt-passes__table" role="region" aria-label={t('passes.title')} tabIndex={0}>
      <DataTable
        caption={t('passes.title')}
        columns={[
          { label: t('passes.time') },
          { label: t('passes.angle'), end: true },
          { label: t('passes.centreAngle'), end: true },
          { label: t('passes.sun'), end: true },
          { label: t('passes.limit') },
        ]}
        rows={passes.map((pass) => ({
          key: pass.at,
          cells: [
            shortTime(pass.at),
            formatDegrees(pass.offNadirDeg),
            formatDegrees(pass.centreOffNadirDeg),
            formatDegrees(pass.sunElevationDeg),
            wordOf(pass),
          ],
        }))}
      />
    </div>
  );
}
