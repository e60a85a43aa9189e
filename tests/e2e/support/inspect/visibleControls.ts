import type { Page } from 'playwright/test';

/**
 * Names of the visible things that react to a press. A slider with its value, a row with its box and the line of
 * conditions count once, segments each.
 */
export const visibleControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const CONTROLS =
      'button, a[href], input, select, textarea, summary, [role="button"], [role="slider"], [role="tab"], [role="radio"], [role="switch"]';
    const ONCE = '.gt-slider, [role="row"], .gt-conditions';
    const counted = new Set<Element>();
    return [...document.querySelectorAll(CONTROLS)].flatMap((one) => {
      if (one.closest('[aria-hidden="true"], [inert]') !== null) return [];
      // a hidden input is pressed by its label
      const hit = one instanceof HTMLInputElement ? (one.closest('label') ?? one) : one;
      const { left, right, top, bottom } = hit.getBoundingClientRect();
      const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isHit = found !== null && (hit.contains(found) || found.closest('label')?.control === one);
      const whole = one.closest(ONCE) ?? hit;
      if (!isHit || counted.has(whole)) return [];
      counted.add(whole);
      return [(one.ariaLabel ?? hit.textContent).trim().slice(0, 40)];
    });
  });
