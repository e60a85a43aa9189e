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
export class Portal {
  readonly page: Page;
  readonly url: string;
  readonly t: Words;
  readonly panels: AuthPanels;
  readonly account: AccountPanel;
  readonly map: MapPage;
  readonly measures: Measures;
  readonly coordinates: CoordinatesDialog;
  readonly search: SearchPanel;
  readonly order: OrderForm;
  readonly tasking: TaskingForm;
  readonly acquisition: AcquisitionPanel;
  readonly orders: OrdersPanel;
  /** Whether users meet the start card, as on their first visit; otherwise they have closed it before. */
  hasStartCard = false;

  constructor(page: Page, url: string, t: Words) {
    this.page = page;
    this.url = url;
    this.t = t;
    this.panels = new AuthPanels(page, t);
    this.account = new AccountPanel(page, t);
    this.map = new MapPage(page, t);
    this.measures = new Measures(page, t, this.map);
    this.coordinates = new CoordinatesDialog(page, t);
    this.search = new SearchPanel(page, t);
    this.order = new OrderForm(page, t);
    this.tasking = new TaskingForm(page, t);
    this.acquisition = new AcquisitionPanel(page, t);
    this.orders = new OrdersPanel(page, t);
  }

  get email(): Locator {
    return this.page.getByLabel(this.t('auth.email'), { exact: true });
  }
  get password(): Locator {
    return this.page.getByLabel(this.t('auth.password'), { exact: true });
  }
  get loginButton(): Locator {
    return this.page.getByRole('button', { name: this.t('auth.login'), exact: true });
  }
  get bar(): Locator {
    return this.page.getByRole('navigation', { name: this.t('bar.label') });
  }

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
