import { Pentagon, Square } from 'lucide-react';
import { earlyView } from '../../../shared/kit/states/earlyView.tsx';
import { request, type MapTool } from '../../kernel/tool.ts';

export const rectangle: MapTool = {
  id: 'rectangle',
  icon: Square,
  key: 'R',
  event: request({ type: 'draw.chosen', mode: 'Box' }),
  group: 'draw',
  mode: 'box',
  cursor: 'crosshair',
  drawing: earlyView(async () => (await import('./Drawing.tsx')).BoxDrawing),
};

export const polygon: MapTool = {
  id: 'polygon',
  icon: Pentagon,
  key: 'P',
  event: request({ type: 'draw.chosen', mode: 'Polygon' }),
  group: 'draw',
  mode: 'polygon',
  cursor: 'crosshair',
  drawing: earlyView(async () => (await import('./Drawing.tsx')).PolygonDrawing),
  onPhone: true,
};
