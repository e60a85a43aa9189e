import type { MapTool } from './kernel/tool.ts';
import { clearArea, coordinates, goToAoi, saveAoi, upload } from './tools/aoi.ts';
import { chooseByBox } from './tools/choose/tool.ts';
import { compare } from './tools/compare/tool.ts';
import { polygon, rectangle } from './tools/draw/tool.ts';
import { edit } from './tools/edit/tool.ts';
import { area, clearMeasures, distance } from './tools/measure/tool.ts';
import { coverage, layers } from './tools/selector/tool.ts';

/** All tools, in the order of §2 Map toolbar; those without a group have their button elsewhere. */
export const ALL_TOOLS: readonly MapTool[] = [
  rectangle,
  polygon,
  upload,
  coordinates,
  saveAoi,
  clearArea,
  layers,
  compare,
  distance,
  area,
  clearMeasures,
  goToAoi,
  edit,
  chooseByBox,
  coverage,
];

/** The tools of the toolbar. */
export const TOOLS = ALL_TOOLS.filter(({ group }) => group !== undefined);
/** The same by group (docs/design.md, Map toolbar). */
export const TOOL_GROUPS = [...new Set(TOOLS.map(({ group }) => group))].map((group) =>
  TOOLS.filter((tool) => tool.group === group),
);

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
    shown: TOOL_GROUPS.map((tools, group) => tools.filter((tool) => hasButton(tool, group))),
    more: TOOL_GROUPS.flatMap((tools, group) => tools.filter((tool) => !hasButton(tool, group))),
  };
}
