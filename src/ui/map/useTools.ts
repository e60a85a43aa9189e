import { useSelector } from '@xstate/react';
import { useActorOf } from '../actors.tsx';
import { useT } from '../i18n/useT.ts';
import type { DrawMode } from '../../machines/map.machine.ts';
import { isDrawingBox, isDrawingPolygon } from '../../machines/map.selectors.ts';
import { TOOLS, type ToolName } from './tools.ts';

/** A tool as its button needs it. */
export interface Tool {
  label: string;
  /** The key that does the same, while the map or the toolbar has the focus. */
  shortcut: string | null;
  /** Why it can't be used now. */
  reason: string | null;
  /** Whether it is on; null for what only happens. */
  isOn: boolean | null;
  press: () => void;
}

const SHORTCUTS: Partial<Record<ToolName, string>> = {
  rectangle: 'R',
  polygon: 'P',
  coordinates: 'C',
  clearArea: 'X',
};

/** The map's tools as its actors see them. */
export function useTools(): Record<ToolName, Tool> {
  const t = useT();
  const map = useActorOf('map');
  const aoi = useActorOf('aoi');
  const isBox = useSelector(map, isDrawingBox);
  const isPolygon = useSelector(map, isDrawingPolygon);
  const hasArea = useSelector(aoi, (snapshot) => snapshot.can({ type: 'aoi.cleared' }));
  const draw = (mode: DrawMode, isOn: boolean) => () =>
    map.send(isOn ? { type: 'mode.left' } : { type: 'draw.chosen', mode });
  const open: Partial<Record<ToolName, Pick<Tool, 'reason' | 'isOn' | 'press'>>> = {
    rectangle: { reason: null, isOn: isBox, press: draw('Box', isBox) },
    polygon: { reason: null, isOn: isPolygon, press: draw('Polygon', isPolygon) },
    coordinates: {
      reason: null,
      isOn: null,
      press: () => {
        map.send({ type: 'mode.left' });
        aoi.send({ type: 'coordinates.opened' });
      },
    },
    clearArea: {
      reason: hasArea ? null : t('map.nothingToClear'),
      isOn: null,
      press: () => aoi.send({ type: 'aoi.cleared' }),
    },
  };
  const toolOf = (name: ToolName): Tool => ({
    label: t(`map.tool.${name}`),
    shortcut: SHORTCUTS[name] ?? null,
    ...(open[name] ?? { reason: t('common.notYet'), isOn: null, press: () => {} }),
  });
  return Object.fromEntries(TOOLS.map((name) => [name, toolOf(name)])) as Record<ToolName, Tool>;
}
