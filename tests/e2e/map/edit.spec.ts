import type { Page } from 'playwright/test';
import { onOnePage, withMap, type Shown } from '../support/onePage.ts';
import type { Portal } from '../pages/portal.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

/** Name and facts of the area by the card in the search panel. */
async function expectArea(page: Page, name: string, corners: number): Promise<void> {
  await expect(page.getByText(name, { exact: true })).toBeVisible();
  await expect(page.getByText(new RegExp(`km² · ${corners} vertices`))).toBeVisible();
}
const said = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text });

const WEST = 700;
const EAST = 900;
const NORTH = 250;
const SOUTH = 500;

async function editBox(portal: Portal): Promise<void> {
  await portal.map.drawBox([WEST, NORTH], [EAST, SOUTH]);
  await portal.map.editArea.click();
  await expect(portal.map.editBar).toBeVisible();
}

/** What an edit says; nothing of it may be left from the sentence before. (What an undo said stays; one sentence asks for it.) */
const EDITED = /Corner|Edge|^Area moved|whole area|nothing was changed|held/;

async function restore(shown: Shown): Promise<void> {
  await withMap.restore(shown);
  await expect(said(shown.page, EDITED)).toHaveCount(0);
}

test(
  '§4 Edit mode, undo and redo',
  onOnePage({ ...withMap, restore }, (it) => {
    // after drawing: move vertices, add and delete them, move the whole
    it('a vertex move makes a polygon of a rectangle; the area is live while dragging', async ({
      portal,
      page,
    }) => {
      await editBox(portal);
      await expectArea(page, 'Drawn rectangle', 4);
      await portal.map.drag([EAST, NORTH], [1000, 180], false);
      await expect(portal.map.liveArea).toHaveText(/km²/);
      await page.mouse.up();
      await expectArea(page, 'Drawn polygon', 4);
      await expect(portal.map.liveArea).toBeHidden();
      await expect(said(page, /Corner moved\. The area is .* km² now\./)).toBeAttached();
    });

    it('the handle in the middle of an edge adds a vertex, the bar deletes it', async ({ portal, page }) => {
      await editBox(portal);
      await expect(portal.map.editAction('remove')).toBeDisabled();
      await portal.map.drag([(WEST + EAST) / 2, NORTH], [800, 160]);
      await expectArea(page, 'Drawn polygon', 5);
      await page.mouse.click(800, 160);
      await portal.map.editAction('remove').click();
      await expectArea(page, 'Drawn rectangle', 4);
    });

    it('moved whole a rectangle keeps being a rectangle', async ({ portal, page }) => {
      await editBox(portal);
      await portal.map.drag([800, 375], [900, 300]);
      await expect(said(page, /Area moved\./)).toBeAttached();
      await expectArea(page, 'Drawn rectangle', 4);
      // its corner is where the move brought it
      await portal.map.drag([1000, 175], [1100, 120]);
      await expectArea(page, 'Drawn polygon', 4);
    });

    it('by single clicks: a handle, then its new place; a second click on the handle changes nothing', async ({
      portal,
      page,
    }) => {
      await editBox(portal);
      await page.mouse.click(EAST, NORTH);
      await expect(portal.map.editBar.getByText(portal.t('map.edit.howHeld'))).toBeVisible();
      await page.mouse.click(EAST, NORTH);
      await expect(said(page, /nothing was changed/)).toBeAttached();
      await expectArea(page, 'Drawn rectangle', 4);
      await page.mouse.click(EAST, NORTH);
      await page.mouse.click(1000, 180);
      await expectArea(page, 'Drawn polygon', 4);
    });

    it('by keyboard alone: Tab and arrows walk the handles, Enter takes and lets go, Delete removes, Esc leaves', async ({
      portal,
      page,
    }) => {
      await portal.map.drawBox([WEST, NORTH], [EAST, SOUTH]);
      await portal.map.editArea.focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await expect(said(page, /The whole area/)).toBeAttached();
      await page.keyboard.press('Tab');
      await expect(said(page, /Corner 1 of 4/)).toBeAttached();
      await page.keyboard.press('ArrowRight');
      await expect(said(page, /Edge behind corner 1 of 4/)).toBeAttached();
      await page.keyboard.press('Enter');
      await expect(said(page, /A new corner is held/)).toBeAttached();
      for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Enter');
      await expectArea(page, 'Drawn polygon', 5);
      await page.keyboard.press('Delete');
      await expectArea(page, 'Drawn rectangle', 4);
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      await page.keyboard.press('ArrowRight');
      // Esc lets go first, then leaves
      await page.keyboard.press('Escape');
      await expect(portal.map.editBar).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(portal.map.editBar).toBeHidden();
      await expectArea(page, 'Drawn rectangle', 4);
    });

    it('behind the last handle Tab leaves the map', async ({ portal, page }) => {
      await editBox(portal);
      await page.keyboard.press('End');
      await page.keyboard.press('Tab');
      await expect(portal.map.canvas).not.toBeFocused();
    });

    it('the bar and the card are accessible', async ({ portal, page }) => {
      await editBox(portal);
      await expectAccessible(page);
    });

    // an outline that crosses itself
    it('a change that would cross itself is not sent: it says why, and goes back', async ({
      portal,
      page,
    }) => {
      await editBox(portal);
      await portal.map.drag([EAST, NORTH], [640, 400], false);
      await expect(portal.map.crossing).toBeVisible();
      await expect(portal.map.liveArea).toBeHidden();
      await page.mouse.up();
      await expect(portal.map.crossing).toBeVisible();
      await expectArea(page, 'Drawn rectangle', 4);
      // the corner is where it was
      await portal.map.drag([EAST, NORTH], [1000, 180]);
      await expectArea(page, 'Drawn polygon', 4);
      await expect(portal.map.crossing).toBeHidden();
    });

    it("a polygon that crosses itself can't be finished and says why; Ctrl-Z takes back the last vertex", async ({
      portal,
      page,
    }) => {
      await portal.map.tool('polygon').click();
      for (const [x, y] of [
        [700, 250],
        [900, 250],
        [700, 500],
        [900, 500],
      ] as const)
        await page.mouse.click(x, y);
      await page.keyboard.press('Enter');
      await expect(portal.map.crossing).toBeVisible();
      await expect(portal.map.tool('polygon')).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.press('Control+z');
      await expect(said(page, /Corner taken back, 3 left/)).toBeAttached();
      await page.mouse.click(680, 550);
      await page.keyboard.press('Enter');
      await expectArea(page, 'Drawn polygon', 4);
    });

    // undo and redo over every change of the AOI, whatever made it
    it('by keys and by buttons: drawn, edited and cleared', async ({ portal, page }) => {
      await editBox(portal);
      await portal.map.drag([EAST, NORTH], [1000, 180]);
      await expectArea(page, 'Drawn polygon', 4);
      await page.keyboard.press('Control+z');
      await expectArea(page, 'Drawn rectangle', 4);
      await expect(said(page, /Undone\. The area is .* km² now\./)).toBeAttached();
      await portal.map.editAction('redo').click();
      await expectArea(page, 'Drawn polygon', 4);
      await page.keyboard.press('Escape');
      await portal.map.tool('clearArea').click();
      await expect(page.getByText(portal.t('search.aoiNone'))).toBeVisible();
      await page.keyboard.press('Control+z');
      await expectArea(page, 'Drawn polygon', 4);
      await page.keyboard.press('Control+Shift+z');
      await expect(said(page, /Redone\. There is no area now\./)).toBeAttached();
      await page.getByRole('button', { name: portal.t('map.edit.undo'), exact: true }).click();
      await expectArea(page, 'Drawn polygon', 4);
      // the outline stands on the map again, handles and all
      await portal.map.editArea.click();
      await portal.map.drag([1000, 180], [950, 200]);
      await expect(said(page, /Corner moved/)).toBeAttached();
    });

    it('undone to no area, editing is over', async ({ portal, page }) => {
      await editBox(portal);
      await page.keyboard.press('Control+z');
      await expect(portal.map.editBar).toBeHidden();
      await expect(page.getByText(portal.t('search.aoiNone'))).toBeVisible();
    });

    it('not while typing in a field', async ({ portal, page }) => {
      await portal.map.drawBox([WEST, NORTH], [EAST, SOUTH]);
      await expectArea(page, 'Drawn rectangle', 4);
      await portal.map.tool('coordinates').click();
      await page.getByRole('dialog').getByRole('textbox').first().fill('1');
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Escape');
      await expectArea(page, 'Drawn rectangle', 4);
    });

    // a preview on the map while typing
    it('the map goes there when it is out of sight, and comes back when the dialog is closed', async ({
      portal,
      page,
    }) => {
      await expect(portal.map.zoom).toHaveText('Zoom 18.0');
      await portal.map.tool('coordinates').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('tab', { name: 'WKT', exact: true }).click();
      await dialog.getByRole('textbox').fill('POLYGON ((10 50, 11 50, 11 51, 10 51, 10 50))');
      await expect(portal.map.zoom).not.toHaveText('Zoom 18.0');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(portal.map.zoom).toHaveText('Zoom 18.0');
      await expect(page.getByText(portal.t('search.aoiNone'))).toBeVisible();
    });

    it('an AOI across 180° edits right', async ({ portal, page }) => {
      await portal.map.tool('coordinates').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('tab', { name: 'Center', exact: true }).click();
      const fields = dialog.getByRole('textbox');
      for (const [index, value] of ['179.9', '-17', '100', '80'].entries())
        await fields.nth(index).fill(value);
      await page.keyboard.press('Enter');
      await expectArea(page, 'Typed area', 8);
      await portal.map.editArea.click();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await expect(said(page, /Corner 1 of 4/)).toBeAttached();
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await expectArea(page, 'Drawn polygon', 8);
      await expect(page.getByText(/^7,999\.\d\d km² · 8 vertices$/)).toBeVisible();
    });
  }),
);
