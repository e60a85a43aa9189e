import type { ImageryLayer } from '../../../contract/imagery.ts';
import { imageryMachine } from '../../../src/machines/imagery/imagery.machine.ts';
import type { PanelLayer } from '../../../src/machines/imagery/imagery.rules.ts';
import { done, failed } from '../shared/outcomes.ts';
import { model } from '../paths/explore.ts';
import * as sample from '../shared/samples.ts';

/** A layer; other back ends say nothing of its footprint and bands. */
const layer = (id: number, existVec: boolean, footprint?: string): ImageryLayer => ({
  id,
  name: `Harbour ${id}`,
  description: '',
  serviceType: 'TMS',
  existVec,
  ...(footprint === undefined
    ? {}
    : {
        footprint,
        bands: 3,
        bandNames: ['red', 'green', 'blue'],
        mercatorMetres: 2,
        acquired: null,
        sensorType: null,
      }),
});
const [harbour, strait] = [layer(1, true, sample.smallAoi.wkt), layer(2, true)];
const bare = layer(3, false);
/** As this server lists them. */
const mapped = [harbour, strait, bare].map((one, at) => ({
  ...harbour,
  ...one,
  // two dates of one place
  ...(at < 2 && { acquired: `202${at}-07-01T00:00:00.000Z`, sensorType: 'OPTICAL' as const }),
}));
const tiles = 'https://portal.example/api/ogc?layer={layer}&z={z}&x={x}&y={y}';
const came = (id: string, ...list: ImageryLayer[]) => done(id, { list, tiles });

interface Told {
  layers: readonly PanelLayer[];
  failed: readonly number[];
  vectors: readonly unknown[];
  due: readonly number[];
}
/** The AOI affects only the export, so it counts only with one layer on the map and no other change. */
const isPlain = ({ layers, failed, vectors, due }: Told): boolean =>
  [failed, vectors, due].every((list) => list.length === 0) &&
  layers.every(({ id, _opacity }, place) => id === 3 - place && _opacity === 100) &&
  layers.filter(({ _selected }) => _selected).length === 1;

const imagery = model<{
  layers: readonly PanelLayer[];
  requested: readonly unknown[];
  failed: readonly number[];
  vectors: readonly { id: number }[];
  due: readonly number[];
  refusal: unknown;
  view: unknown;
  aoi: unknown;
}>(
  {
    name: 'imagery',
    machine: imageryMachine,
    variants: {
      'an address that names none': { layers: null },
      'an address that names one': { layers: '1:40' },
    },
    events: [
      { type: 'layerFilter.changed', patch: { text: 'strait' } },
      came('fetchLayers', harbour, strait, bare),
      came('fetchLayers', ...mapped),
      came('fetchLayers', ...mapped.slice(1)),
      ...failed('fetchLayers'),
      // without the first layer
      came('refreshLayers', strait, bare),
      came('refreshLayers', harbour, strait, bare),
      // one layer covers more than before
      came('refreshLayers', { ...harbour, footprint: sample.largeAoi.wkt }, strait, bare),
      came('refreshLayers', ...mapped),
      came('refreshLayers', ...mapped.slice(1)),
      ...failed('refreshLayers'),
      { type: 'reload.requested' },
      { type: 'panel.opened' },
      { type: 'panel.closed' },
      { type: 'layer.toggled', id: 1 },
      { type: 'layer.toggled', id: 9 },
      { type: 'layer.moved', id: 1, to: 1 },
      { type: 'layer.moved', id: 1, to: 0 },
      { type: 'layer.moved', id: 9, to: 0 },
      { type: 'opacity.chosen', id: 1, opacity: 40 },
      { type: 'opacity.chosen', id: 9, opacity: 40 },
      { type: 'layer.sought', id: 1 },
      { type: 'layer.sought', id: 2 },
      { type: 'tiles.failed', id: 1 },
      { type: 'tiles.retried', id: 1 },
      { type: 'vector.toggled', id: 1 },
      { type: 'vector.toggled', id: 2 },
      { type: 'vector.toggled', id: 3 },
      done('fetchVector', sample.smallAoi.wkt),
      done('fetchVector', 'no area'),
      ...failed('fetchVector'),
      { type: 'aoi.changed', aoi: sample.smallAoi, origin: 'drawn' },
      { type: 'view.rested', view: { bbox: [0, 50, 1, 51], zoom: 12 } },
      { type: 'export.requested' },
    ],
    refusals: { fetchVector: ['layerUnknown'] },
    // no layer, one layer, or several
    meets: ({ layers }: Told, { type }) =>
      type === 'export.requested' ? Math.min(layers.filter(({ _selected }) => _selected).length, 2) : null,
  },
  // order and opacity don't affect behaviour
  (context) => [
    context.layers.filter(({ _selected }) => _selected).length,
    context.layers.length,
    context.requested.length,
    context.failed,
    context.vectors.map(({ id }) => id).toSorted(),
    context.due,
    context.refusal !== null,
    context.aoi !== null && isPlain(context),
    context.view !== null && isPlain(context),
  ],
);

export const imageryModels = [imagery];
