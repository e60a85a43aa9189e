import { BoxSelect } from 'lucide-react';
import { earlyView } from '../../../shared/kit/states/earlyView.tsx';
import { request, type MapTool } from '../../kernel/tool.ts';

/** Its button is in the results' menu. */
export const chooseByBox: MapTool = {
  id: 'chooseByBox',
  icon: BoxSelect,
  key: null,
  event: request({ type: 'sceneBox.chosen' }),
  mode: 'choosing',
  cursor: 'crosshair',
  drawing: earlyView(async () => (await import('./Choosing.tsx')).Choosing),
};
