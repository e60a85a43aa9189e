import type { SnapshotFrom } from 'xstate';
import { CallError } from '../../../contract/calls/callError.ts';
import type { ImageryLayer } from '../../../contract/imagery.ts';
import {
  analysedLayer,
  type AnalyticsInput,
  analyticsMachine,
  NEW_DRAFT,
} from '../../../src/machines/analytics/analytics.machine.ts';
import {
  bandLabel,
  isIndexOffered,
  missingRoles,
  namesOf,
  type AnalysisDraft,
} from '../../../src/machines/analytics/analytics.rules.ts';
import type { Analysis } from '../../../src/raster/analyse.ts';
import type { OwnImage } from '../../../src/machines/analytics/ownImages.machine.ts';
import { ownImagesModel } from './ownImagesModel.ts';
import { factsOf } from '../imagery/deliveredSamples.ts';
import { INDEX_NAMES } from '../../../src/raster/formulas.ts';
import { done, failed, broke } from '../shared/outcomes.ts';
import { model } from '../paths/explore.ts';
import * as sample from '../shared/samples.ts';

const bare = (id: number): ImageryLayer => ({
  id,
  name: `Layer ${id}`,
  description: '',
  serviceType: 'TMS',
  existVec: false,
});
const layer = (id: number, bandNames: string[]): ImageryLayer => ({
  ...bare(id),
  bands: bandNames.length,
  bandNames,
  mercatorMetres: 1_000,
  acquired: null,
  sensorType: null,
  footprint: sample.smallAoi.wkt,
});
const far = { ...layer(4, ['red', 'nir']), footprint: 'POLYGON((0 0,1 0,1 1,0 1,0 0))' };
const pan = layer(3, ['pan']);
const layers = [
  far,
  layer(1, ['green', 'red', 'nir']),
  // coarser, and without a footprint
  { ...bare(2), bands: 2, bandNames: ['red', 'nir'], mercatorMetres: 3_000 },
  pan,
  // with little metadata
  { ...bare(5), bands: 2, footprint: 'no area' },
  bare(6),
];
const opened = (utype: number, list = layers) => ({
  user: { ...sample.knownUser, utype },
  settings: sample.serverSettings,
  layers: list,
});
const imageFacts = factsOf('red', 'nir');
const ownImage = (id: number, facts: typeof imageFacts | null): OwnImage => ({
  id,
  name: 'field.tif',
  image: { url: `file:${id}`, fileName: 'field.tif', level: '' },
  attribution: 'field.tif',
  facts,
});
const DRAFT: AnalysisDraft = { ...NEW_DRAFT, layerId: 1 };
/** Forms that can be analysed, and one for each reason why not. */
const drafts: AnalysisDraft[] = [
  { ...DRAFT, task: 'classes' },
  { ...DRAFT, task: 'change' },
  { ...DRAFT, task: 'change', earlierId: 1 },
  { ...DRAFT, task: 'change', earlierId: 2 },
  { ...DRAFT, task: 'change', earlierId: 3 },
  { ...DRAFT, earlierId: 2 },
  { ...DRAFT, index: 'difference', second: 0 },
  { ...DRAFT, layerId: 5, index: 'ratio' },
  ...[3, 4, 6, 9].map((layerId) => ({ ...DRAFT, layerId })),
  // an image of the user's own, open or not
  { ...DRAFT, layerId: -1, index: 'difference', second: 1 },
];
/** The form, only while the rest of the state is the default. */
const formOf = ({ opened: known, aoi, shown, draft }: Told): AnalysisDraft | null =>
  aoi === null || shown !== null ? null : known?.layers.length === layers.length ? draft : DRAFT;
