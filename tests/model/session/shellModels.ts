import { preferencesMachine } from '../../../src/machines/shared/preferences.machine.ts';
import { shellMachine, type ShellInput } from '../../../src/machines/session/shell.machine.ts';

import { model } from '../paths/explore.ts';
import * as sample from '../shared/samples.ts';

const shellInputs: Record<string, ShellInput> = {
  'everything enabled': {
    utype: 6,
    apis: sample.settings.apis,
    analyticsUrl: sample.settings.analyticsUrl,
    panel: 'search',
  },
  'orders disabled': {
    utype: 1,
    apis: { order_archive: false, order_tasking: false, imagery_export: true },
    analyticsUrl: sample.settings.analyticsUrl,
    panel: 'order',
  },
};

const shell = model<{ panel: string; areaWkt: string | null }>(
  {
    name: 'shell',
    machine: shellMachine,
    variants: shellInputs,
    events: [
      { type: 'panel.chosen', panel: 'account' },
      { type: 'panel.chosen', panel: 'search' },
      { type: 'panel.chosen', panel: 'order' },
      { type: 'panel.toggled' },
      { type: 'compare.opened' },
      { type: 'compare.closed' },
      { type: 'address.changed', address: { query: { panel: 'order' } } },
      { type: 'address.changed', address: { query: { panel: 'account', compare: 'OSM,GMAP' } } },
      { type: 'address.changed', address: { query: {} } },
      { type: 'analytics.requested' },
      { type: 'analytics.refused' },
      { type: 'aoi.changed', aoi: sample.smallAoi, origin: 'drawn' },
      { type: 'aoi.changed', aoi: null, origin: 'cleared' },
    ],
  },
  (context) => [context.panel, context.areaWkt !== null],
);

const preferences = model<{ language: string; theme: string; footprints: string }>(
  {
    name: 'preferences',
    machine: preferencesMachine,
    variants: { 'English, light': { language: 'en', theme: 'light', footprints: 'auto', hasToolKeys: true } },
    events: [
      { type: 'language.chosen', language: 'zh' },
      { type: 'theme.chosen', theme: 'dark' },
      { type: 'toolKeys.switched', isOn: false },
      { type: 'footprints.chosen', footprints: 'density' },
      { type: 'footprints.chosen', footprints: 'hidden' },
    ],
  },
  (context) => [context.language, context.theme, context.footprints],
);

/** The navigation bar and the preferences. */
export const shellModels = [shell, preferences];
