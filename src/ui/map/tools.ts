import {
  BookmarkPlus,
  BoxSelect,
  Columns2,
  Crosshair,
  Eraser,
  FileUp,
  Focus,
  LandPlot,
  Layers,
  Pentagon,
  Ruler,
  Square,
  SquarePen,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import type { AoiCleared, AoiDialogOpened } from '../../machines/aoi/aoi.events.ts';
import type { AoiViewRequested, CompareToggled, SelectorToggled } from '../../machines/map/map.events.ts';
import type { MapModeChosen, MapModeRequested } from '../../machines/map/map.machine.ts';
import type { MapMode } from '../../machines/map/map.selectors.ts';

type ToolEvent =
  | MapModeRequested
  | CompareToggled
  | SelectorToggled
  | AoiViewRequested
  | AoiDialogOpened
  | AoiCleared;

/** The state that determines whether a tool is on and whether it is usable. */
export interface MapFacts {
  mode: MapMode;
  hasAoi: boolean;
  /** Whether there is an area, valid or refused, to clear. */
  canClearArea: boolean;
  hasMeasures: boolean;
  /** Whether the map can't be drawn, so that the tools that work on it are unusable. */
  isMapMissing: boolean;
  isSelectorOpen: boolean;
}

/** A tool of the map, used by the toolbar, its "more" menu and the keys. */
export interface MapTool {
  id: string;
  icon: LucideIcon;
  /** Shortcut outside text fields; null for a tool without one. */
  key: string | null;
  /** Sent to the portal, which forwards it to the actors concerned. */
  event: ToolEvent;
  /** The map mode that the tool toggles. */
  mode?: MapMode;
  /** Cursor over the map in that mode. */
  cursor?: 'crosshair';
  /** For tools that toggle something other than a mode. */
  isOn?: (facts: MapFacts) => boolean;
  /** The message key for why the tool is unusable now; null if it is usable. */
  refusal?: (facts: MapFacts) => string | null;
  /** The tool's button is also shown on the phone (docs/design.md, Responsive). */
  onPhone?: true;
}

export function request(chosen: MapModeChosen): MapModeRequested {
  return { type: 'mapMode.requested', request: chosen };
}

/** §2 Map toolbar, in its order and in the groups of docs/design.md, Map toolbar. */
export const TOOL_GROUPS = [
  [
    {
      id: 'rectangle',
      icon: Square,
      key: 'R',
      event: request({ type: 'draw.chosen', mode: 'Box' }),
      mode: 'box',
      cursor: 'crosshair',
    },
    {
      id: 'polygon',
      icon: Pentagon,
      key: 'P',
      event: request({ type: 'draw.chosen', mode: 'Polygon' }),
      mode: 'polygon',
      cursor: 'crosshair',
      onPhone: true,
    },
    { id: 'upload', icon: FileUp, key: 'U', event: { type: 'upload.opened' } },
    { id: 'coordinates', icon: Crosshair, key: 'C', event: { type: 'coordinates.opened' } },
  ],
  [
    // §5 Save AOI: without an area the tool stays usable, and its dialog reports 'AOI not found'
    { id: 'saveAoi', icon: BookmarkPlus, key: 'S', event: { type: 'saving.opened' } },
    {
      id: 'clearArea',
      icon: Eraser,
      key: 'X',
      event: { type: 'aoi.cleared' },
      refusal: ({ canClearArea }) => (canClearArea ? null : 'map.nothingToClear'),
    },
  ],
  [
    {
      id: 'layers',
      icon: Layers,
      key: 'L',
      event: { type: 'selector.toggled' },
      isOn: ({ isSelectorOpen }) => isSelectorOpen,
      // each side of the comparison has its own layer menu
      refusal: ({ mode }) => (mode === 'comparing' ? 'layers.perSide' : null),
      onPhone: true,
    },
    { id: 'compare', icon: Columns2, key: 'B', event: { type: 'compare.toggled' }, mode: 'comparing' },
  ],
  [
    {
      id: 'distance',
      icon: Ruler,
      key: 'D',
      event: request({ type: 'measure.chosen', mode: 1 }),
      mode: 'distance',
      cursor: 'crosshair',
    },
    {
      id: 'area',
      icon: LandPlot,
      key: 'A',
      event: request({ type: 'measure.chosen', mode: 2 }),
      mode: 'area',
      cursor: 'crosshair',
    },
    {
      id: 'clearMeasures',
      icon: Trash2,
      key: 'Shift+X',
      event: request({ type: 'measures.cleared' }),
      refusal: ({ hasMeasures }) => (hasMeasures ? null : 'measure.none'),
    },
  ],
] as const satisfies MapTool[][];

/** Goes to the AOI; its button is on the AOI's card. */
export const GO_TO_AOI = {
  id: 'goToAoi',
  icon: Focus,
  key: 'G',
  event: { type: 'aoiView.requested' },
  refusal: ({ hasAoi }) => (hasAoi ? null : 'errors.aoiNotFound'),
} as const satisfies MapTool;

/** Tools with buttons elsewhere: on the AOI's card and in the results' menu. */
const ELSEWHERE: readonly MapTool[] = [
  GO_TO_AOI,
  { id: 'edit', icon: SquarePen, key: null, event: request({ type: 'edit.chosen' }), mode: 'editing' },
  {
    id: 'chooseByBox',
    icon: BoxSelect,
    key: null,
    event: request({ type: 'sceneBox.chosen' }),
    mode: 'choosing',
    cursor: 'crosshair',
  },
];

const GROUPS: readonly (readonly MapTool[])[] = TOOL_GROUPS;
export type ToolName = (typeof TOOL_GROUPS)[number][number]['id'];
/** The tools of the toolbar. */
export const TOOLS = GROUPS.flat();
export const ALL_TOOLS = [...TOOLS, ...ELSEWHERE];

/** The message key for why a tool is unusable now; null if it is usable. */
export function refusalOf({ mode, event, refusal }: MapTool, facts: MapFacts): string | null {
  const isOnMap =
    mode !== undefined || event.type === 'selector.toggled' || event.type === 'aoiView.requested';
  return facts.isMapMissing && isOnMap ? 'map.missing.tool' : (refusal?.(facts) ?? null);
}

/** Whether a tool is on; null for a one-off action. */
export function isToolOn({ mode, isOn }: MapTool, facts: MapFacts): boolean | null {
  return mode === undefined ? (isOn?.(facts) ?? null) : facts.mode === mode;
}

export function eventOfTool(tool: MapTool, facts: MapFacts): ToolEvent {
  return tool.mode !== undefined && tool.mode === facts.mode ? request({ type: 'mode.left' }) : tool.event;
}

/**
 * Which tools have a button, by group, and which are in the "more" menu (docs/design.md, Responsive): on the phone
 * draw and layers have one, on low windows the first group.
 * @param size of the window, pixels
 */
export function toolsShown(size: { width: number; height: number }): {
  shown: readonly (readonly MapTool[])[];
  more: readonly MapTool[];
} {
  const hasButton = ({ onPhone }: MapTool, group: number) =>
    size.width < 640 ? onPhone === true : size.height >= 620 || group === 0;
  return {
    shown: GROUPS.map((tools, group) => tools.filter((tool) => hasButton(tool, group))),
    more: GROUPS.flatMap((tools, group) => tools.filter((tool) => !hasButton(tool, group))),
  };
}
