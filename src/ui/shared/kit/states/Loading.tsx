import { useT } from '../../i18n/useT.ts';
import { Button } from '../actions/Button.tsx';
import { Ring } from '../figures/Ring.tsx';
import { SkeletonRows } from './Skeleton.tsx';
import './Loading.css';

interface LoadingProps {
  /** 'Searching…' */
  label: string;
  rows?: number | undefined;
  rowHeight?: number | undefined;
  picture?: boolean | undefined;
  /** Offered after one second. */
  onCancel?: (() => void) | undefined;
}

/** A loading list: its label and skeleton rows after 300 ms, Cancel after 1 s. */
export function Loading({ label, rows = 6, rowHeight = 60, picture, onCancel }: LoadingProps) {
  const t = useT();
  return (
    <div className="gt-loading">
      <div className="gt-loading__head" role="status">
        <Ring />
        <span className="gt-loading__label">{label}</span>
        {onCancel !== undefined && (
          <span className="gt-loading__cancel">
            <Button variant="plain" size="small" onPress={onCancel}>
              {t('common.cancel')}
            </Button>
          </span>
        )}
      </div>
      <SkeletonRows count={rows} height={rowHeight} picture={picture} />
    </div>
  );
}
