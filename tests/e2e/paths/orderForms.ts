import type { Locator } from 'playwright/test';
import type { Portal } from '../pages/portal.ts';
import { expect } from '../support/test.ts';
import type { Performer, ToSee } from './performer.ts';
import { atTheSearch, expectLoggedOut, isIn, patchOf, withAnArea, withOneChosen } from './places.ts';

/** What both order forms have. */
interface Form {
  dialog: Locator;
  name: Locator;
  agree: Locator;
  submit: Locator;
  confirm: Locator;
  finalPrice: Locator;
}

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The events of both forms. */
function formActs(portal: Portal, form: Form): Record<string, () => Promise<void>> {
  const { page, t } = portal;
  const question = (key: string) => page.getByRole('button', { name: t(key), exact: true });
  return {
    'terms.toggled': async () => form.agree.setChecked(!(await form.agree.isChecked()), { force: true }),
    'price.requested': () => form.dialog.getByRole('button', { name: t('common.tryAgain') }).click(),
    'submit.requested': () => form.submit.click(),
    'order.confirmed': () => form.confirm.click(),
    'order.declined': () => question('order.confirmBack').click(),
    'leaving.confirmed': () => question('tasking.leave').click(),
    'leaving.declined': () => question('order.confirmBack').click(),
    'form.closed': () =>
      form.dialog
        .getByRole('button', { name: t('common.close'), exact: true })
        .last()
        .click(),
  };
}

/** How the states of both forms look. */
async function lookAtForm(portal: Portal, form: Form, seen: ToSee): Promise<void> {
  const { page, t } = portal;
  if (seen === 'loggedOut') return expectLoggedOut(portal);
  if (isIn(seen, 'done')) return expect(form.dialog).toHaveCount(0);
  if (isIn(seen, 'editing.settling') || isIn(seen, 'editing.pricing'))
    return expect(form.dialog.getByText(t('order.pricing'), { exact: true })).toBeVisible();
  if (isIn(seen, 'editing.unpriced'))
    return expect(form.dialog.getByRole('button', { name: t('common.tryAgain') })).toBeEnabled();
  if (isIn(seen, 'editing.priced')) return expect(form.finalPrice).toBeVisible();
  if (isIn(seen, 'confirming')) return expect(form.confirm).toBeVisible();
  if (isIn(seen, 'leaving'))
    return expect(page.getByRole('button', { name: t('tasking.leave'), exact: true })).toBeVisible();
  if (isIn(seen, 'submitting'))
    return expect(form.dialog.getByText(t('order.submitting'), { exact: true })).toBeVisible();
  return expect(form.dialog).toBeVisible();
}

/** Closes what the last path left open. */
async function closeForm(portal: Portal, form: Form): Promise<void> {
  const { page, t } = portal;
  for (const key of ['order.confirmBack', 'tasking.leave'] as const) {
    const button = page.getByRole('button', { name: t(key), exact: true });
    if (await button.isVisible()) await button.click();
  }
  if (!(await form.dialog.isVisible())) return;
  const close = form.dialog.getByRole('button', { name: t('common.close'), exact: true }).last();
  await expect(close).toBeEnabled();
  await close.click();
  const leave = page.getByRole('button', { name: t('tasking.leave'), exact: true });
  await expect.poll(async () => (await leave.isVisible()) || (await form.dialog.count()) === 0).toBe(true);
  if (await leave.isVisible()) await leave.click();
  await expect(form.dialog).toHaveCount(0);
}

/** An archive order of what is chosen. */
export function sceneOrder(portal: Portal): Performer {
  const { order } = portal;
  const acts = formActs(portal, order);
  return {
    machine: 'sceneOrder',
    variants: ['two scenes of one supplier'],
    calls: {
      priceScenes: '**/api/order/v1/archive/getPrice',
      submitScenes: '**/api/order/v1/archive/submit',
    },
    logsOut: true,
    leave: () => closeForm(portal, order),
    begin: async () => {
      await withOneChosen(portal);
      await portal.search.order();
    },
    act: (event) => {
      const { orderName, productLevel } = patchOf(event);
      if (typeof orderName === 'string') return () => order.name.fill(orderName);
      if (typeof productLevel === 'string') return () => order.chooseLevel(productLevel);
      return acts[event.type];
    },
    look: (seen) => lookAtForm(portal, order, seen),
  };
}

/** A new acquisition, from a search with one satellite and a window that is to come. */
export function tasking(portal: Portal): Performer {
  const { tasking: form, search, page, t } = portal;
  const acts = formActs(portal, form);
  return {
    machine: 'tasking',
    variants: ['a satellite of source C'],
    calls: {
      priceTasking: '**/api/order/v1/tasking/getPrice',
      submitTasking: '**/api/order/v1/tasking/submit',
    },
    logsOut: true,
    leave: () => closeForm(portal, form),
    begin: async () => {
      await atTheSearch(portal);
      await withAnArea(portal);
      if (await search.panel.getByText(t('search.satellitesAll'), { exact: true }).isVisible()) {
        await search.chooseSatellite('OB-3');
        await search.enterDays(dayIn(3), dayIn(20));
      }
      await search.tasking.click();
    },
    act: (event) => {
      const { orderName, productLevel, windowStart } = patchOf(event);
      if (typeof orderName === 'string') return () => form.name.fill(orderName);
      if (typeof productLevel === 'string') return () => form.radio(productLevel).check({ force: true });
      // a window that has begun is typed by nobody: the field takes none
      if (windowStart !== undefined) return undefined;
      return acts[event.type];
    },
    look: async (seen) => {
      await lookAtForm(portal, form, seen);
      if (isIn(seen, 'done')) await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  };
}
