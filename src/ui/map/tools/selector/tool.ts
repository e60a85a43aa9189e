import { Layers } from 'lucide-react';
import type { MapTool } from '../../kernel/tool.ts';

export const layers: MapTool = {
  id: 'layers',
  icon: Layers,
  key: 'L',
  event: { type: 'selector.toggled' },
  group: 'layers',
  isOn: ({ isSelectorOpen }) => isSelectorOpen,
  needsMap: true,
  // each side of the comparison has its own layer menu
  refusal: ({ mode }) => (mode === 'comparing' ? 'layers.perSide' : null),
  onPhone: true,
};
