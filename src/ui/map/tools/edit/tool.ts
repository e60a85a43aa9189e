import { SquarePen } from 'lucide-react';
import { earlyView } from '../../../shared/kit/states/earlyView.tsx';
import { request, type MapTool } from '../../kernel/tool.ts';

/** Its button is on the AOI's card. */
export const edit: MapTool = {
  id: 'edit',
  icon: SquarePen,
  key: null,
  event: request({ type: 'edit.chosen' }),
  mode: 'editing',
  drawing: earlyView(async () => (await import('./Editing.tsx')).Editing),
};
