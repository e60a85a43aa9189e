import { preferencesMachine } from '../../../src/machines/shared/preferences.machine.ts';
import { isFormUnfolded, offeredLanguage } from '../../../src/machines/shared/preferences.selectors.ts';
import { sheetMachine, sheetStop } from '../../../src/machines/shared/sheet.machine.ts';
import { shellMachine, type ShellInput } from '../../../src/machines/session/shell.machine.ts';

import {
  type CopiedLink,
  offeredPageLink,
  pageLinkMachine,
} from '../../../src/machines/session/pageLink.machine.ts';
import { model } from '../paths/explore.ts';
import { broke, done } from '../shared/outcomes.ts';
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
      { type: 'analytics.requested', seen: { layerId: 3, image: null } },
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
    queries: { offered: offeredLanguage, isFormUnfolded },
    variants: {
      'English, light': {
        language: 'en',
        offered: 'zh',
        theme: 'light',
        footprints: 'auto',
        hasToolKeys: true,
      },
    },
    events: [
      { type: 'language.chosen', language: 'zh' },
      { type: 'theme.chosen', theme: 'dark' },
      { type: 'toolKeys.switched', isOn: false },
      { type: 'footprints.chosen', footprints: 'density' },
      { type: 'footprints.chosen', footprints: 'hidden' },
      { type: 'form.unfolded', isUnfolded: true },
      { type: 'form.unfolded', isUnfolded: false },
    ],
  },
  (context) => [context.language, context.theme, context.footprints],
);

const copied: CopiedLink = { link: 'https://portal.example/?panel=order', leftOut: [], isCopied: true };
const everyPart: CopiedLink = { ...copied, leftOut: ['area', 'layers', 'scenes'] };
const pageLink = model<{ offered: string | null }>(
  {
    name: 'pageLink',
    machine: pageLinkMachine,
    queries: { offered: offeredPageLink },
    variants: { 'nothing copied': undefined },
    events: [
      { type: 'link.requested' },
      { type: 'link.closed' },
      done('copyLink', copied),
      done('copyLink', everyPart),
      done('copyLink', { ...everyPart, isCopied: false }),
      broke('copyLink'),
    ],
  },
  (context) => context.offered,
);

const sheet = model<{ panel: string | null; hasResults: boolean }>(
  {
    name: 'sheet',
    machine: sheetMachine,
    queries: { stop: sheetStop },
    variants: { 'a phone': undefined },
    events: [
      { type: 'handle.pressed' },
      { type: 'sheet.moved', stop: 'low' },
      { type: 'sheet.moved', stop: 'middle' },
      { type: 'sheet.moved', stop: 'full' },
      { type: 'results.shown', condition: sample.condition },
      { type: 'results.shown', condition: null },
      { type: 'searchForm.requested' },
      { type: 'order.requested' },
      { type: 'place.requested' },
      { type: 'aoi.changed' },
      { type: 'panel.shown', panel: 'myaoi' },
      { type: 'panel.shown', panel: 'search' },
      { type: 'panel.shown', panel: null },
    ],
  },
  (context) => [context.panel, context.hasResults],
);

/** The navigation bar, the sheet of a phone, the link to the page, and the preferences. */
export const shellModels = [shell, sheet, pageLink, preferences];
