import type { Position } from 'geojson';
import type { AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import type { NoticeText } from '../../../machines/shared/notice.ts';
import type { Handle } from './picture/handles.ts';
import type { Change, EditShape } from './shape.ts';

/** What the view shows of the editing. */
export interface EditState {
  /** The held handle, or the one with the keyboard's focus. */
  at: Handle | null;
  isHeld: boolean;
  isDragged: boolean;
  /** Whether the keyboard edits. */
  isByKeys: boolean;
  /** Why the held handle can't be released where it is. */
  refusal: NoticeText | null;
  /** Area after the change, km²; null while nothing is moved. */
  areaKm2: number | null;
  /** Position of its tag, pixels. */
  tagAt: { x: number; y: number } | null;
  /** Vertices are too close for handles: zoom in. */
  isTooDense: boolean;
}
/** What is announced to screen readers. */
export type EditNews =
  | { kind: 'focused' | 'held'; handle: Handle; shape: EditShape }
  | { kind: 'nudged'; position: Position }
  | { kind: 'letGo' | 'tooFew' }
  | { kind: 'done'; change: Change['kind']; areaKm2: number }
  | { kind: 'refused'; refusal: NoticeText };
export interface EditEvents {
  /** A finished change. */
  edited: (geometry: AreaGeometry) => void;
  left: () => void;
  changed: () => void;
  message: (news: EditNews) => void;
}
