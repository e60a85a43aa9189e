import type { SnapshotFrom } from 'xstate';
import type { AreaGeometry } from '../../geo/aoi.ts';
import type { imageryMachine } from './imagery.machine.ts';
import { fitsFilter, NO_FILTER, type LayerFilter } from './layerList.rules.ts';
import type { LayerVector, PanelLayer } from './imagery.rules.ts';
import type { NoticeText } from '../shared/notice.ts';

type Imagery = SnapshotFrom<typeof imageryMachine>;

/** Derives a list from another and remembers it, so that selectors return the same array. */
function derived<Made>(make: (layers: readonly PanelLayer[]) => readonly Made[]) {
  const known = new WeakMap<readonly PanelLayer[], readonly Made[]>();
  return (layers: readonly PanelLayer[]): readonly Made[] => {
    const made = known.get(layers) ?? make(layers);
    known.set(layers, made);
    return made;
  };
}
const selected = derived((layers) => layers.filter(({ _selected }) => _selected));
const outlines = derived((layers) =>
  layers.flatMap(({ _selected, area }) => (_selected && area !== null ? [area] : [])),
);
const NO_AREAS: readonly AreaGeometry[] = [];

/** The layers that the user may see, uppermost first. */
export const imageryLayers = ({ context }: Imagery): readonly PanelLayer[] => context.layers;
/** What the list is limited to. */
export const layerFilter = ({ context }: Imagery): LayerFilter => context.filter;
let listed: { layers: readonly PanelLayer[]; filter: LayerFilter; found: readonly PanelLayer[] } | null =
  null;
/** The layers that fit the filter; the same array until one of them or the filter changes. */
export function listedLayers({ context: { layers, filter } }: Imagery): readonly PanelLayer[] {
  if (filter === NO_FILTER) return layers;
  if (listed?.layers !== layers || listed.filter !== filter)
    listed = { layers, filter, found: layers.filter((layer) => fitsFilter(layer, filter)) };
  return listed.found;
}
/** The layers on the map, uppermost first; the same array until one of them changes. */
export const selectImageryShown = ({ context }: Imagery): readonly PanelLayer[] => selected(context.layers);
/** The uppermost layer on the map; null without one. */
export const uppermostLayer = (imagery: Imagery): number | null => selectImageryShown(imagery)[0]?.id ?? null;
export const layerTiles = ({ context }: Imagery): string => context.tiles;
/** How often the tiles were retried, by layer. */
export const layerTries = ({ context }: Imagery): Readonly<Partial<Record<number, number>>> => context.tries;
export const layerVectors = ({ context }: Imagery): readonly LayerVector[] => context.vectors;
/** The areas of the layers on the map, while the panel is open. */
export const layerOutlines = (imagery: Imagery): readonly AreaGeometry[] =>
  imagery.matches({ panel: 'open' }) ? outlines(imagery.context.layers) : NO_AREAS;
export const isLoadingLayers = (imagery: Imagery): boolean => imagery.hasTag('busy');
export const layersFailure = (imagery: Imagery): NoticeText | null =>
  imagery.hasTag('failed') ? imagery.context.refusal : null;
/** Whether tiles of this layer failed. */
export const hasFailedTiles =
  (id: number) =>
  ({ context }: Imagery): boolean =>
    context.failed.includes(id);
/** Whether this layer's vector data is on the map. */
export const isVectorShown =
  (id: number) =>
  ({ context }: Imagery): boolean =>
    context.vectors.some((vector) => vector.id === id);
/** Whether this layer's vector data is loading. */
export const isVectorDue =
  (id: number) =>
  ({ context }: Imagery): boolean =>
    context.due.includes(id);