const analysis = (areaKm2: number): Analysis => ({
  grid: { west: 0, north: 0, pixel: 1, width: 1, height: 1 },
  values: Float32Array.of(0.5),
  legend: [],
  histogram: null,
  figures: null,
  areaKm2,
  classes: Uint8Array.of(0),
});
const picture = new Blob([]);
const preferences = { language: 'en', theme: 'system', footprints: 'auto', hasToolKeys: true } as const;
const variants: Record<string, AnalyticsInput> = {
  'the session and an area are there': {
    preferences,
    hasSession: true,
    area: sample.smallAoi.wkt,
    layerId: 2,
    imageUrl: null,
    baseMap: 'OSM',
  },
  'a session without an area': {
    preferences,
    hasSession: true,
    area: null,
    layerId: null,
    imageUrl: 'https://portal.example/A',
    baseMap: 'GMAP',
  },
  'no session': {
    preferences,
    hasSession: false,
    area: 'no area',
    layerId: 99,
    imageUrl: null,
    baseMap: 'OSM',
  },
};
type Page = SnapshotFrom<typeof analyticsMachine>;

interface Told {
  layers: readonly { own?: { facts: unknown } }[];
  opened: { layers: readonly unknown[] } | null;
  aoi: unknown;
  shown: { draft: AnalysisDraft } | null;
  draft: AnalysisDraft;
}
export const analyticsModel = model<Told>(
  {
    name: 'analytics',
    machine: analyticsMachine,
    variants,
    events: [
      done('openAnalytics', opened(6)),
      done('openAnalytics', opened(5)),
      done('openAnalytics', opened(6, [far, pan, layer(7, ['pan'])])),
      done('openAnalytics', opened(6, [far, { ...far, id: 8 }])),
      ...failed('openAnalytics'),
      { type: 'xstate.error.actor.openAnalytics', error: new CallError('unauthorized') },
      broke('preferences'),
      broke('analyse'),
      { type: 'reload.requested' },
      { type: 'session.expired' },
      ...drafts.map((patch) => ({ type: 'draft.changed', patch })),
      { type: 'draw.chosen', mode: 'Box' },
      { type: 'draw.chosen', mode: 'Polygon' },
      { type: 'mode.left' },
      { type: 'shape.completed', geometry: sample.smallArea },
      { type: 'shape.completed', geometry: sample.badArea },
      { type: 'wkt.submitted', text: sample.smallAoi.wkt },
      { type: 'wkt.submitted', text: 'POLYGON' },
      { type: 'area.cleared' },
      { type: 'area.sought' },
      { type: 'analysis.requested' },
      { type: 'analysis.cancelled' },
      { type: 'analysis.progressed', share: 0.5 },
      { type: 'analysis.finished', analysis: analysis(1), picture },
      { type: 'analysis.finished', analysis: analysis(0), picture },
      { type: 'analysis.failed', error: new CallError('refused', 'Imagery layer not found.') },
      { type: 'analysis.failed', error: new CallError('offline') },
      { type: 'result.left' },
      { type: 'result.returned' },
      { type: 'sides.toggled' },
      { type: 'baseMap.chosen', baseMap: 'GMAP' },
      { type: 'images.changed', images: [ownImage(-1, imageFacts)] },
      { type: 'images.changed', images: [ownImage(-1, null)] },
      { type: 'image.chosen', id: -1 },
      { type: 'area.read', aoi: sample.smallAoi, name: 'area.kml', notes: [] },
      broke('upload'),
      broke('ownImages'),
      { type: 'opacity.chosen', opacity: 40 },
      { type: 'export.requested', format: 'tiff' },
    ],
    meets: (context: Told, { type }) =>
      type === 'analysis.requested' || type === 'analysis.finished' ? formOf(context) : null,
    queries: {
      /** The choice of an index and of its bands. */
      indices: (page: Page) => {
        const chosen = analysedLayer(page);
        return INDEX_NAMES.map((index) =>
          chosen === null ? null : [isIndexOffered(index, chosen), missingRoles(index, chosen)],
        );
      },
      bands: (page: Page) => {
        const chosen = analysedLayer(page);
        const names = chosen === null ? [] : namesOf(chosen);
        return names.map((_, band) => bandLabel(names, band));
      },
    },
  },
  // a refusal and its reason don't affect later behaviour
  (context) => [
    context.aoi !== null,
    context.shown === null ? null : context.shown.draft.task === 'change',
    formOf(context),
    // only with a form that has it
    formOf(context)?.layerId === -1 &&
      context.layers.some(({ own }) => own !== undefined && own.facts !== null),
  ],
);

export const analyticsModels = [analyticsModel, ownImagesModel];
