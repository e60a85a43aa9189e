import type { Pass } from '../../geo/orbit/passes.ts';
import { formatDegrees } from '../i18n/formats.ts';
import { useT } from '../i18n/useT.ts';
import { DataTable } from '../kit/DataTable.tsx';
import { minuteOf } from './PassFacts.tsx';

interface PassTableProps {
  passes: readonly Pass[];
  /** Degrees. */
  limit: number;
  best: Pass | null;
}

/** The passes with their figures; those within the limit say so in words. */
export function PassTable({ passes, limit, best }: PassTableProps) {
  const t = useT();
  const wordOf = (pass: Pass) => {
    if (pass === best) return t('passes.bestShort');
    return t(pass.offNadirDeg <= limit ? 'passes.within' : 'passes.beyond');
  };
  return (
    // scrolls, so the keyboard must be able to stand in it
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
            minuteOf(pass.at).replace(' UTC', ''),
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
