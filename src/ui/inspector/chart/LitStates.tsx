import { useRef } from 'react';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { useOverflowFade } from '../../shared/kit/layout/useOverflowFade.ts';

export interface LitStatesProps {
  /** The machine's id, which all its states' ids begin with. */
  machine: string;
  /** The innermost states that are on: one, or one of each region. */
  states: readonly string[];
  /** The one that was brought into sight. */
  brought: string | null;
  onBring: (state: string) => void;
}

/** The states that are on by name: a wide chart has no room for all of them at once, and each can be brought into sight. */
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
