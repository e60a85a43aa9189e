import type { Locator } from 'playwright/test';
import type { ModelEvent } from '../../model/paths/explore.ts';
import type { Portal } from '../pages/portal.ts';
import { discardTyped } from '../support/onePage.ts';
import { expect } from '../support/test.ts';
import type { Performer, ExpectedView } from './performer.ts';
import { expectLoggedOut, isIn, patchOf, ensureSelection } from './pageSetup.ts';

/** A dialog with one submit button: closed, filled in, submitting. */
interface SmallForm {
  dialog: Locator;
  submit: Locator;
  /** The submit button's text while submitting. */
  busy: string;
}

async function expectState(
  portal: Portal,
  { dialog, submit, busy }: SmallForm,
  expected: ExpectedView,
): Promise<void> {
  if (expected === 'loggedOut') return expectLoggedOut(portal);
  if (isIn(expected, 'done')) return expect(dialog).toHaveCount(0);
  if (isIn(expected, 'submitting')) return expect(dialog.getByText(busy, { exact: true })).toBeVisible();
  return expect(submit).toBeVisible();
}

async function close(portal: Portal, { dialog, submit }: SmallForm): Promise<void> {
  if (!(await dialog.isVisible())) return;
  await expect(submit).toBeVisible();
  await dialog
    .getByRole('button', { name: portal.t('common.close'), exact: true })
    .last()
    .click();
  await discardTyped(portal);
  await expect(dialog).toHaveCount(0);
}

function smallForm(portal: Portal, title: string, submit: string, busy: string): SmallForm {
  const dialog = portal.page.getByRole('dialog', { name: portal.t(title) });
  return {
    dialog,
    submit: dialog.getByRole('button', { name: portal.t(submit), exact: true }),
    busy: portal.t(busy),
  };
}

/** The export of the selected scenes (decision 10). */
export function sceneExport(portal: Portal): Performer {
  const { page, t } = portal;
  const form = smallForm(portal, 'sceneExport.title', 'sceneExport.submit', 'sceneExport.submitting');
  const chooseType = async (type: string) => {
    await form.dialog.getByRole('button', { name: new RegExp(t('sceneExport.type')) }).click();
    await page.getByRole('option', { name: t(`sceneExport.types.${type}`), exact: true }).click();
  };
  const act = (event: ModelEvent) => {
    const { name, type } = patchOf(event);
    if (typeof name === 'string')
      return () => form.dialog.getByLabel(t('sceneExport.name'), { exact: true }).fill(name);
    if (typeof type === 'string') return () => chooseType(type);
    if (event.type === 'export.submitted') return () => form.submit.click();
    if (event.type === 'form.closed') return () => close(portal, form);
    return undefined;
  };
  return {
    machine: 'sceneExport',
    // the page selects a single scene: any number up to 100 behaves the same
    variants: ['100 scenes'],
    calls: { submitExport: '**/web/exporttask/cm/submit' },
    logsOut: true,
    leave: () => close(portal, form),
    begin: async () => {
      await ensureSelection(portal);
      await (await portal.search.more('choice', 'results.export')).click();
      // the paths begin without the offered name
      await form.dialog.getByLabel(t('sceneExport.name'), { exact: true }).fill('');
    },
    act,
    expectState: (expected) => expectState(portal, form, expected),
  };
}

/** A search is saved before it can be shared (decisions 8 and 9). */
export function saveSearch(portal: Portal): Performer {
  const { page, t } = portal;
  const form = smallForm(portal, 'saveSearch.title', 'common.save', 'saveSearch.saving');
  return {
    machine: 'saveSearch',
    variants: ['a search with three scenes'],
    calls: { saveSearch: '**/web/usersearchrecord/cm/save' },
    logsOut: true,
    leave: () => close(portal, form),
    begin: async () => {
      await ensureSelection(portal);
      await page.getByRole('button', { name: t('results.save'), exact: true }).click();
      await form.dialog.getByLabel(t('saveSearch.name'), { exact: true }).fill('');
    },
    act: (event) => {
      if (event.type === 'name.changed')
        return () =>
          form.dialog.getByLabel(t('saveSearch.name'), { exact: true }).fill(String(event['name']));
      if (event.type === 'saving.submitted') return () => form.submit.click();
      if (event.type === 'saving.closed') return () => close(portal, form);
      return undefined;
    },
    expectState: (expected) => expectState(portal, form, expected),
  };
}
