import type { LucideIcon } from 'lucide-react';
import { IconButton } from '../../shared/kit/actions/IconButton.tsx';
import type { MapPadding } from '../camera/mapPadding.ts';
import { useMapPadding } from '../camera/useMapPadding.ts';
import './pointing.css';

/** An action in a mode's bar, with its key. */
interface ModeAction {
  label: string;
  icon: LucideIcon;
  disabled?: boolean | undefined;
  press: () => void;
}

interface ModeBarProps {
  label: string;
  how: string;
  /** Reason why the last action was refused. */
  problem?: string | null | undefined;
  actions: ModeAction[];
}

/** The bar on the portal's map that explains the current mode, with buttons for its keys. */
export function ModeBar(props: ModeBarProps) {
  return <ModeBarIn {...props} padding={useMapPadding()} />;
}

/** The same on a map with other padding. */
export function ModeBarIn({
  label,
  how,
  problem = null,
  actions,
  padding,
}: ModeBarProps & { padding: MapPadding }) {
  const { left, right } = padding;
  return (
    <div className="gt-pointing__place" style={{ left, right }} role="group" aria-label={label}>
      <div className="gt-pointing__bar">
        {problem === null ? (
          <span>{how}</span>
        ) : (
          <span className="gt-pointing__problem" role="alert">
            {problem}
          </span>
        )}
        {actions.map(({ label: name, icon: Icon, disabled, press }) => (
          <IconButton
            key={name}
            size="small"
            label={name}
            icon={<Icon size={16} strokeWidth={1.75} aria-hidden={true} />}
            // a button disabled by its own press keeps the focus, so that keyboard users stay in the bar
            closed={disabled}
            onPress={press}
          />
        ))}
      </div>
    </div>
  );
}
