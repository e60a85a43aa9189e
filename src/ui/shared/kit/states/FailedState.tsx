import { RotateCcw, TriangleAlert } from 'lucide-react';
import { useT } from '../../i18n/useT.ts';
import { Button } from '../actions/Button.tsx';
import './States.css';

interface FailedStateProps {
  title: string;
  /** What is unaffected, or what to do. */
  text?: string | undefined;
  onRetry?: (() => void) | undefined;
}

export function FailedState({ title, text, onRetry }: FailedStateProps) {
  const t = useT();
  return (
    <div className="gt-failed gt-pad-16 gt-flex gt-gap-12" role="alert">
      <TriangleAlert className="gt-above-2 gt-err" size={16} strokeWidth={1.75} aria-hidden="true" />
      <div className="gt-stack gt-start gt-shrink">
        <p className="gt-heading">{title}</p>
        {text !== undefined && <p className="gt-below-8 gt-muted">{text}</p>}
        {onRetry !== undefined && (
          <Button size="small" icon={<RotateCcw size={14} strokeWidth={1.75} />} onPress={onRetry}>
            {t('common.tryAgain')}
          </Button>
        )}
      </div>
    </div>
  );
}
