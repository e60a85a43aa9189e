import type { Page } from 'playwright/test';
import { onOnePage, openStart, withPortal, type PageFixtures } from '../support/onePage.ts';
import { UploadDialog } from '../pages/aoi/uploadDialog.ts';
import type { Portal } from '../pages/portal.ts';
import { expect, expectAccessible, test, WITHOUT_MAP } from '../support/test.ts';
import { shpOf, zipOf } from '../../unit/geo/read/files.ts';
import { boxRing } from '../../fixtures/box.ts';

const square = boxRing(103.7, 1.2, 104, 1.5);
const areaOf = (ring: number[][]) => JSON.stringify({ type: 'Polygon', coordinates: [ring] });
const AREA = areaOf(square);
/** A bow tie, unclosed, with one point three times. */
const BROKEN = areaOf([square[0]!, square[2]!, square[1]!, square[1]!, square[1]!, square[3]!]);
const feature = { type: 'Feature', properties: {}, geometry: JSON.parse(AREA) as unknown };
const THREE = JSON.stringify({ type: 'FeatureCollection', features: [feature, feature, feature] });

const PLOT = [[45e4, 375e4], [45e4, 376e4], [46e4, 376e4], [46e4, 375e4], [45e4, 375e4]]; // prettier-ignore
/** A shapefile in a system that no shift is known of. */
const XIAN = Buffer.from(
  zipOf([
    { name: 'plot.shp', content: shpOf([{ parts: [PLOT] }]) },
    {
      name: 'plot.prj',
      content:
        'PROJCS["Xian_1980_3_Degree_GK_CM_108E",GEOGCS["GCS_Xian_1980",DATUM["D_Xian_1980",SPHEROID["Xian_1980",6378140.0,298.257]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Gauss_Kruger"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",108.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]',
    },
  ]),
);

// that the map moves to the area is in `session/link.spec.ts`, and its rule in `unit/map/camera.test.ts`
test.use(WITHOUT_MAP);

let upload: UploadDialog;

async function begin({
  portal,
  page,
  language,
}: Pick<PageFixtures, 'portal' | 'page' | 'language'>): Promise<void> {
  upload = new UploadDialog(page, portal.t);
  await openStart(portal, language);
}

async function open(portal: Portal): Promise<void> {
  await portal.map.press('upload');
  await expect(upload.dialog).toBeVisible();
}
async function useSquare(portal: Portal, page: Page): Promise<void> {
  await open(portal);
  await upload.choose('harbour.geojson', AREA);
  await expect(page.getByText('From harbour.geojson')).toBeVisible();
}

