import { ChevronsLeftRight } from 'lucide-react';
import { useRef, type KeyboardEvent, type RefObject, type PointerEvent } from 'react';
import { formatPercent } from '../../../shared/i18n/formats.ts';
import { useT } from '../../../shared/i18n/useT.ts';
import { useMapPadding } from '../../kernel/mapPadding.ts';
import { movedByKey, type Share, shareAt } from './divider.rules.ts';

interface DividerProps {
  share: Share;
  onShare: (share: Share) => void;
  /** Titles of the layers on both sides. */
  before: string;
  after: string;
  handle: RefObject<HTMLDivElement | null>;
}

/** The line between the two maps; its handle is a slider (docs/design.md, Comparison). */
export function Divider({ share, onShare, before, after, handle }: DividerProps) {
  const t = useT();
  const padding = useMapPadding();
  const line = useRef<HTMLDivElement>(null);
  const box = () => line.current?.parentElement?.getBoundingClientRect() ?? new DOMRect();
  const drag = useShareDrag(
    () => ({ from: box().left + padding.left, to: box().right - padding.right }),
    onShare,
    () => {
      const { left, width } = line.current?.getBoundingClientRect() ?? new DOMRect();
      return left + width / 2;
    },
  );
  const percent = Math.round(share * 100);
  const keyed = (event: KeyboardEvent) => {
    const next = movedByKey(share, event.key, event.shiftKey);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onShare(next);
  };
  return (
    <div ref={line} className="gt-compare__divider gt-placed" {...drag}>
      <div
        ref={handle}
        className="gt-compare__handle gt-placed gt-eased gt-accent gt-centre gt-float gt-round"
        role="slider"
        tabIndex={0}
        aria-label={t('compare.divider')}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={t('compare.at', {
          before,
          left: formatPercent(percent),
          after,
          right: formatPercent(100 - percent),
        })}
        onKeyDown={keyed}
      >
        <ChevronsLeftRight size={18} strokeWidth={2} aria-hidden="true" />
      </div>
    </div>
  );
}

/** A small track for the divider's whole range: one click moves the divider. Keys work on the handle. */
export function DividerTrack({ share, onShare }: { share: Share; onShare: (share: Share) => void }) {
  const rail = useRef<HTMLDivElement>(null);
  const drag = useShareDrag(
    () => {
      const { left, right } = rail.current?.getBoundingClientRect() ?? new DOMRect();
      return { from: left, to: right };
    },
    onShare,
    null,
  );
  return (
    <div className="gt-compare__track gt-pointed" aria-hidden="true" {...drag}>
      <div ref={rail} className="gt-compare__rail gt-round-bar gt-anchor">
        <div className="gt-compare__thumb gt-placed gt-round" style={{ left: `${share * 100}%` }} />
      </div>
    </div>
  );
}

/** Ends of the divider's range, or of its small track; window pixels. */
export type Span = () => { from: number; to: number };

/**
 * Dragging with mouse, pen or finger, and single clicks. The dragged item keeps its offset to the pointer; a
 * press next to it moves it there.
 * @param grabbed position of the dragged item, or null if every press sets the position
 */
function useShareDrag(span: Span, onShare: (share: Share) => void, grabbed: (() => number) | null) {
  const offset = useRef<number | null>(null);
  const move = (event: PointerEvent) => {
    if (offset.current === null) return;
    const { from, to } = span();
    onShare(shareAt(event.clientX - offset.current, from, to));
  };
  const end = () => {
    offset.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || !event.isPrimary) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      offset.current = grabbed === null ? 0 : event.clientX - grabbed();
      if (grabbed === null) move(event);
    },
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
  };
}
