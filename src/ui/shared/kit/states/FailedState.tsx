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
    <div className="gt-failed" role="alert">
      <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
      <div className="gt-failed__words">
        <p className="gt-failed__title">{title}</p>
        {text !== undefined && <p className="gt-failed__text">{text}</p>}
        {onRetry !== undefined && (
          <Button size="small" icon={<RotateCcw size={14} strokeWidth={1.75} />} onPress={onRetry}>
            {t('common.tryAgain')}
          </Button>
        )}
      </div>
    </div>
  );
}
