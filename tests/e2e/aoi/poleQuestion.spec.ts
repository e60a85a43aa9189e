import { AreaChoices } from '../pages/aoi/areaChoices.ts';
import { UploadDialog } from '../pages/aoi/uploadDialog.ts';
import { openStart } from '../support/onePage.ts';
import { expect, expectAccessible, test, WITHOUT_MAP } from '../support/test.ts';

test.use(WITHOUT_MAP);

const RING = [[0, 50], [120, 55], [-120, 52], [0, 50]]; // prettier-ignore
const FILE = JSON.stringify({ type: 'Polygon', coordinates: [RING] });
const WKT = `POLYGON ((${RING.map((position) => position.join(' ')).join(', ')}))`;
/** By GeographicLib on the densified ring, whole km². */
const [CAP, BAND] = ['53,556,960', '3,185,236'];

test('an uploaded ring around the globe is a question, answered by keyboard alone', async ({
  portal,
  page,
  language,
}) => {
  const upload = new UploadDialog(page, portal.t);
  const choices = new AreaChoices(upload.dialog, portal.t);
  await openStart(portal, language);
  await portal.map.focus('upload');
  await page.keyboard.press('u');
  await upload.choose('arctic.geojson', FILE);
  await expect(upload.alert).toContainText('Which area do you mean?');
  await expect(choices.options).toHaveCount(2);
  await expect(choices.pictures).toHaveCount(2);
  await expect(choices.option('north')).toHaveAccessibleName(new RegExp(`North Pole.*${CAP}\\.\\d\\d\\skm²`));
  await expect(choices.option('written')).toHaveAccessibleName(new RegExp(`Band.*${BAND}\\.\\d\\d\\skm²`));
  // none is selected for the user, and nothing is used
  for (const option of await choices.options.all()) await expect(option).not.toBeChecked();
  await expect(choices.use).toBeDisabled();
  await expect(page.getByText('No AOI yet')).toBeVisible();
  await expectAccessible(page);

  await expect(choices.option('north')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(choices.option('written')).toBeChecked();
  await page.keyboard.press('ArrowUp');
  await expect(choices.option('north')).toBeChecked();
  await expectAccessible(page);
  while (!(await choices.use.evaluate((button) => button === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(upload.dialog).toBeHidden();
  await expect(page.getByText('From arctic.geojson')).toBeVisible();
  await expect(page.getByText(/53,556,960/).first()).toBeVisible();
});

test('a typed ring around the globe is a question, and the text can be edited instead', async ({
  portal,
  page,
  language,
}) => {
  const choices = new AreaChoices(portal.coordinates.dialog, portal.t);
  await openStart(portal, language);
  await portal.map.press('coordinates');
  await portal.coordinates.enterWkt(WKT);
  await expect(choices.options).toHaveCount(2);
  await expect(choices.use).toBeDisabled();
  await portal.coordinates.dialog.getByRole('button', { name: portal.t('coordinates.editText') }).click();
  await expect(portal.coordinates.dialog.getByLabel(portal.t('coordinates.wktLabel'))).toHaveValue(WKT);
  await portal.coordinates.use.click();
  await choices.option('written').check();
  await choices.use.click();
  await expect(portal.coordinates.dialog).toBeHidden();
  await expect(page.getByText(/3,185,2\d\d/).first()).toBeVisible();
});
