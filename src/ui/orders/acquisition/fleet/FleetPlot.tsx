import { useSelector } from '@xstate/react';
import type { RefObject } from 'react';
import type { FleetPass } from '../../../../geo/orbit/fleetPasses.ts';
import { acquisitionDraft } from '../../../../machines/orders/acquisition/newAcquisition.selectors.ts';
import type { AcquisitionRow } from '../../../../machines/orders/acquisition/newAcquisition.rules.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import { useT } from '../../../shared/i18n/useT.ts';
import { stepTo } from '../../../shared/kit/figures/sparkline/sparklineStep.ts';
import { passSentence } from '../../passes/PassFacts.tsx';
import { angleClassOf } from '../angleClass.ts';
import { acrossOf, type Span } from '../axis.ts';
import './fleetPlot.css';

interface FleetPlotProps {
  plot: RefObject<HTMLDivElement | null>;
  row: AcquisitionRow;
  span: Span;
  /** Gives the focus back to the satellite. */
  onLeave: () => void;
}

/**
 * The passes of one satellite as dots on the axis. Left and right move between them and the map follows; Enter or
 * Space fixes one on the map; Esc leaves.
 */
export function FleetPlot({ plot, row, span, onLeave }: FleetPlotProps) {
  const t = useT();
  const acquisition = useActorOf('newAcquisition');
  const { maxOffNadirAngle } = useSelector(acquisition, acquisitionDraft);
  const fixed = useSelector(acquisition, ({ context }) => context.fixed);
  const { code, name } = row.satellite;
  const passes = row.passes ?? [];
  const start = row.best ?? passes[0];
  const point = (pass: FleetPass | null) =>
    acquisition.send({ type: 'pass.pointed', pass: pass && { code, at: pass.at } });
  const walk = (key: string, place: number) => {
    if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key)) return;
    const next = stepTo(key, place, passes.length);
    if (next !== null) plot.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div ref={plot} className="gt-fleet__plot" role="group" aria-label={t('acquisition.plot', { name })}>
      {passes.map((pass, place) => {
        const where = t(pass.offNadirDeg <= maxOffNadirAngle ? 'acquisition.within' : 'acquisition.outside');
        return (
          <button
            key={pass.at}
            type="button"
            className="gt-fleet__dot"
            style={{ left: acrossOf(pass.at, span) }}
            tabIndex={-1}
            aria-label={`${passSentence(t, pass)}${t('acquisition.comma')}${where}`}
            aria-pressed={fixed?.code === code && fixed.at === pass.at}
            data-angle={angleClassOf(pass, maxOffNadirAngle)}
            data-best={pass === row.best || undefined}
            data-start={pass === start || undefined}
            onFocus={() => point(pass)}
            onBlur={() => point(null)}
            onPointerEnter={() => point(pass)}
            onPointerLeave={() => point(null)}
            onClick={() => acquisition.send({ type: 'pass.fixed', pass: { code, at: pass.at } })}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onLeave();
              else walk(event.key, place);
              if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End')
                event.preventDefault();
            }}
          />
        );
      })}
    </div>
  );
}
