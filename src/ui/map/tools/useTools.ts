import { useSelector } from '@xstate/react';
import { useActorOf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { isSelectorShown } from '../../../machines/map/baseMap.selectors.ts';
import type { DrawMode, MeasureMode } from '../../../machines/map/map.machine.ts';
import {
  isComparing,
  isDrawingBox,
  isDrawingPolygon,
  measureMode,
} from '../../../machines/map/map.selectors.ts';
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
  upload: 'U',
  coordinates: 'C',
  saveAoi: 'S',
  clearArea: 'X',
  distance: 'D',
  area: 'A',
  clearMeasures: 'Shift+X',
  layers: 'L',
  compare: 'B',
};

type Use = Pick<Tool, 'reason' | 'isOn' | 'press'>;

/** The tools that change what is seen: the layer selector and the comparison. */
function useShowingTools(): { layers: Use; compare: Use } {
  const t = useT();
  const map = useActorOf('map');
  const baseMap = useActorOf('baseMap');
  const isSelecting = useSelector(baseMap, isSelectorShown);
  const isOn = useSelector(map, isComparing);
  return {
    layers: {
      // the comparison's sides have their layers of their own
      reason: isOn ? t('layers.perSide') : null,
      isOn: isSelecting,
      press: () => baseMap.send({ type: 'selector.toggled' }),
    },
    compare: {
      reason: null,
      isOn,
      press: () => {
        baseMap.send({ type: 'selector.closed' });
        map.send({ type: 'compare.toggled' });
      },
    },
  };
}

/** §4 Measure modes: 0 clear, 1 distance, 2 area. */
function useMeasuringTools(): { distance: Use; area: Use; clearMeasures: Use } {
  const t = useT();
  const map = useActorOf('map');
  const measuring = useSelector(map, measureMode);
  const hasMeasures = useSelector(map, (snapshot) => snapshot.can({ type: 'measures.cleared' }));
  const measure = (mode: MeasureMode): Use => ({
    reason: null,
    isOn: measuring === mode,
    press: () => map.send(measuring === mode ? { type: 'mode.left' } : { type: 'measure.chosen', mode }),
  });
  return {
    distance: measure(1),
    area: measure(2),
    clearMeasures: {
      reason: hasMeasures ? null : t('measure.none'),
      isOn: null,
      press: () => map.send({ type: 'measures.cleared' }),
    },
  };
}

/** The map's tools as its actors see them. */
export function useTools(): Record<ToolName, Tool> {
  const t = useT();
  const map = useActorOf('map');
  const aoi = useActorOf('aoi');
  const upload = useActorOf('upload');
  const saving = useActorOf('saveAoi');
  const isBox = useSelector(map, isDrawingBox);
  const isPolygon = useSelector(map, isDrawingPolygon);
  const showing = useShowingTools();
  const measuring = useMeasuringTools();
  const hasArea = useSelector(aoi, (snapshot) => snapshot.can({ type: 'aoi.cleared' }));
  const draw = (mode: DrawMode, isOn: boolean) => () =>
    map.send(isOn ? { type: 'mode.left' } : { type: 'draw.chosen', mode });
  const open: Partial<Record<ToolName, Use>> = {
    rectangle: { reason: null, isOn: isBox, press: draw('Box', isBox) },
    polygon: { reason: null, isOn: isPolygon, press: draw('Polygon', isPolygon) },
    upload: {
      reason: null,
      isOn: null,
      press: () => {
        map.send({ type: 'mode.left' });
        upload.send({ type: 'upload.opened' });
      },
    },
    coordinates: {
      reason: null,
      isOn: null,
      press: () => {
        map.send({ type: 'mode.left' });
        aoi.send({ type: 'coordinates.opened' });
      },
    },
    // §5 Save AOI: without an area it is not closed, it says 'AOI not found'
    saveAoi: {
      reason: null,
      isOn: null,
      press: () => {
        map.send({ type: 'mode.left' });
        saving.send({ type: 'saving.opened' });
      },
    },
    clearArea: {
      reason: hasArea ? null : t('map.nothingToClear'),
      isOn: null,
      press: () => aoi.send({ type: 'aoi.cleared' }),
    },
    ...showing,
    ...measuring,
  };
  const toolOf = (name: ToolName): Tool => ({
    label: t(`map.tool.${name}`),
    shortcut: SHORTCUTS[name] ?? null,
    ...(open[name] ?? { reason: t('common.notYet'), isOn: null, press: () => {} }),
  });
  return Object.fromEntries(TOOLS.map((name) => [name, toolOf(name)])) as Record<ToolName, Tool>;
}
