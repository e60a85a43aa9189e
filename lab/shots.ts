import { chromium } from 'playwright-core';
import { shpOf, zipOf } from '../tests/unit/geo/read/files.ts';
const XIAN =
  'PROJCS["Xian_1980_3_Degree_GK_CM_108E",GEOGCS["GCS_Xian_1980",DATUM["D_Xian_1980",SPHEROID["Xian_1980",6378140.0,298.257]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Gauss_Kruger"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",108.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
const box = (x: number, y: number) => [
  [x, y],
  [x, y + 1e4],
  [x + 1e4, y + 1e4],
  [x + 1e4, y],
  [x, y],
];
const zipped = (prj: string | null) =>
  Buffer.from(
    zipOf([
      { name: 'plot.shp', content: shpOf([{ parts: [box(45e4, 375e4)] }]) },
      ...(prj === null ? [] : [{ name: 'plot.prj', content: prj }]),
    ]),
  );
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--use-gl=swiftshader', '--enable-unsafe-swiftshader'],
});
async function run(name: string, width: number, height: number, language: string, theme: string) {
  const page = await browser.newPage({ viewport: { width, height } });
  page.on('pageerror', (e) => console.log(name, 'ERR', e.message));
  page.on(
    'console',
    (m) =>
      m.type() === 'error' && !m.text().includes('ERR_NAME') && console.log(name, m.text().slice(0, 200)),
  );
  await page.addInitScript(
    ([l, t]) => {
      localStorage.setItem(
        'groundtrack.preferences',
        JSON.stringify({ language: l, offered: null, theme: t }),
      );
    },
    [language, theme],
  );
  await page.goto('http://localhost:8150/');
  await page
    .locator('input[type=email], input[autocomplete=username]')
    .first()
    .fill('demo1@groundtrack.example');
  await page.locator('input[type=password]').first().fill('groundtrack-demo');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(5000);
  await page
    .getByRole('button', { name: /^(Upload|上传)/ })
    .first()
    .click();
  await page.waitForTimeout(800);
  const input = page.locator('.gt-dialog input[type=file]');
  await input.setInputFiles({ name: 'plot.zip', mimeType: 'application/zip', buffer: zipped(XIAN) });
  await page.waitForTimeout(2500);
  await page.screenshot({ path: `/tmp/a50-${name}-1pick.png` });
  await page
    .locator('.gt-dialog input[type=search]')
    .fill(language === 'zh' ? '西安80 3度带 39带' : 'beijing 1954 cm');
  await page.waitForTimeout(700);
  await page.screenshot({ path: `/tmp/a50-${name}-2search.png` });
  await page.locator('.gt-dialog input[type=search]').fill('2381');
  await page.waitForTimeout(500);
  await page.keyboard.press('Tab');
  console.log(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160)));
  await page.keyboard.press('ArrowDown').catch(() => {});
  await page.keyboard.press('Enter');
  await page.waitForTimeout(3500);
  await page.screenshot({ path: `/tmp/a50-${name}-3placed.png` });
  console.log(
    name,
    await page.evaluate(() => document.activeElement?.textContent),
    await page.locator('.gt-dialog').innerText(),
  );
  await page.keyboard.press('Enter');
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `/tmp/a50-${name}-4used.png` });
  await page.close();
}
const which = process.argv[2] ?? 'en';
if (which === 'en') await run('en', 1440, 900, 'en', 'light');
if (which === 'zh') await run('zh', 1440, 900, 'zh', 'dark');
if (which === 'phone') await run('phone', 390, 844, 'zh', 'light');
await browser.close();
