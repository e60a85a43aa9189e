import type { LucideIcon } from 'lucide-react';
import { IconButton } from '../../kit/IconButton.tsx';
import { useRoom } from '../useRoom.ts';
import './pointing.css';

/** What a mode's bar offers beside its keys. */
export interface ModeAction {
  label: string;
  icon: LucideIcon;
  disabled?: boolean | undefined;
  press: () => void;
}

/** The bar on the map that says how the mode that is on is worked, with buttons for what else takes a key. */
export function ModeBar({ label, how, actions }: { label: string; how: string; actions: ModeAction[] }) {
  const { left, right } = useRoom();
  return (
    <div className="gt-pointing__place" style={{ left, right }} role="group" aria-label={label}>
      <div className="gt-pointing__bar">
        <span>{how}</span>
        {actions.map(({ label: name, icon: Icon, disabled, press }) => (
          <IconButton
            key={name}
            size="small"
            label={name}
            icon={<Icon size={16} strokeWidth={1.75} aria-hidden={true} />}
            disabled={disabled}
            onPress={press}
          />
        ))}
      </div>
    </div>
  );
}
