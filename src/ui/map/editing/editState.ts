import type { Position } from 'geojson';
import type { AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import type { NoticeText } from '../../../machines/shared/notice.ts';
import type { Handle } from './picture/handles.ts';
import type { Change, EditShape } from './shape.ts';

/** State of the editing for the view. */
export interface EditState {
  /** The held handle, or the one with keyboard focus. */
  at: Handle | null;
  isHeld: boolean;
  isDragged: boolean;
  /** Whether the keyboard is used. */
  isByKeys: boolean;
  /** Why the held handle can't be dropped here. */
  refusal: NoticeText | null;
  /** Area after the change, km²; null while nothing has moved. */
  areaKm2: number | null;
  /** Position of its tag, pixels. */
  tagAt: { x: number; y: number } | null;
  /** Whether vertices are too close for handles, so the user must zoom in. */
  isTooDense: boolean;
}
/** Announcements for screen readers. */
export type EditNews =
  | { kind: 'focused' | 'held'; handle: Handle; shape: EditShape }
  | { kind: 'nudged'; position: Position }
  | { kind: 'letGo' | 'tooFew' }
  | { kind: 'done'; change: Change['kind']; areaKm2: number }
  | { kind: 'refused'; refusal: NoticeText };
export interface EditEvents {
  /** Called with the result of each change. */
  edited: (geometry: AreaGeometry) => void;
  left: () => void;
  changed: () => void;
  message: (news: EditNews) => void;
}
