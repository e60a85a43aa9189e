import { useRef } from 'react';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { useOverflowFade } from '../../shared/kit/layout/useOverflowFade.ts';

export interface LitStatesProps {
  /** The machine's id, the prefix of its states' ids. */
  machine: string;
  /** The innermost active states: one for each region. */
  states: readonly string[];
  /** The state brought into view. */
  brought: string | null;
  onBring: (state: string) => void;
}

/** The active states by name: a wide chart can't show all at once, so a press brings one into view. */
export function LitStates({ machine, states, brought, onBring }: LitStatesProps) {
  const t = useT();
  const track = useRef<HTMLUListElement>(null);
  useOverflowFade(track);
  return (
    <div className="gt-chart__lit">
      <span className="gt-chart__lit-label" aria-hidden>
        {t('viewer.on')}
      </span>
      <ul ref={track} aria-label={t('viewer.on')}>
        {states.map((state) => {
          const name = state.slice(machine.length + 1);
          return (
            <li key={state}>
              <Button
                size="small"
                chosen={state === brought}
                aria-label={t('viewer.bring', { state: name })}
                onPress={() => onBring(state)}
              >
                {name}
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
