import type { Aoi } from '../../geo/aoi.ts';
import type { AoiOrigin, AoiSource } from './aoi.events.ts';

/** An AOI and where it came from; null after it was cleared. */
interface SourcedAoi {
  aoi: Aoi | null;
  origin: AoiOrigin;
  source: AoiSource | null;
}

/** The AOI, and those that undo and redo restore, the latest last. */
export interface AoiHistory extends SourcedAoi {
  past: readonly SourcedAoi[];
  future: readonly SourcedAoi[];
}

/** The number of changes that can be undone. */
const UNDO_MAX = 100;
const pushed = (entries: readonly SourcedAoi[], { aoi, origin, source }: SourcedAoi): readonly SourcedAoi[] =>
  [...entries, { aoi, origin, source }].slice(-UNDO_MAX);

/** Another area; the area before goes on the undo list. */
export const withAoi = (history: AoiHistory, aoi: Aoi, source: AoiSource) => ({
  aoi,
  origin: source.kind,
  source,
  past: pushed(history.past, history),
  future: [],
  refusal: null,
});

/** No area; the area before goes on the undo list. */
export const withoutAoi = (history: AoiHistory): AoiHistory => ({
  aoi: null,
  origin: 'cleared',
  source: null,
  past: pushed(history.past, history),
  future: [],
});

// 'undone' keeps the map's position: the user saw this area a moment ago
const restored = ({ aoi, source }: SourcedAoi): SourcedAoi => ({
  aoi,
  origin: aoi === null ? 'cleared' : 'undone',
  source,
});

export function undone(history: AoiHistory): Partial<AoiHistory> {
  const before = history.past.at(-1);
  if (before === undefined) return {};
  return { ...restored(before), past: history.past.slice(0, -1), future: pushed(history.future, history) };
}

export function redone(history: AoiHistory): Partial<AoiHistory> {
  const next = history.future.at(-1);
  if (next === undefined) return {};
  return { ...restored(next), past: pushed(history.past, history), future: history.future.slice(0, -1) };
}
