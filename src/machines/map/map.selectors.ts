import type { SnapshotFrom } from 'xstate';
import type { mapMachine } from './map.machine.ts';
import type { Measure } from './map.rules.ts';
import type { LayerId, MeasureMode } from './map.events.ts';

type MapSnapshot = SnapshotFrom<typeof mapMachine>;

/** The mode of the map (§4): exactly one is on. */
export function mapMode({ value }: MapSnapshot) {
  if (value === 'waiting') return value;
  const { ready } = value;
  if (typeof ready === 'string') return ready;
  return 'drawing' in ready ? ready.drawing : ready.measuring;
}
export type MapMode = ReturnType<typeof mapMode>;

export const isMapWaiting = (map: MapSnapshot): boolean => map.matches('waiting');
export const isBrowsing = (map: MapSnapshot): boolean => map.matches({ ready: 'browsing' });
export const isDrawing = (map: MapSnapshot): boolean => map.matches({ ready: 'drawing' });
export const isEditing = (map: MapSnapshot): boolean => map.matches({ ready: 'editing' });
export const isComparing = (map: MapSnapshot): boolean => map.matches({ ready: 'comparing' });
export const isChoosingByBox = (map: MapSnapshot): boolean => map.matches({ ready: 'choosing' });
/** §4 Measure modes; null while nothing is measured. */
export function measureMode(map: MapSnapshot): MeasureMode | null {
  if (map.matches({ ready: { measuring: 'distance' } })) return 1;
  return map.matches({ ready: { measuring: 'area' } }) ? 2 : null;
}
/** Whether clicks on the map set vertices or take handles. */
export const takesClicks = (map: MapSnapshot): boolean =>
  isDrawing(map) || isEditing(map) || isChoosingByBox(map) || measureMode(map) !== null;
export const shownMeasures = (map: MapSnapshot): readonly Measure[] => map.context.measures;
export const compareSides = (map: MapSnapshot): { before: LayerId; after: LayerId } => map.context.sides;
