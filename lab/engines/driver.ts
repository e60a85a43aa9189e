import { setTimeout as pause } from 'node:timers/promises';

/** An element as users of the page get it: its role, and its accessible name, whole or as a pattern. */
export interface Target {
  role: string;
  name?: string | RegExp;
  /** Only inside this element. */
  inside?: Target;
}

/** What the page says about an element in sight. */
export interface Found {
  /** Where to click it, in CSS pixels from the window's top left corner. */
  x: number;
  y: number;
  text: string;
  href: string | null;
  isOn: boolean;
  isEnabled: boolean;
  /** Whether a pointer there hits it. */
  isHit: boolean;
}

/** A browser with one page, steered by real pointer and keyboard events. */
export interface Driver {
  /** E.g. 'Firefox 153.7'. */
  version: string;
  open(url: string): Promise<void>;
  /** The value of an expression in the page. */
  evaluate<T>(expression: string): Promise<T>;
  /** Moves the pointer, in CSS pixels. */
  move(x: number, y: number): Promise<void>;
  /** Presses or releases the first button where the pointer is. */
  button(is: 'down' | 'up'): Promise<void>;
  /** Types a text, one key after the other. */
  type(text: string): Promise<void>;
  /** Selects all text of the focused field. */
  selectAll(): Promise<void>;
  /** A PNG of the page. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Starts a browser with a new profile and a page of this size, in CSS pixels. */
export type Launch = (given: {
  env: Record<string, string>;
  downloads: string;
  port: number;
  width: number;
  height: number;
}) => Promise<Driver>;

/** How long anything in a page may take with software graphics, a delivery beside them too, ms. */
const DEADLINE_MS = 90_000;

/**
 * Waits until a condition holds.
 * @returns what it returned, once that is neither null nor false
 * @throws Error if it doesn't hold in time
 */
export async function until<T>(what: string, condition: () => Promise<T | null | false>): Promise<T> {
  const end = Date.now() + DEADLINE_MS;
  for (;;) {
    const value = await condition();
    if (value !== null && value !== false) return value;
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await pause(100);
  }
}

/** The chain of role and pattern, outermost first, as the page gets it. */
function chainOf({ role, name, inside }: Target): { role: string; name: string }[] {
  const exact = (text: string) => `^${text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}$`;
  const pattern = name === undefined ? '' : typeof name === 'string' ? exact(name) : name.source;
  return [...(inside === undefined ? [] : chainOf(inside)), { role, name: pattern }];
}

/** Runs in the page: the first visible element, scrolled into sight. */
function findInPage(chain: { role: string; name: string }[]): Found | null {
  const byRole: Record<string, string> = {
    button: 'button',
    checkbox: 'input[type=checkbox]',
    complementary: 'aside',
    dialog: 'dialog,[role=alertdialog]',
    heading: 'h1,h2,h3,h4',
    link: 'a[href]',
    listitem: 'li',
    navigation: 'nav',
    radio: 'input[type=radio]',
    region: 'section',
    row: 'tr',
    text: 'p,span,output,dd,strong,div:not(:has(*))',
    textbox: 'input:not([type]),input[type=text],input[type=email],input[type=password],textarea',
  };
  const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const nameOf = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby');
    if (ids !== null)
      return plain(
        ids
          .split(/\s+/)
          .map((id) => document.getElementById(id))
          .map((one) => one?.getAttribute('aria-label') ?? one?.textContent)
          .join(' '),
      );
    const label = element.getAttribute('aria-label');
    if (label !== null) return plain(label);
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      return plain([...(element.labels ?? [])].map((one) => one.textContent).join(' '));
    return plain((element as HTMLElement).innerText);
  };
  // inputs that a label draws for are where the label is
  const drawnBy = (element: Element): Element =>
    element.matches('input[type=checkbox],input[type=radio]')
      ? (element.closest('label') ?? element)
      : element;
  const isVisible = (element: Element): boolean => {
    const { width, height } = drawnBy(element).getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
  };
  let among: Element[] = [document.documentElement];
  for (const { role, name } of chain)
    among = among
      .flatMap((root) => [...root.querySelectorAll(`[role=${role}],${byRole[role] ?? 'none'}`)])
      .filter((one) => isVisible(one) && new RegExp(name, 'u').test(nameOf(one)));
  const [element] = among;
  if (element === undefined) return null;
  const drawn = drawnBy(element);
  drawn.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const box = drawn.getBoundingClientRect();
  // a label may have a link in its middle: its mark is at its start
  const x = box.x + (drawn === element ? box.width / 2 : Math.min(box.width / 2, 12));
  const y = box.y + box.height / 2;
  const hit = document.elementFromPoint(x, y);
  return {
    x,
    y,
    text: plain((element as HTMLElement).innerText),
    href: element.getAttribute('href') === null ? null : (element as HTMLAnchorElement).href,
    isOn:
      (element as HTMLInputElement).checked ||
      ['aria-pressed', 'aria-checked', 'aria-selected'].some((one) => element.getAttribute(one) === 'true'),
    isEnabled: !element.matches(':disabled') && element.getAttribute('aria-disabled') !== 'true',
    // what lies around it is no hit: a question lets no click through in its first half second
    isHit: drawn.contains(hit),
  };
}

/** The element if it is in sight now. */
export const look = (driver: Driver, target: Target): Promise<Found | null> =>
  // the compiler names inner functions by a helper that the page doesn't have
  driver.evaluate<Found | null>(
    `((__name) => (${findInPage.toString()})(${JSON.stringify(chainOf(target))}))((one) => one)`,
  );

/** Waits for an element, and for what else must hold of it. */
export const see = (
  driver: Driver,
  target: Target,
  holds: (found: Found) => boolean = () => true,
): Promise<Found> =>
  until(JSON.stringify(chainOf(target)), async () => {
    const found = await look(driver, target);
    return found !== null && holds(found) && found;
  });

/** Moves the pointer onto an element that lies still and on top. */
export async function hover(driver: Driver, target: Target): Promise<void> {
  let before: Found | null = null;
  const { x, y } = await see(driver, target, (found) => {
    const isStill = before !== null && before.x === found.x && before.y === found.y;
    before = found;
    return isStill && found.isHit && found.isEnabled;
  });
  await driver.move(x, y);
}

/** Clicks an element. */
export async function click(driver: Driver, target: Target): Promise<void> {
  await hover(driver, target);
  await driver.button('down');
  await driver.button('up');
}

/** Replaces the text of a field by keys. */
export async function fill(driver: Driver, target: Target, text: string): Promise<void> {
  await click(driver, target);
  await driver.selectAll();
  await driver.type(text);
  const value = () => driver.evaluate<string>('document.activeElement.value');
  await until(`${text} is typed`, async () => (await value()) === text);
}
