import type { LucideIcon } from 'lucide-react';
import { IconButton } from '../../shared/kit/actions/IconButton.tsx';
import type { MapPadding } from '../canvas/mapPadding.ts';
import { useMapPadding } from '../canvas/useMapPadding.ts';
import './pointing.css';

/** What a mode's bar offers beside its keys. */
export interface ModeAction {
  label: string;
  icon: LucideIcon;
  disabled?: boolean | undefined;
  press: () => void;
}

interface ModeBarProps {
  label: string;
  how: string;
  /** Why what was asked last can't be done. */
  problem?: string | null | undefined;
  actions: ModeAction[];
}

/** The bar on the portal's map that says how the mode that is on is worked, with buttons for what else takes a key. */
export function ModeBar(props: ModeBarProps) {
  return <ModeBarIn {...props} padding={useMapPadding()} />;
}

/** The same on a map with other things over its edges. */
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
            // what its own press closes keeps the focus: the keyboard is not thrown out of the bar
            closed={disabled}
            onPress={press}
          />
        ))}
      </div>
    </div>
  );
}
