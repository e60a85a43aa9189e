import type { Locator } from 'playwright/test';
import type { Portal } from '../pages/portal.ts';
import { expect } from '../support/test.ts';
import type { Performer, ExpectedView } from './performer.ts';
import { openSearch, expectLoggedOut, isIn, patchOf, ensureArea, ensureSelection } from './pageSetup.ts';
import { dayIn } from '../../server/support/clock.ts';
import { tick } from '../support/tick.ts';

/** The locators that both order forms share. */
interface Form {
  dialog: Locator;
  name: Locator;
  agree: Locator;
  submit: Locator;
  confirm: Locator;
  finalPrice: Locator;
}

/** By key: the foot moves when a price or its refusal arrives, and a press of the pointer may miss. */
async function closeByKey({ t }: Portal, form: Form): Promise<void> {
  const close = form.dialog.getByRole('button', { name: t('common.close'), exact: true }).last();
  await expect(close).toBeEnabled();
  await close.press('Enter');
}

/** The actions for the events of both forms. */
function formActs(portal: Portal, form: Form): Record<string, () => Promise<void>> {
  const { page, t } = portal;
  const question = (key: string) => page.getByRole('button', { name: t(key), exact: true });
  return {
    'terms.toggled': async () => {
      // by key: the foot moves when a price arrives, and a press may miss
      await expect(form.agree).toBeEnabled();
      const was = await form.agree.isChecked();
      await form.agree.press('Space');
      await expect(form.agree).toBeChecked({ checked: !was });
    },
    'price.requested': () => form.dialog.getByRole('button', { name: t('common.tryAgain') }).click(),
    'submit.requested': () => form.submit.click(),
    'order.confirmed': () => form.confirm.click(),
    'order.declined': () => question('order.confirmBack').click(),
    'leaving.confirmed': () => question('tasking.leave').click(),
    'leaving.declined': () => question('order.confirmBack').click(),
    'form.closed': () => closeByKey(portal, form),
  };
}

/**
 * The paths begin without the offered name. Clearing it counts as typed on the page, which then asks where the machine
 * of the path is done.
 */
async function discardName({ page, t }: Portal, form: Form): Promise<void> {
  const leave = page.getByRole('button', { name: t('tasking.leave'), exact: true });
  await expect.poll(async () => (await leave.isVisible()) || (await form.dialog.count()) === 0).toBe(true);
  if (await leave.isVisible()) await leave.click();
  await expect(form.dialog).toHaveCount(0);
}

/** Checks the states that both forms share. */
async function expectFormState(portal: Portal, form: Form, expected: ExpectedView): Promise<void> {
  const { page, t } = portal;
  if (expected === 'loggedOut') return expectLoggedOut(portal);
  if (isIn(expected, 'done')) return discardName(portal, form);
  if (isIn(expected, 'editing.settling') || isIn(expected, 'editing.pricing'))
    return expect(form.dialog.getByText(t('order.pricing'), { exact: true }).first()).toBeVisible();
  if (isIn(expected, 'editing.unpriced'))
    return expect(form.dialog.getByRole('button', { name: t('common.tryAgain') })).toBeEnabled();
  if (isIn(expected, 'editing.priced')) return expect(form.finalPrice).toBeVisible();
  if (isIn(expected, 'confirming')) return expect(form.confirm).toBeVisible();
  if (isIn(expected, 'leaving'))
    return expect(page.getByRole('button', { name: t('tasking.leave'), exact: true })).toBeVisible();
  if (isIn(expected, 'submitting'))
    return expect(form.dialog.getByText(t('order.submitting'), { exact: true })).toBeVisible();
  return expect(form.dialog).toBeVisible();
}

/** Closes the dialogs that the last path left open. */
async function closeForm(portal: Portal, form: Form): Promise<void> {
  const { page, t } = portal;
  for (const key of ['order.confirmBack', 'tasking.leave'] as const) {
    const button = page.getByRole('button', { name: t(key), exact: true });
    if (await button.isVisible()) await button.click();
  }
  if (await form.dialog.isVisible()) {
    await closeByKey(portal, form);
    await discardName(portal, form);
  }
  // the next path's form would wait for the outcome of a submit that this one left without a reply
  await page.evaluate(() => localStorage.removeItem('groundtrack.submits'));
}

/** An archive order of the selected scenes. */
export function sceneOrder(portal: Portal): Performer {
  const { order } = portal;
  const acts = formActs(portal, order);
  return {
    machine: 'sceneOrder',
    variants: ['two scenes of one supplier'],
    calls: {
      fetchPrice: '**/api/order/v1/archive/getPrice',
      submit: '**/api/order/v1/archive/submit',
    },
    logsOut: true,
    leave: () => closeForm(portal, order),
    begin: async () => {
      await ensureSelection(portal);
      await portal.search.order();
      await order.name.fill('');
    },
    act: (event) => {
      const { orderName, productLevel } = patchOf(event);
      if (typeof orderName === 'string') return () => order.name.fill(orderName);
      if (typeof productLevel === 'string') return () => order.chooseLevel(productLevel);
      return acts[event.type];
    },
    expectState: (expected) => expectFormState(portal, order, expected),
  };
}

/** A tasking order, from a search with one satellite and a future window. */
export function tasking(portal: Portal): Performer {
  const { tasking: form, search, page, t } = portal;
  const acts = formActs(portal, form);
  return {
    machine: 'tasking',
    variants: ['a satellite of source C'],
    calls: {
      fetchPrice: '**/api/order/v1/tasking/getPrice',
      submit: '**/api/order/v1/tasking/submit',
    },
    logsOut: true,
    leave: () => closeForm(portal, form),
    begin: async () => {
      await openSearch(portal);
      await ensureArea(portal);
      await search.unfold();
      if (await search.panel.getByText(t('search.satellitesAll'), { exact: true }).isVisible()) {
        await search.chooseSatellite('OB-3');
        await search.enterDays(dayIn(3), dayIn(20));
      }
      await search.tasking.click();
      await form.name.fill('');
    },
    act: (event) => {
      const { orderName, productLevel, windowStart } = patchOf(event);
      if (typeof orderName === 'string') return () => form.name.fill(orderName);
      if (typeof productLevel === 'string') return () => tick(form.radio(productLevel));
      // the field doesn't accept a past window start
      if (windowStart !== undefined) return undefined;
      return acts[event.type];
    },
    expectState: async (expected) => {
      await expectFormState(portal, form, expected);
      if (isIn(expected, 'done')) await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  };
}
