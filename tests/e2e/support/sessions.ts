import type { Page } from 'playwright/test';
import { seeded } from '../../../src/raster/kMeans.ts';

/** Texts that are typed by chance. */
const TYPED = ['', '1', '12.5', '0', 'harbour', 'Singapore', '2026-11-20', '1.29, 103.83', 'x'.repeat(80)];

/** Presses a control of the page or types into it. @returns what it is called; null if there is none */
function pressOne({
  pick,
  text,
  avoided,
}: {
  pick: number;
  text: string;
  avoided: readonly string[];
}): string | null {
  const all = document.querySelectorAll<HTMLElement>(
    'button, summary, [role=tab], [role=option], [role=switch], [role=radio], [role=menuitem], input:not([type=file]), textarea',
  );
  const nameOf = (one: HTMLElement) => one.getAttribute('aria-label') ?? one.textContent ?? '';
  const controls = [...all].filter(
    (one) =>
      one.checkVisibility() &&
      one.closest('[inert], [aria-hidden=true]') === null &&
      one.getAttribute('aria-disabled') !== 'true' &&
      !one.matches(':disabled') &&
      !avoided.includes(nameOf(one).trim()),
  );
  const control = controls[Math.floor(pick * controls.length)];
  if (control === undefined) return null;
  const isText =
    control instanceof HTMLTextAreaElement ||
    (control instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'button'].includes(control.type));
  if (!isText) control.click();
  else {
    control.focus();
    const { prototype } = control.constructor as unknown as { prototype: object };
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, text);
    control.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  return nameOf(control);
}

/** Waits until the page has shown what a press led to. */
const shown = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

/**
 * Presses what is offered, by chance; some presses are on the map.
 * @param avoided names of controls that would end the session
 */
export async function pressByChance(
  page: Page,
  seed: number,
  presses: number,
  avoided: readonly string[],
): Promise<void> {
  const random = seeded(seed);
  const { width, height } = page.viewportSize()!;
  for (let at = 0; at < presses; at += 1) {
    if (random() < 0.15)
      await page.mouse.click(width * (0.4 + 0.5 * random()), height * (0.2 + 0.6 * random()));
    else
      await page.evaluate(pressOne, {
        pick: random(),
        text: TYPED[Math.floor(random() * TYPED.length)]!,
        avoided,
      });
    await shown(page);
  }
}

/** Saves the page's session by its keys. @returns the file, which lasts as long as the page's context */
export async function savedByKeys(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.keyboard.press('Control+Shift+S');
  return (await download).path();
}
