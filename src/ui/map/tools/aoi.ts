import { BookmarkPlus, Crosshair, Eraser, FileUp, Focus } from 'lucide-react';
import type { MapTool } from '../kernel/tool.ts';

export const upload: MapTool = {
  id: 'upload',
  icon: FileUp,
  key: 'U',
  event: { type: 'upload.opened' },
  group: 'draw',
};

export const coordinates: MapTool = {
  id: 'coordinates',
  icon: Crosshair,
  key: 'C',
  event: { type: 'coordinates.opened' },
  group: 'draw',
};

/** §5 Save AOI: without an area the tool stays usable, and its dialog reports 'AOI not found'. */
export const saveAoi: MapTool = {
  id: 'saveAoi',
  icon: BookmarkPlus,
  key: 'S',
  event: { type: 'saving.opened' },
  group: 'draw',
};

export const clearArea: MapTool = {
  id: 'clearArea',
  icon: Eraser,
  key: 'X',
  event: { type: 'aoi.cleared' },
  group: 'draw',
  refusal: ({ canClearArea }) => (canClearArea ? null : 'map.nothingToClear'),
};

/** Goes to the AOI; its button is on the AOI's card. */
export const goToAoi = {
  id: 'goToAoi',
  icon: Focus,
  key: 'G',
  event: { type: 'aoiView.requested' },
  needsMap: true,
  refusal: ({ hasAoi }) => (hasAoi ? null : 'errors.aoiNotFound'),
} as const satisfies MapTool;
