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

/** A list on its way: after 300 ms its words and skeleton rows, after 1 s also Cancel. */
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
