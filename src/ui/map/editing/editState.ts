import type { Position } from 'geojson';
import type { AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import type { NoticeText } from '../../../machines/shared/notice.ts';
import type { Handle } from './picture/handles.ts';
import type { Change, EditShape } from './shape.ts';

/** What editing looks like to its view. */
export interface EditState {
  /** The handle that is held, or that the keyboard is on. */
  at: Handle | null;
  isHeld: boolean;
  isDragged: boolean;
  /** The keyboard edits. */
  isByKeys: boolean;
  /** Why what is held can't be let go where it is. */
  refusal: NoticeText | null;
  /** Area as it would be, km²; null while nothing is moved. */
  areaKm2: number | null;
  /** Where its tag goes, pixels. */
  tagAt: { x: number; y: number } | null;
  /** Corners are too near to each other for handles: zoom in. */
  isTooDense: boolean;
}
/** What is said aloud. */
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
