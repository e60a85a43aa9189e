import { chosenActor, chosenMachine, machineNames } from '../../machines/inspector/viewer.selectors.ts';
import { useT } from '../shared/i18n/useT.ts';
import { useViewer, useViewerValue } from './viewerActor.tsx';

/** Every machine of the product; the charts need no running portal. */
export function MachineList({ onChoose }: { onChoose: () => void }) {
  const t = useT();
  const viewer = useViewer();
  const names = useViewerValue(machineNames);
  const machine = useViewerValue(chosenMachine);
  const isAlone = useViewerValue(chosenActor) === null;
  return (
    <section aria-labelledby="machines">
      <h2 id="machines" className="gt-viewer__heading">
        {t('viewer.charts')}
      </h2>
      <ul className="gt-viewer__machines">
        {names.map((name) => (
          <li key={name}>
            <button
              type="button"
              className="gt-viewer__row"
              aria-current={(isAlone && name === machine) || undefined}
              onClick={() => {
                viewer.send({ type: 'machine.chosen', machine: name });
                onChoose();
              }}
            >
              <span className="gt-viewer__name">{name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
