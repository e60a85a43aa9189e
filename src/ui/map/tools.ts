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
export const TOOL_GROUPS = (['draw', 'layers', 'measure'] as const).map(
  (group) => [group, TOOLS.filter((tool) => tool.group === group)] as const,
);

/** Tools with a button on the phone (docs/design.md, Responsive); those of the layer selector are in it. */
export const ON_PHONE = TOOLS.filter(({ onPhone }) => onPhone === true);
/** Tools in the phone's "more" menu. */
export const IN_MORE = TOOLS.filter(({ group, onPhone }) => group !== 'layers' && onPhone !== true);

/** Loads what the tools show on the map, which it needn't have before its first frame. @throws if loading fails */
export async function loadDrawings(): Promise<void> {
  await Promise.all(ALL_TOOLS.map(({ drawing }) => drawing?.load()));
}
