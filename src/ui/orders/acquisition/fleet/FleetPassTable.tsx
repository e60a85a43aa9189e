import { useSelector } from '@xstate/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import type { FleetPass } from '../../../../geo/orbit/fleetPasses.ts';
import { acquisitionDraft } from '../../../../machines/orders/acquisition/newAcquisition.selectors.ts';
import type { AcquisitionRow } from '../../../../machines/orders/acquisition/newAcquisition.rules.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import { formatDegrees, formatMoney, formatPercent } from '../../../shared/i18n/formats.ts';
import { useT } from '../../../shared/i18n/useT.ts';
import { minuteOf } from '../../passes/PassFacts.tsx';

interface Line {
  row: AcquisitionRow;
  pass: FleetPass;
}
interface Column {
  id: string;
  label: string;
  text: (line: Line) => string;
  figure: (line: Line) => number | string;
}

const compare = (one: number | string, other: number | string): number =>
  one < other ? -1 : one > other ? 1 : 0;

/** All passes of all satellites as rows, sorted by any column; plain text, to copy into a spreadsheet. */
export function FleetPassTable({ rows }: { rows: readonly AcquisitionRow[] }) {
  const t = useT();
  const { maxOffNadirAngle } = useSelector(useActorOf('newAcquisition'), acquisitionDraft);
  const [sort, setSort] = useState({ id: 'time', isDown: false });
  const columns: Column[] = [
    {
      id: 'time',
      label: t('passes.time'),
      text: ({ pass }) => minuteOf(pass.at).slice(0, 16),
      figure: ({ pass }) => pass.at,
    },
    {
      id: 'satellite',
      label: t('acquisition.satellite'),
      text: ({ row }) => row.satellite.name,
      figure: ({ row }) => row.satellite.name,
    },
    {
      id: 'angle',
      label: t('passes.angle'),
      text: ({ pass }) => formatDegrees(pass.offNadirDeg),
      figure: ({ pass }) => pass.offNadirDeg,
    },
    {
      id: 'sun',
      label: t('passes.sun'),
      text: ({ pass }) => formatDegrees(pass.sunElevationDeg),
      figure: ({ pass }) => pass.sunElevationDeg,
    },
    {
      id: 'share',
      label: t('acquisition.inSwath'),
      text: ({ pass }) => formatPercent(pass.share * 100),
      figure: ({ pass }) => pass.share,
    },
    {
      id: 'limit',
      label: t('passes.limit'),
      text: ({ pass }) => t(pass.offNadirDeg <= maxOffNadirAngle ? 'passes.withinWord' : 'passes.beyondWord'),
      figure: ({ pass }) => Number(pass.offNadirDeg > maxOffNadirAngle),
    },
    {
      id: 'price',
      label: t('acquisition.forAoi'),
      text: ({ row }) => (row.price === null ? t('common.none') : formatMoney(row.price.finalPrice)),
      figure: ({ row }) => row.price?.finalPrice ?? Infinity,
    },
  ];
  const figure = columns.find(({ id }) => id === sort.id)?.figure ?? (({ pass }: Line) => pass.at);
  const lines = rows
    .flatMap((row) => (row.passes ?? []).map((pass) => ({ row, pass })))
    .sort((one, other) => compare(figure(one), figure(other)) * (sort.isDown ? -1 : 1));
  return (
    // the region scrolls, so it must be focusable by keyboard
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="gt-fleet__list" role="region" aria-label={t('passes.title')} tabIndex={0}>
      <table className="gt-table">
        <caption className="gt-visually-hidden">{t('passes.title')}</caption>
        <thead>
          <tr>
            {columns.map(({ id, label }) => (
              <SortHead
                key={id}
                label={label}
                sorted={sort.id === id ? sort.isDown : null}
                onSort={() => setSort({ id, isDown: sort.id === id && !sort.isDown })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.row.satellite.code} ${line.pass.at}`}>
              {columns.map(({ id, text }) => (
                <td key={id}>{text(line)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SortHeadProps {
  label: string;
  /** Whether it sorts in descending order; null if another column sorts. */
  sorted: boolean | null;
  onSort: () => void;
}

function SortHead({ label, sorted, onSort }: SortHeadProps) {
  const Arrow = sorted ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={sorted === null ? 'none' : sorted ? 'descending' : 'ascending'}>
      <button type="button" className="gt-fleet__sorter" onClick={onSort}>
        {label}
        {sorted !== null && <Arrow size={12} strokeWidth={2} aria-hidden="true" />}
      </button>
    </th>
  );
}
