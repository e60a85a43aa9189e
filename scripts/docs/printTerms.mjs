// Prints docs/terms/terms_order.html to public/docs/terms_order.pdf (§2 Links out) with an installed Chromium:
//   node scripts/docs/printTerms.mjs [path of the browser]
// The PDF is in the repository, so neither the build nor the start needs a browser.
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';

const place = (path) => new URL(`../../${path}`, import.meta.url);
const browser = await chromium.launch({
  executablePath: process.argv[2] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage();
  await page.goto(place('docs/terms/terms_order.html').href);
  await page.evaluate(() => document.fonts.ready);
  await page.pdf({
    path: fileURLToPath(place('public/docs/terms_order.pdf')),
    preferCSSPageSize: true,
    printBackground: true,
    tagged: true,
    outline: true,
  });
} finally {
  await browser.close();
}
