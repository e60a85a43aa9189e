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

/** Its switch is in the layer selector. */
export const coverage: MapTool = {
  id: 'coverage',
  icon: Layers,
  key: 'K',
  event: { type: 'coverage.toggled' },
  needsMap: true,
  refusal: ({ hasCoverage }) => (hasCoverage ? null : 'errors.coverageFailed'),
};
