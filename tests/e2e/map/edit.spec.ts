import type { Page } from 'playwright/test';
import { discardTyped, onOnePage, withMap, type PageFixtures } from '../support/onePage.ts';
import type { Portal } from '../pages/portal.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

/** Expects the AOI card in the search panel to show this name and number of vertices. */
async function expectArea(page: Page, name: string, corners: number): Promise<void> {
  await expect(page.getByText(name, { exact: true })).toBeVisible();
  await expect(page.getByText(new RegExp(`km² · ${corners} vertices`))).toBeVisible();
}
const announcement = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text });

const WEST = 700;
const EAST = 900;
const NORTH = 250;
const SOUTH = 500;

async function editBox(portal: Portal): Promise<void> {
  await portal.map.drawBox([WEST, NORTH], [EAST, SOUTH]);
  await portal.map.editArea.click();
  await expect(portal.map.editBar).toBeVisible();
}

/** Announcements of edits that must not outlast a sentence. (An undo's stays; one sentence checks it.) */
const EDITED =
  /Vertex \d+ (of|picked)|^Vertex (moved|added|removed)\.|Edge after|New vertex|Whole area|^AOI moved|Put back|No change/;

async function restore(fixtures: PageFixtures): Promise<void> {
  await withMap.restore(fixtures);
  await expect(announcement(fixtures.page, EDITED)).toHaveCount(0);
}

