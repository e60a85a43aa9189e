import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_EMAIL, DEMO_PASSWORD } from '../../tests/e2e/pages/portal.ts';
import { wordsOf, type Language } from '../../tests/e2e/support/words.ts';
import { click, fill, hover, look, see, until, type Driver, type Target } from './driver.ts';

/** What a journey needs beside the browser. */
export interface Journey {
  url: string;
  language: Language;
  /** The order's name, its own in each journey. */
  orderName: string;
  /** Where the browser saves files. */
  downloads: string;
  /** Saves a screenshot of this stage. */
  stage(name: string): Promise<void>;
}

/** Corners of the drawn rectangle, in CSS pixels. */
const FROM = [700, 250] as const;
const TO = [1000, 550] as const;
const PRICE = /^\$[\d,]+\.\d\d$/;

/**
 * The newcomer's journey: log in, draw, search, hover, select, order, receive.
 * @throws Error if a step can't be done
 */
export async function newcomer(driver: Driver, journey: Journey): Promise<void> {
  const { url, language, orderName, downloads, stage } = journey;
  const t = wordsOf(language);
  const button = (name: string, inside?: Target): Target => ({
    role: 'button',
    name,
    ...(inside === undefined ? {} : { inside }),
  });

  await driver.open(url);
  if (language === 'zh') await click(driver, { role: 'radio', name: '中文' });
  const lang = language === 'zh' ? 'zh-CN' : 'en';
  await until(`the page is in ${lang}`, () =>
    driver.evaluate<boolean>(`document.documentElement.lang.startsWith('${lang}')`),
  );
  await fill(driver, { role: 'textbox', name: t('auth.email') }, DEMO_EMAIL);
  await fill(driver, { role: 'textbox', name: t('auth.password') }, DEMO_PASSWORD);
  await stage('1-log-in');
  await click(driver, button(t('auth.login')));

  await see(driver, { role: 'text', name: new RegExp(`^${t('map.zoom')} \\d+\\.\\d$`) });
  const draw = button(t('map.tool.rectangle'));
  await click(driver, button(t('map.group.draw')));
  await click(driver, draw);
  await driver.move(...FROM);
  await driver.button('down');
  await driver.move((FROM[0] + TO[0]) / 2, (FROM[1] + TO[1]) / 2);
  await driver.move(...TO);
  await driver.button('up');
  await see(driver, { role: 'text', name: new RegExp(t('search.aoiFacts_other', { area: '.+', count: 4 })) });
  await stage('2-area');

  const panel: Target = { role: 'complementary', name: t('bar.panel') };
  await click(driver, button(t('search.search'), panel));
  const list: Target = { role: 'grid', name: t('results.list') };
  const row: Target = { role: 'row', inside: list };
  await see(driver, row);
  await stage('3-results');

  // the map finds the footprint under the pointer, and the list's row its footprint
  const label = `document.querySelector('.gt-map__tag--hovered')?.textContent ?? null`;
  await driver.move((FROM[0] + TO[0]) / 2, (FROM[1] + TO[1]) / 2);
  await until('the footprint on the map is hovered', () => driver.evaluate<string | null>(label));
  await stage('4-hover');
  await hover(driver, row);
  await click(driver, { role: 'checkbox', inside: row });
  const selection: Target = { role: 'region', name: t('results.selection') };
  await see(driver, selection);
  await stage('5-selected');
  await click(driver, button(t('results.order'), selection));

  const form: Target = { role: 'dialog', name: t('order.title') };
  const price: Target = { role: 'text', name: PRICE, inside: form };
  const first = await see(driver, price);
  await click(driver, { role: 'button', name: /^L3A/, inside: form });
  await click(driver, { role: 'radio', name: /^L3A/, inside: form });
  await see(driver, price, ({ text }) => text !== first.text);
  await fill(driver, { role: 'textbox', name: t('order.name'), inside: form }, orderName);
  const agree: Target = { role: 'checkbox', name: new RegExp(t('order.terms')), inside: form };
  await click(driver, agree);
  await see(driver, agree, ({ isOn }) => isOn);
  await stage('6-order');
  await click(driver, button(t('order.submit'), form));
  const confirm = button(t('order.confirm'));
  await see(driver, confirm);
  await stage('7-confirm');
  await click(driver, confirm);

  const order: Target = { role: 'listitem', name: new RegExp(orderName) };
  await see(driver, { role: 'text', name: t('orders.status.7'), inside: order });
  await until('the form has closed', async () => (await look(driver, form)) === null);
  await click(driver, button(orderName, order));
  const link: Target = { role: 'link', inside: { role: 'region', name: t('orders.filesTitle') } };
  const { href } = await see(driver, link);
  const reply = await fetch(href ?? '');
  if (!reply.ok) throw new Error(`the file's link answers ${reply.status}`);
  const size = (await reply.arrayBuffer()).byteLength;
  await stage('8-received');
  await click(driver, link);
  await until(
    `${size} bytes in ${downloads}`,
    async () =>
      existsSync(downloads) &&
      readdirSync(downloads).some((file) => statSync(join(downloads, file)).size === size),
  );
}
