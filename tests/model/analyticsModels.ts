import { CallError } from '../../contract/callError.ts';
import type { ImageryLayer } from '../../contract/imagery.ts';
import { analyticsMachine } from '../../src/machines/analytics.machine.ts';
import type { AnalyticsInput } from '../../src/machines/analytics.setup.ts';
import type { Analysis } from '../../src/raster/analyse.ts';
import { done, failed, model } from './parts.ts';
import * as sample from './samples.ts';

const layer = (id: number, bandNames: string[]): ImageryLayer => ({
  id,
  name: `Layer ${id}`,
  description: '',
  serviceType: 'TMS',
  existVec: false,
  bands: bandNames.length,
  bandNames,
  mercatorMetres: 1_000,
  footprint: sample.smallAoi.wkt,
});
const opened = (utype: number) => ({
  user: { ...sample.user, utype },
  settings: sample.settings,
  layers: [layer(1, ['green', 'red', 'nir']), layer(2, ['red', 'nir']), layer(3, ['pan'])],
});
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
const preferences = { language: 'en', theme: 'system' } as const;
const variants: Record<string, AnalyticsInput> = {
  'the session and an area are there': { preferences, hasSession: true, area: sample.smallAoi.wkt },
  'a session without an area': { preferences, hasSession: true, area: null },
  'no session': { preferences, hasSession: false, area: 'no area' },
};
const broken = { error: new Error('broken') };

const analytics = model<{ aoi: unknown; shown: unknown }>(
  {
    name: 'analytics',
    machine: analyticsMachine,
    variants,
    events: [
      done('openAnalytics', opened(6)),
      done('openAnalytics', opened(5)),
      ...failed('openAnalytics'),
      { type: 'xstate.error.actor.openAnalytics', error: new CallError('unauthorized') },
      { type: 'xstate.error.actor.preferences', ...broken },
      { type: 'xstate.error.actor.analyse', ...broken },
      { type: 'reload.requested' },
      { type: 'session.expired' },
      { type: 'draft.changed', patch: { task: 'classes' } },
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
      { type: 'analysis.failed', error: new CallError('refused', 'There is no such imagery layer.') },
      { type: 'analysis.failed', error: new CallError('offline') },
      { type: 'result.left' },
      { type: 'result.returned' },
      { type: 'opacity.chosen', opacity: 40 },
      { type: 'export.requested', format: 'tiff' },
    ],
  },
  // what is refused, and why, changes nothing of what can be done next
  (context) => [context.aoi !== null, context.shown !== null],
);

/** The machine of the AI analytics page. */
export const analyticsModels = [analytics];
