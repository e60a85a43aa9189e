import { Columns2 } from 'lucide-react';
import { earlyView } from '../../../shared/kit/states/earlyView.tsx';
import type { MapTool } from '../../kernel/tool.ts';

export const compare: MapTool = {
  id: 'compare',
  icon: Columns2,
  key: 'B',
  event: { type: 'compare.toggled' },
  group: 'layers',
  mode: 'comparing',
  drawing: earlyView(async () => (await import('./Compare.tsx')).Compare),
  hasOwnMap: true,
};
