import type { CSSProperties } from 'react';
import { Ring } from '../figures/Ring.tsx';
import './Loading.css';

interface SkeletonProps {
  width: number | string;
  height?: number | undefined;
}

/** A grey placeholder for a value. It appears after 300 ms, so that a quick answer doesn't flash. */
export function Skeleton({ width, height = 12 }: SkeletonProps) {
  return (
    <span className="gt-skeleton gt-late gt-within gt-blank" style={{ width, height }} aria-hidden="true" />
  );
}

interface SkeletonRowsProps {
  count: number;
  /** The final height of a row, px: 82 for results, 60 for orders. */
  height: number;
  /** With a square for the picture. */
  picture?: boolean | undefined;
}

/** Placeholder rows in their final size. */
export function SkeletonRows({ count, height, picture = false }: SkeletonRowsProps) {
  const style: CSSProperties & Record<'--row', string> = { '--row': `${height}px` };
  return (
    <div className="gt-ruled" style={style} aria-hidden="true">
      {Array.from({ length: count }, (_, row) => (
        <div
          key={row}
          className="gt-skeleton-row gt-across gt-gap-12"
          style={{ opacity: Math.max(0.25, 1 - row * 0.35) }}
        >
          {picture && (
            <span className="gt-skeleton gt-late gt-within gt-blank gt-skeleton--picture gt-keep" />
          )}
          <span className="gt-stack gt-gap-8 gt-grow">
            <span className="gt-skeleton gt-late gt-within gt-blank" style={{ width: '58%', height: 10 }} />
            <span className="gt-skeleton gt-late gt-within gt-blank" style={{ width: '84%', height: 10 }} />
          </span>
        </div>
      ))}
    </div>
  );
}

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
    <div className="gt-late">
      <div className="gt-loading__head gt-across gt-gap-8 gt-edge-below" role="status">
        <Ring />
        <span className="gt-grow gt-strong">{label}</span>
      </div>
      <SkeletonRows count={rows} height={rowHeight} picture={picture} />
    </div>
  );
}