test(
  '§2 Upload dialog',
  onOnePage({ ...withPortal, begin }, (it) => {
    it('the dialog is 600 wide, with a title, the file input, the help text and a close button', async ({
      portal,
      page,
    }) => {
      // from the AOI card, which is empty
      await page.getByRole('button', { name: portal.t('search.upload'), exact: true }).click();
      await expect(upload.dialog).toBeVisible();
      expect((await page.locator('.gt-modal').boundingBox())?.width).toBe(600);
      await expect(upload.input).toHaveAttribute('accept', '.shp,.kml,.geojson,.kmz,.zip');
      for (const text of [
        'Supported formats: *.shp, *.kml, *.kmz, *.geojson',
        'WGS 84 coordinates',
        'A single polygon feature only',
        'For shapefiles, select just the .shp file',
      ])
        await expect(upload.dialog.getByText(text)).toBeVisible();
      await expectAccessible(page);
      await upload.dialog.getByRole('button', { name: 'Close' }).last().click();
      await expect(upload.dialog).toBeHidden();
    });

    it('U opens the dialog with the focus on the input, and Escape closes it and returns the focus, by keyboard alone', async ({
      portal,
      page,
    }) => {
      await portal.map.focus('upload');
      await page.keyboard.press('u');
      await expect(upload.input).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(upload.dialog).toBeHidden();
      await expect(portal.map.group('upload')).toBeFocused();
      // a tool's key works from anywhere outside a text field
      const place = page.getByRole('combobox', { name: portal.t('places.title') });
      await place.focus();
      await page.keyboard.press('u');
      await expect(place).toHaveValue('u');
      await portal.panelButton('myaoi').focus();
      await page.keyboard.press('u');
      await expect(upload.input).toBeFocused();
    });

    it('a valid file becomes the AOI, and the card shows the file name', async ({ portal, page }) => {
      await useSquare(portal, page);
      await expect(upload.dialog).toBeHidden();
      await expect(page.getByText(/km² · 4 vertices/)).toBeVisible();
    });

    // §8 File alerts
    it('file alerts appear in the dialog, with the number of features found; the previous AOI is kept', async ({
      portal,
      page,
    }) => {
      await useSquare(portal, page);
      await open(portal);
      await upload.choose('three.geojson', THREE);
      await expect(upload.alert).toContainText('Format error, require single feature');
      await expect(upload.alert).toContainText('3 features found.');
      await expectAccessible(page);
      await upload.choose('point.geojson', JSON.stringify({ type: 'Point', coordinates: [1, 2] }));
      await expect(upload.alert).toContainText('Format error, unsupported geometry type: Point');
      await page.keyboard.press('Escape');
      await expect(page.getByText('From harbour.geojson')).toBeVisible();
    });

    it('the features of such a file are listed below it: one is used as the AOI, all are saved to My AOI', async ({
      portal,
      page,
    }) => {
      const named = (name: string, west: number) => ({
        ...feature,
        properties: { name },
        geometry: { type: 'Polygon', coordinates: [square.map(([x, y]) => [x! + west, y])] },
      });
      const fields = {
        type: 'FeatureCollection',
        features: [named('North field', 0), named('South field', 1)],
      };
      await open(portal);
      await upload.choose('fields.geojson', JSON.stringify(fields));
      await expect(upload.alert).toContainText('Format error, require single feature');
      const rows = upload.features.getByRole('listitem');
      await expect(rows).toHaveText([/North field.*1,107\.52\skm²/, /South field.*1,107\.52\skm²/]);
      await upload.dialog.getByRole('button', { name: 'Save 2 to My AOI' }).click();
      await expect(upload.dialog.getByRole('status')).toHaveText('2 saved to My AOI');
      await expect(rows.first()).toContainText('Saved');
      await expectAccessible(page);
      await rows.nth(1).getByRole('button', { name: 'Use South field as the AOI' }).press('Enter');
      await expect(page.getByText('From fields.geojson')).toBeVisible();
      await portal.panelButton('myaoi').click();
      for (const name of ['North field', 'South field'])
        await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
      await portal.panelButton('search').click();
    });

    it('a file of an unknown coordinate system asks for it; the place is shown before it is used, by keyboard alone', async ({
      portal,
      page,
    }) => {
      await open(portal);
      await upload.choose('plot.zip', XIAN);
      await expect(upload.alert).toContainText('Xian_1980_3_Degree_GK_CM_108E');
      const systems = upload.dialog.getByRole('listbox', { name: portal.t('systems.list') });
      await expect(systems.getByRole('option').first()).toContainText('EPSG:2381');
      await expect(upload.systemField).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.type('netherlands rd new');
      await expect(systems.getByRole('option').first()).toHaveText(
        /Amersfoort.*Accurate to 1\sm.*EPSG:28992/,
      );
      await upload.systemField.fill('xian 1980 cm 108e 3-degree');
      await expect(systems.getByRole('option')).toHaveCount(1);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(upload.alert).toContainText('Is the file here?');
      await expect(upload.alert).toContainText('Shift to WGS 84 unknown: up to 250 m off');
      await expect(upload.dialog.getByRole('figure')).toContainText(
        /33\.92\d\d° N 107\.51\d\d° E.*99\.99\skm²/,
      );
      await expect(upload.button('systems.use')).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      await expect(page.getByText('From plot.zip')).toBeVisible();
      // the next file of that kind
      await open(portal);
      await upload.choose('next.zip', XIAN);
      await expect(systems.getByRole('option').first()).toContainText(portal.t('systems.last'));
    });

    it('several features that are pasted as text are listed like those of a file, and the text is kept', async ({
      portal,
      page,
    }) => {
      await portal.map.press('coordinates');
      await portal.coordinates.enterWkt(THREE);
      await expect(upload.alert).toContainText('Format error, require single feature');
      await expect(upload.features.getByRole('listitem')).toHaveCount(3);
      await page.keyboard.press('Escape');
      await expect(portal.coordinates.dialog.getByRole('alert')).toContainText(
        'Format error, require single feature',
      );
      await expect(portal.coordinates.use).toBeDisabled();
      const text = portal.coordinates.dialog.getByLabel(portal.t('coordinates.wktLabel'));
      await expect(text).toHaveValue(THREE);
      await text.press('End');
      await page.keyboard.type(' ');
      await portal.coordinates.use.click();
      await upload.features.getByRole('button').first().click();
      await expect(upload.dialog).toBeHidden();
      await expect(portal.coordinates.dialog).toBeHidden();
      await expect(page.getByText('From pasted.geojson')).toBeVisible();
    });

    it('a worker that can’t start: the dialog shows that the file could not be read', async ({
      portal,
      page,
    }) => {
      await page.route('**/aoiFile.worker-*.js', (route) => route.abort());
      await open(portal);
      await upload.choose('harbour.geojson', AREA);
      await expect(upload.alert).toContainText('The file can’t be read');
      await page.unroute('**/aoiFile.worker-*.js');
      await upload.choose('harbour.geojson', AREA);
      await expect(page.getByText('From harbour.geojson')).toBeVisible();
    });

    // AOI repair
    it('repairs that change the ground are shown before the file is used; undo restores the previous AOI', async ({
      portal,
      page,
    }) => {
      await useSquare(portal, page);
      await open(portal);
      await upload.choose('broken.geojson', BROKEN);
      await expect(upload.changes).toHaveText([
        portal.t('check.ringsClosed_one', { count: 1 }),
        portal.t('check.duplicatesRemoved_other', { count: 2 }),
        portal.t('check.ringsParted_one', { count: 1 }),
      ]);
      await expect(upload.dialog.getByRole('img')).toHaveCount(2);
      // the two loops of a bow tie have no area together
      await expect(upload.dialog.getByRole('figure').first()).toContainText(portal.t('upload.cancelledOut'));
      await expect(page.getByText('From harbour.geojson')).toBeVisible();
      await expectAccessible(page);
      await upload.button('upload.use').click();
      await expect(upload.dialog).toBeHidden();
      await expect(page.getByText('From broken.geojson')).toBeVisible();
      await page.getByRole('button', { name: portal.t('map.edit.undo'), exact: true }).click();
      await expect(page.getByText('From harbour.geojson')).toBeVisible();
    });

    it('another file can be chosen instead of a repaired one', async ({ portal, page }) => {
      await open(portal);
      await upload.choose('broken.geojson', BROKEN);
      await upload.button('upload.another').click();
      await expect(upload.input).toBeFocused();
      await upload.choose('harbour.geojson', AREA);
      await expect(page.getByText('From harbour.geojson')).toBeVisible();
    });

    // dropping a file anywhere on the map
    it('dragging a file over the map shows an overlay, and the dropped file becomes the AOI', async ({
      page,
    }) => {
      const map = page.locator('.gt-map');
      await upload.drag(map, [{ name: 'harbour.geojson', text: AREA }], false);
      await expect(upload.overlay).toContainText('Drop the file to use it as the AOI');
      await upload.drag(map, [{ name: 'harbour.geojson', text: AREA }], true);
      await expect(upload.overlay).toBeHidden();
      await expect(page.getByText('From harbour.geojson')).toBeVisible();
    });

    it('several files dropped at once show a message, and none is read', async ({ page }) => {
      const file = { name: 'harbour.geojson', text: AREA };
      await upload.drag(page.locator('.gt-map'), [file, file], true);
      await expect(upload.alert).toContainText('Upload one file at a time. You selected 2.');
      await expect(page.getByText('No AOI yet')).toBeVisible();
    });
  }),
);

