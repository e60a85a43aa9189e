import { expect, type Locator, type Page } from 'playwright/test';
import { digest } from '../../../src/services/browser/digest.ts';
import type { Language, Words } from '../support/words.ts';
import { AccountPanel } from './accountPanel.ts';
import { AuthPanels } from './authPanels.ts';
import { CoordinatesDialog, type TypedBox } from './aoi/coordinatesDialog.ts';
import { MapPage } from './map/mapPage.ts';
import { Measures } from './map/measures.ts';
import { OrderForm } from './orders/orderForm.ts';
import { OrdersPanel } from './orders/ordersPanel.ts';
import { PageObject } from './pageObject.ts';
import { SearchPanel } from './searchPanel.ts';
import { AcquisitionPanel } from './orders/acquisitionPanel.ts';
import { TaskingForm } from './orders/taskingForm.ts';

export const DEMO_EMAIL = 'demo1@groundtrack.example';
export const DEMO_PASSWORD = 'groundtrack-demo';

/**
 * The address of a view with this area of interest, as a copied link has it; `results: '1'` searches at once. The fewer scenes
 * since `from`, YYYY-MM-DD, the less the map draws.
 */
export const withArea = (box: TypedBox, query: { results?: '1'; from?: string } = {}): string => {
  const { minLatitude: south, maxLatitude: north, minLongitude: west, maxLongitude: east } = box;
  const ring = [
    `${west} ${south}`,
    `${east} ${south}`,
    `${east} ${north}`,
    `${west} ${north}`,
    `${west} ${south}`,
  ];
  return `/?${new URLSearchParams({ aoi: `POLYGON ((${ring.join(', ')}))`, ...query })}`;
};

/** Where the browser remembers that a user closed the start card. */
const startCardKey = (email: string): string => `groundtrack.startCard.${digest(email)}`;
const closeStartCard = (key: string): void => localStorage.setItem(key, 'closed');

/** The whole portal, found by accessible names. */
export class Portal extends PageObject {
  readonly url: string;
  readonly panels = new AuthPanels(this.page, this.t);
  readonly account = new AccountPanel(this.page, this.t);
  readonly map = new MapPage(this.page, this.t);
  readonly measures = new Measures(this.page, this.t, this.map);
  readonly coordinates = new CoordinatesDialog(this.page, this.t);
  readonly search = new SearchPanel(this.page, this.t);
  readonly order = new OrderForm(this.page, this.t);
  readonly tasking = new TaskingForm(this.page, this.t);
  readonly acquisition = new AcquisitionPanel(this.page, this.t);
  readonly orders = new OrdersPanel(this.page, this.t);
  /** Whether users meet the start card, as on their first visit; otherwise they have closed it before. */
  hasStartCard = false;

  constructor(page: Page, url: string, t: Words) {
    super(page, t);
    this.url = url;
  }

  readonly email = this.page.getByLabel(this.t('auth.email'), { exact: true });
  readonly password = this.page.getByLabel(this.t('auth.password'), { exact: true });
  readonly loginButton = this.page.getByRole('button', { name: this.t('auth.login'), exact: true });
  readonly bar = this.page.getByRole('navigation', { name: this.t('bar.label') });

  async open(path = '/'): Promise<void> {
    await this.page.goto(`${this.url}${path}`);
  }

  /** Chooses the language on the log-in panel; English is the default. */
  async chooseLanguage(language: Language): Promise<void> {
    if (language === 'en') return;
    await this.page.getByRole('radio', { name: '中文', exact: true }).check({ force: true });
    await expect(this.page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  }

  /** Opens the portal with a session from the API, without rendering the log-in page. */
  async enter(language: Language = 'en', email = DEMO_EMAIL, path = '/'): Promise<void> {
    const reply = await this.page.request.post(`${this.url}/login`, {
      data: { uname: email, upass: DEMO_PASSWORD },
      maxRetries: 1,
    });
    const { data } = (await reply.json()) as { data: { token: string } };
    if (!this.hasStartCard) await this.page.addInitScript(closeStartCard, startCardKey(email));
    await this.page.addInitScript(
      ({ token, language }) => {
        // only once, so that the portal's own changes survive a reload
        if (sessionStorage.getItem('entered') !== null) return;
        sessionStorage.setItem('entered', 'yes');
        sessionStorage.setItem('groundtrack.token', token);
        if (language !== 'en')
          localStorage.setItem('groundtrack.preferences', JSON.stringify({ language, theme: 'system' }));
      },
      { token: data.token, language },
    );
    await this.open(path);
    await expect(this.bar).toBeVisible();
    await expect(this.map.toolbar).toBeVisible();
  }

  /** Fills the log-in panel and waits for the portal. */
  async signIn(email = DEMO_EMAIL, password = DEMO_PASSWORD): Promise<void> {
    await this.fillLogin(email, password);
    await expect(this.bar).toBeVisible();
    await expect(this.map.toolbar).toBeVisible();
  }

  async fillLogin(email: string, password: string): Promise<void> {
    if (!this.hasStartCard) await this.page.evaluate(closeStartCard, startCardKey(email));
    await this.email.fill(email);
    await this.password.fill(password);
    await this.loginButton.click();
  }

  /** A button of the left bar. */
  panelButton(
    name: 'search' | 'myaoi' | 'imagery' | 'mysearch' | 'myexport' | 'order' | 'account' | 'analytics',
  ): Locator {
    return this.bar.getByRole('button', { name: this.t(`bar.${name}`), exact: true });
  }

  /** A notice with this text. */
  notice(text: string): Locator {
    return this.page.getByText(text, { exact: true });
  }
}
