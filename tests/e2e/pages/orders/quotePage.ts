import { expect } from 'playwright/test';
import { expectAccessible } from '../../support/test.ts';
import type { Portal } from '../portal.ts';

/**
 * Opens the quote of the open order form in its window, checks its texts and that its URL reveals neither
 * order nor user, prints and closes it.
 */
export async function expectQuote(portal: Portal, texts: readonly string[]): Promise<void> {
  const { page, t } = portal;
  const opened = page.waitForEvent('popup');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('quote.open') })
    .click();
  const quote = await opened;
  const sheet = quote.getByRole('main');
  await expect(sheet.getByRole('img', { name: t('quote.mapOf') })).toBeVisible();
  for (const text of texts) await expect(sheet.getByText(text).first()).toBeVisible();
  for (const key of [
    'quote.issued',
    'quote.validUntil',
    'quote.unitPrice',
    'quote.valuationArea',
    'order.discount',
  ])
    await expect(sheet.getByText(t(key), { exact: true })).toBeVisible();
  const address = new URL(quote.url());
  expect([address.pathname, address.search, address.hash]).toEqual(['/quote.html', '', '']);
  await expectAccessible(quote);
  const pdf = await quote.pdf();
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  await quote.emulateMedia({ media: 'print' });
  await expect(quote.getByRole('button', { name: t('quote.print') })).toBeHidden();
  // a foot of its table would print the sum on each page
  await expect(sheet.locator('tfoot')).toHaveCSS('display', 'table-row-group');
  await expect(sheet.getByRole('img', { name: t('quote.mapOf') })).toBeVisible();
  await quote.close();
}
