import { readFileSync } from 'node:fs';
import { GROUND, WIDE_GROUND } from '../../rows/ground.ts';
import { UploadDialog } from '../pages/aoi/uploadDialog.ts';
import { onOnePage, openMap, withMap } from '../support/onePage.ts';
import { expect, test } from '../support/test.ts';

const folder = new URL('../../fixtures/geo/ground/', import.meta.url);

test(
  '§2 Upload dialog: files that other programs read become the area that they hold',
  onOnePage({ ...withMap, begin: ({ portal, language }) => openMap(portal, language) }, (it) => {
    for (const [file, km2] of [...GROUND, ...WIDE_GROUND])
      it(file, async ({ portal, page }) => {
        const upload = new UploadDialog(page, portal.t);
        await portal.map.press('upload');
        await upload.choose(file, readFileSync(new URL(file, folder)));
        const used = page.getByText(`From ${file}`);
        // a question, or an area that is used if the user agrees
        const asked = upload.dialog.getByRole('radio').first();
        const agree = upload.button('upload.use').or(upload.button('areaChoice.use'));
        await expect(used.or(asked).or(agree).first()).toBeVisible();
        if (await asked.isVisible()) await asked.check({ force: true });
        if (await agree.isVisible()) await agree.click();
        await expect(used).toBeVisible();
        const said = await page.getByText(/^[\d.,]+\skm² · /).textContent();
        const shown = Number(said!.split(/\s/)[0]!.replaceAll(',', ''));
        expect(Math.abs(shown - km2) / km2).toBeLessThan(1e-4);
      });
  }),
);
