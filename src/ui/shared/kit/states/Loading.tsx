import { Ring } from '../figures/Ring.tsx';
import { SkeletonRows } from './Skeleton.tsx';
import './Loading.css';

interface LoadingProps {
  /** 'Searching…' */
  label: string;
  rows?: number | undefined;
  rowHeight?: number | undefined;
  picture?: boolean | undefined;
}

/** A loading list: its label and skeleton rows after 300 ms. */
export function Loading({ label, rows = 6, rowHeight = 60, picture }: LoadingProps) {
  return (
    <div className="gt-loading">
      <div className="gt-loading__head" role="status">
        <Ring />
        <span className="gt-loading__label">{label}</span>
      </div>
      <SkeletonRows count={rows} height={rowHeight} picture={picture} />
    </div>
  );
}
