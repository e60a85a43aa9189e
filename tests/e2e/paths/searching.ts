import type { Portal } from '../pages/portal.ts';
import { expect } from '../support/test.ts';
import type { Performer } from './performer.ts';
import { openSearch, expectLoggedOut, isIn, patchOf } from './pageSetup.ts';

/** The search: its form, its results, and the reasons for an empty result. */
export function search(portal: Portal): Performer {
  const { page, search: panel, coordinates, t } = portal;
  const named = (key: string) => page.getByRole('button', { name: t(key), exact: true });
  const toForm = async () => {
    if (await panel.list.isVisible()) await named('results.back').click();
    await expect(panel.submit).toBeVisible();
  };
  const clearArea = async () => {
    const clear = panel.panel.getByRole('button', { name: t('search.clearAoi'), exact: true });
    if (await clear.isVisible()) await clear.click();
  };
  const acts: Record<string, () => Promise<void>> = {
    'search.requested': async () => {
      await toForm();
      await panel.submit.click();
    },
    'search.cancelled': () => named('common.cancel').click(),
    'draft.reset': async () => {
      await toForm();
      await named('search.reset').click();
    },
    // the missing map has one too
    'explanation.requested': () =>
      panel.panel.getByRole('button', { name: t('common.tryAgain'), exact: true }).click(),
  };
  return {
    machine: 'search',
    variants: ['a person of utype 1'],
    calls: { searchScenes: '**/api/soi/v1/search', relaxSearch: '**/api/soi/v1/search/relaxed' },
    logsOut: true,
    leave: async () => {},
    begin: async () => {
      await openSearch(portal);
      await toForm();
      await clearArea();
      await named('search.reset').click();
    },
    act: (event) => {
      if (event.type === 'aoi.changed') {
        const { aoi, origin } = event as { aoi?: { wkt: string } | null; origin?: string };
        if (aoi === null || aoi === undefined) return clearArea;
        // an area from the URL needs a page load
        if (origin === 'address') return undefined;
        return async () => {
          await toForm();
          await portal.map.tool('coordinates').click();
          await coordinates.enterWkt(aoi.wkt);
        };
      }
      if (event.type === 'draft.changed')
        return patchOf(event)['dateFrom'] === ''
          ? async () => {
              const day = panel.panel.getByRole('textbox', { name: t('kit.dateFrom'), exact: true });
              await day.fill('');
              await day.press('Enter');
            }
          : undefined;
      if (event.type === 'relaxation.chosen')
        return event['filter'] === 'cloudCover' ? () => named('why.apply').first().click() : undefined;
      return acts[event.type];
    },
    answer: (slot, { output }) => {
      if (slot === 'relaxSearch') return { result: 1, data: output };
      const { features } = output as { features: unknown[] };
      // an empty archive; non-empty results come from the real server
      return features.length === 0
        ? { result: 1, type: 'FeatureCollection', features: [], numberMatched: 0 }
        : undefined;
    },
    expectState: async (expected) => {
      if (expected === 'loggedOut') return expectLoggedOut(portal);
      if (isIn(expected, 'searching'))
        return expect(panel.panel.getByText(t('search.searching')).first()).toBeVisible();
      if (isIn(expected, 'form.explaining'))
        return expect(panel.panel.getByText(t('why.asking')).first()).toBeAttached();
      if (isIn(expected, 'form.explained')) return expect(named('why.apply').first()).toBeVisible();
      if (isIn(expected, 'form.unexplained'))
        return expect(panel.panel.getByText(t('why.failed'))).toBeVisible();
      return expect(panel.submit.or(panel.list)).toBeVisible();
    },
  };
}
