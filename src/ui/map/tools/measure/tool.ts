import { LandPlot, Ruler, Trash2 } from 'lucide-react';
import { earlyView } from '../../../shared/kit/states/earlyView.tsx';
import { request, type MapTool } from '../../kernel/tool.ts';

export const distance: MapTool = {
  id: 'distance',
  icon: Ruler,
  key: 'D',
  event: request({ type: 'measure.chosen', mode: 1 }),
  group: 'measure',
  mode: 'distance',
  cursor: 'crosshair',
  drawing: earlyView(async () => (await import('./Measuring.tsx')).DistanceMeasuring),
};

export const area: MapTool = {
  id: 'area',
  icon: LandPlot,
  key: 'A',
  event: request({ type: 'measure.chosen', mode: 2 }),
  group: 'measure',
  mode: 'area',
  cursor: 'crosshair',
  drawing: earlyView(async () => (await import('./Measuring.tsx')).AreaMeasuring),
};

export const clearMeasures: MapTool = {
  id: 'clearMeasures',
  icon: Trash2,
  key: 'Shift+X',
  event: request({ type: 'measures.cleared' }),
  group: 'measure',
  refusal: ({ hasMeasures }) => (hasMeasures ? null : 'measure.none'),
};
