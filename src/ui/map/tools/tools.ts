import {
  BookmarkPlus,
  Columns2,
  Crosshair,
  Ellipsis,
  Eraser,
  FileUp,
  LandPlot,
  Layers,
  Pentagon,
  Ruler,
  Square,
  Trash2,
  type LucideIcon,
} from 'lucide-react';

/** §2 Map toolbar, in its order and in look.md's groups of 4, 2, 2 and 3. */
export const TOOL_GROUPS = [
  ['rectangle', 'polygon', 'upload', 'coordinates'],
  ['saveAoi', 'clearArea'],
  ['layers', 'compare'],
  ['distance', 'area', 'clearMeasures'],
] as const;

export type ToolName = (typeof TOOL_GROUPS)[number][number];
export const TOOLS: readonly ToolName[] = TOOL_GROUPS.flat();

export const TOOL_ICONS: Record<ToolName, LucideIcon> = {
  rectangle: Square,
  polygon: Pentagon,
  upload: FileUp,
  coordinates: Crosshair,
  saveAoi: BookmarkPlus,
  clearArea: Eraser,
  layers: Layers,
  compare: Columns2,
  distance: Ruler,
  area: LandPlot,
  clearMeasures: Trash2,
};
export const MORE_ICON: LucideIcon = Ellipsis;

const PHONE_TOOLS: readonly ToolName[] = ['polygon', 'layers'];

/**
 * Which tools have a button and which are in "more" (look.md, responsive): on the phone draw and layers, on low windows
 * the first group.
 */
export function toolsShown(size: { width: number; height: number }): {
  shown: readonly ToolName[];
  more: readonly ToolName[];
} {
  const shown: readonly ToolName[] =
    size.width < 640 ? PHONE_TOOLS : size.height < 620 ? TOOL_GROUPS[0] : TOOLS;
  return { shown, more: TOOLS.filter((name) => !shown.includes(name)) };
}