test(
  'Edit mode, undo and redo',
  onOnePage({ ...withMap, restore }, (it) => {
    // after drawing: move, add and delete vertices, move the whole area
    it('moving a vertex turns a rectangle into a polygon; the area updates while dragging', async ({
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
      await expect(announcement(page, /Vertex moved\. AOI area: .*\skm²\./)).toBeAttached();
    });

    it('a handle is moved by single clicks: on the handle, then on its new position; a second click on the handle changes nothing', async ({
      portal,
      page,
    }) => {
      await editBox(portal);
      await page.mouse.click(EAST, NORTH);
      await expect(portal.map.editBar.getByText(portal.t('map.edit.howHeld'))).toBeVisible();
      await page.mouse.click(EAST, NORTH);
      await expect(announcement(page, /No change/)).toBeAttached();
      await expectArea(page, 'Drawn rectangle', 4);
      await page.mouse.click(EAST, NORTH);
      await page.mouse.click(1000, 180);
      await expectArea(page, 'Drawn polygon', 4);
    });

    it('Tab and arrows move between handles, Enter picks up and drops, Delete removes and Esc leaves, by keyboard alone', async ({
      portal,
      page,
    }) => {
      await portal.map.drawBox([WEST, NORTH], [EAST, SOUTH]);
      await portal.map.editArea.focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await expect(announcement(page, /Whole area/)).toBeAttached();
      await page.keyboard.press('Tab');
      await expect(announcement(page, /Vertex 1 of 4/)).toBeAttached();
      await page.keyboard.press('ArrowRight');
      await expect(announcement(page, /Edge after vertex 1 of 4/)).toBeAttached();
      await page.keyboard.press('Enter');
      await expect(announcement(page, /New vertex picked up/)).toBeAttached();
      for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Enter');
      await expectArea(page, 'Drawn polygon', 5);
      await page.keyboard.press('Delete');
      await expectArea(page, 'Drawn rectangle', 4);
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      await page.keyboard.press('ArrowRight');
      // the first Esc drops the handle, the second leaves
      await page.keyboard.press('Escape');
      await expect(portal.map.editBar).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(portal.map.editBar).toBeHidden();
      await expectArea(page, 'Drawn rectangle', 4);
    });

    it('the edit bar and the card are accessible; Tab after the last handle leaves the map', async ({
      portal,
      page,
    }) => {
      await editBox(portal);
      await expectAccessible(page);
      await page.keyboard.press('End');
      await page.keyboard.press('Tab');
      await expect(portal.map.canvas).not.toBeFocused();
    });

    // undo and redo of every change of the AOI, whatever its source
    it('drawing, editing and clearing are undone and redone by keys and by buttons', async ({
      portal,
      page,
    }) => {
      await editBox(portal);
      await portal.map.drag([EAST, NORTH], [1000, 180]);
      await expectArea(page, 'Drawn polygon', 4);
      await page.keyboard.press('Control+z');
      await expectArea(page, 'Drawn rectangle', 4);
      await expect(announcement(page, /Undone\. AOI area: .*\skm²\./)).toBeAttached();
      await portal.map.editAction('redo').click();
      await expectArea(page, 'Drawn polygon', 4);
      await page.keyboard.press('Escape');
      await portal.map.press('clearArea');
      await expect(page.getByText(portal.t('search.aoiNone'))).toBeVisible();
      await page.keyboard.press('Control+z');
      await expectArea(page, 'Drawn polygon', 4);
      await page.keyboard.press('Control+Shift+z');
      await expect(announcement(page, /Redone\. No AOI\./)).toBeAttached();
      await page.getByRole('button', { name: portal.t('map.edit.undo'), exact: true }).click();
      await expectArea(page, 'Drawn polygon', 4);
      // the outline is on the map again, with its handles
      await portal.map.editArea.click();
      await portal.map.drag([1000, 180], [950, 200]);
      await expect(announcement(page, /Vertex moved/)).toBeAttached();
    });

    it('undo does not apply while typing in a field', async ({ portal, page }) => {
      await portal.map.drawBox([WEST, NORTH], [EAST, SOUTH]);
      await expectArea(page, 'Drawn rectangle', 4);
      await portal.map.press('coordinates');
      await page.getByRole('dialog').getByRole('textbox').first().fill('1');
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Escape');
      await discardTyped(portal);
      await expectArea(page, 'Drawn rectangle', 4);
    });

    // last: the map stays where it went
    it("the AOI card's button and the key G fit the map to the AOI", async ({ portal, page }) => {
      await portal.map.press('coordinates');
      await portal.coordinates.enterBbox({
        minLatitude: '1.2',
        maxLatitude: '1.5',
        minLongitude: '103.7',
        maxLongitude: '104',
      });
      const { zoom } = portal.map;
      // the fit next to the panel; while typing, the map was fitted next to the dialog at another zoom
      const fitted = 'Zoom 11.8';
      await expect(zoom).toHaveText(fitted);
      const goAway = async () => {
        await page.getByRole('button', { name: portal.t('map.zoomIn'), exact: true }).click();
        await expect(zoom).toHaveText('Zoom 12.8');
      };
      await goAway();
      await page.getByRole('button', { name: portal.t('search.zoomToAoi') }).click();
      await expect(zoom).toHaveText(fitted);
      await goAway();
      await portal.map.canvas.focus();
      await page.keyboard.press('g');
      await expect(zoom).toHaveText(fitted);
    });
  }),
);

test(
  'Edit mode: sentences that rule tests show too',
  onOnePage({ ...withMap, restore }, (it) => {
    it('the handle in the middle of an edge adds a vertex, and the bar deletes it', async ({
      portal,
      page,
    }) => {
      await editBox(portal);
      await expect(portal.map.editAction('remove')).toBeDisabled();
      await portal.map.drag([(WEST + EAST) / 2, NORTH], [800, 160]);
      await expectArea(page, 'Drawn polygon', 5);
      await page.mouse.click(800, 160);
      await portal.map.editAction('remove').click();
      await expectArea(page, 'Drawn rectangle', 4);
    });

    it('a change that would make the outline cross itself is rejected with the reason', async ({
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
      // the corner has not moved
      await portal.map.drag([EAST, NORTH], [1000, 180]);
      await expectArea(page, 'Drawn polygon', 4);
      await expect(portal.map.crossing).toBeHidden();
    });

    it("a polygon that crosses itself can't be finished and shows why; Ctrl-Z removes the last vertex", async ({
      portal,
      page,
    }) => {
      await portal.map.press('polygon');
      for (const [x, y] of [
        [700, 250],
        [900, 250],
        [700, 500],
        [900, 500],
      ] as const)
        await page.mouse.click(x, y);
      await page.keyboard.press('Enter');
      await expect(portal.map.crossing).toBeVisible();
      await expect(portal.map.running('polygon')).toBeVisible();
      await page.keyboard.press('Control+z');
      await expect(announcement(page, /Vertex removed, 3 left/)).toBeAttached();
      await page.mouse.click(680, 550);
      await page.keyboard.press('Enter');
      await expectArea(page, 'Drawn polygon', 4);
    });

    it('the map moves to a typed area outside its view, and back when the dialog is closed', async ({
      portal,
      page,
    }) => {
      await expect(portal.map.zoom).toHaveText('Zoom 18.0');
      await portal.map.press('coordinates');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('tab', { name: 'WKT', exact: true }).click();
      await dialog.getByRole('textbox').fill('POLYGON ((10 50, 11 50, 11 51, 10 51, 10 50))');
      await expect(portal.map.zoom).not.toHaveText('Zoom 18.0');
      await page.keyboard.press('Escape');
      await discardTyped(portal);
      await expect(dialog).toBeHidden();
      await expect(portal.map.zoom).toHaveText('Zoom 18.0');
      await expect(page.getByText(portal.t('search.aoiNone'))).toBeVisible();
    });

    it('a rectangle moved as a whole stays a rectangle', async ({ portal, page }) => {
      await editBox(portal);
      await portal.map.drag([800, 375], [900, 300]);
      await expect(announcement(page, /AOI moved\./)).toBeAttached();
      await expectArea(page, 'Drawn rectangle', 4);
      // the corner is at the new position
      await portal.map.drag([1000, 175], [1100, 120]);
      await expectArea(page, 'Drawn polygon', 4);
    });

    it('editing ends when undo leaves no area', async ({ portal, page }) => {
      await editBox(portal);
      await page.keyboard.press('Control+z');
      await expect(portal.map.editBar).toBeHidden();
      await expect(page.getByText(portal.t('search.aoiNone'))).toBeVisible();
    });

    it('an AOI across 180° is edited correctly', async ({ portal, page }) => {
      await portal.map.press('coordinates');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('tab', { name: 'Center', exact: true }).click();
      const fields = dialog.getByRole('textbox');
      for (const [index, value] of ['179.9', '-17', '100', '80'].entries())
        await fields.nth(index).fill(value);
      await page.keyboard.press('Enter');
      await expectArea(page, 'Entered coordinates', 8);
      await portal.map.editArea.click();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await expect(announcement(page, /Vertex 1 of 4/)).toBeAttached();
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await expectArea(page, 'Drawn polygon', 8);
      await expect(page.getByText(/^7,999\.\d\d\skm² · 8 vertices$/)).toBeVisible();
    });
  }),
);
