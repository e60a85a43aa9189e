import { Component, type ReactNode } from 'react';
import { X } from 'lucide-react';
import { useT } from '../../i18n/useT.ts';
import { IconButton } from '../actions/IconButton.tsx';
import { FailedState } from './FailedState.tsx';
import './States.css';

interface BoundaryProps {
  children: ReactNode;
  /** panel: replaces the view · map: over the map · dialog: in the middle of the window. */
  place: 'panel' | 'map' | 'dialog';
  /** The view is rendered again when this changes, e.g. the name of the open panel. */
  resetKey?: string | undefined;
}
interface BoundaryState {
  state: 'whole' | 'broken' | 'closed';
  resetKey: string | undefined;
}

/** Keeps an error in one view from breaking the page: replaces the view with a message and "Try again". */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { state: 'whole', resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { state: 'broken' };
  }

  static getDerivedStateFromProps({ resetKey }: BoundaryProps, state: BoundaryState) {
    return resetKey === state.resetKey ? null : { state: 'whole', resetKey };
  }

  override render(): ReactNode {
    const { children, place } = this.props;
    const { state } = this.state;
    if (state === 'whole') return children;
    if (state === 'closed') return null;
    return (
      <Broken
        place={place}
        onRetry={() => this.setState({ state: 'whole' })}
        onClose={place === 'dialog' ? () => this.setState({ state: 'closed' }) : undefined}
      />
    );
  }
}

function Broken(props: {
  place: BoundaryProps['place'];
  onRetry: () => void;
  onClose: (() => void) | undefined;
}) {
  const t = useT();
  const { place, onRetry, onClose } = props;
  return (
    <div className="gt-broken gt-flex gt-start gt-surface gt-round-note" data-place={place}>
      <FailedState
        title={t(place === 'map' ? 'common.mapBroken' : 'common.viewBroken')}
        text={t('common.viewBrokenText')}
        onRetry={onRetry}
      />
      {onClose !== undefined && (
        <IconButton
          size="small"
          label={t('common.close')}
          icon={<X size={16} strokeWidth={1.75} aria-hidden="true" />}
          onPress={onClose}
        />
      )}
    </div>
  );
}
