import type { LucideIcon } from 'lucide-react';
import type { AoiCleared, AoiDialogOpened } from '../../../machines/aoi/aoi.machine.ts';
import type { AoiViewRequested, CompareToggled, SelectorToggled } from '../../../machines/map/map.events.ts';
import type { MapModeChosen, MapModeRequested } from '../../../machines/map/map.machine.ts';
import type { MapMode } from '../../../machines/map/map.selectors.ts';
import type { CoverageToggled } from '../../../machines/search/coverage.machine.ts';
import type { earlyView } from '../../shared/kit/states/earlyView.tsx';
import type { PictureLayer } from './layer.ts';
import type { MapHandle } from './mapHandle.ts';
import type { PortalSources } from './usePicture.ts';

type ToolEvent =
  | MapModeRequested
  | CompareToggled
  | SelectorToggled
  | CoverageToggled
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
  /** Whether the back end counts where its archive has scenes. */
  hasCoverage: boolean;
}

export interface DrawingProps {
  mapHandle: MapHandle;
  /** The layers of the portal's map, for a tool that brings a map of its own. */
  picture: readonly PictureLayer<PortalSources>[];
}

export type ToolGroup = 'draw' | 'layers' | 'measure';

/** A tool of the map, used by the toolbar, its "more" menu, the keys and the map. */
export interface MapTool {
  id: string;
  icon: LucideIcon;
  /** Shortcut outside text fields; null for a tool without one. */
  key: string | null;
  /** Sent to the portal, which forwards it to the actors concerned. */
  event: ToolEvent;
  /** Its group in the toolbar (docs/design.md, Map toolbar); none if its button is elsewhere. */
  group?: ToolGroup;
  /** The map mode that the tool toggles. */
  mode?: MapMode;
  cursor?: 'crosshair';
  /** What the map shows in that mode; its code is loaded after the map's first frame, or when it is first shown. */
  drawing?: ReturnType<typeof earlyView<DrawingProps>>;
  /** Whether the drawing has a map of its own, which stays while a lost WebGL context of the portal's is restored. */
  hasOwnMap?: true;
  /** For tools that toggle something other than a mode. */
  isOn?: (facts: MapFacts) => boolean;
  /** Without a mode, whether it works on the map. */
  needsMap?: true;
  /** The message key for why the tool is unusable now; null if it is usable. */
  refusal?: (facts: MapFacts) => string | null;
  /** The tool's button is also shown on the phone (docs/design.md, Responsive). */
  onPhone?: true;
}

export function request(chosen: MapModeChosen): MapModeRequested {
  return { type: 'mapMode.requested', request: chosen };
}

/** The message key for why a tool is unusable now; null if it is usable. */
export function refusalOf({ mode, needsMap, refusal }: MapTool, facts: MapFacts): string | null {
  const isOnMap = mode !== undefined || needsMap === true;
  return facts.isMapMissing && isOnMap ? 'map.missing.tool' : (refusal?.(facts) ?? null);
}

/** Whether a tool is on; null for a one-off action. */
export function isToolOn({ mode, isOn }: MapTool, facts: MapFacts): boolean | null {
  return mode === undefined ? (isOn?.(facts) ?? null) : facts.mode === mode;
}

export function eventOfTool(tool: MapTool, facts: MapFacts): ToolEvent {
  return tool.mode !== undefined && tool.mode === facts.mode ? request({ type: 'mode.left' }) : tool.event;
}