test.describe('in Chinese, 375 px wide', () => {
  test.use({ viewport: { width: 375, height: 812 }, language: 'zh' });
  test.beforeEach(({ portal, page, language }) => begin({ portal, page, language }));
  test('the dialog fills the screen and its actions stay in view: empty, with an error, and with repairs', async ({
    portal,
    page,
  }) => {
    const expectWhole = async () => {
      const box = await page.locator('.gt-modal').boundingBox();
      expect(box).toEqual({ x: 0, y: 0, width: 375, height: 812 });
      const wide = await page.locator('.gt-dialog').evaluate((element) => element.scrollWidth);
      expect(wide).toBeLessThanOrEqual(375);
      await expectAccessible(page);
    };
    await portal.map.focus('polygon');
    await page.keyboard.press('u');
    await expect(upload.dialog.getByText('仅限单个多边形要素')).toBeVisible();
    await expectWhole();
    await upload.choose('star.geojson', areaOf([[0, 10], [6, -8], [-9, 3], [9, 3], [-6, -8], [0, 10]])); // prettier-ignore
    await expect(upload.alert).toContainText(/边界在 .+ 处/);
    await expect(upload.dialog.getByRole('img')).toHaveCount(1);
    await expectWhole();
    await upload.choose('broken.geojson', BROKEN);
    await expect(upload.changes).toHaveText([
      portal.t('check.ringsClosed_other', { count: 1 }),
      portal.t('check.duplicatesRemoved_other', { count: 2 }),
      portal.t('check.ringsParted_other', { count: 1 }),
    ]);
    await expect(upload.button('upload.use')).toBeInViewport({ ratio: 1 });
    await expectWhole();
  });
});
