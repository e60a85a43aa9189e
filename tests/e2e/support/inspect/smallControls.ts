import type { Page } from 'playwright/test';

/**
 * Visible controls whose target is narrower or lower than a fingertip (44 px), or that is
 * beyond the screen's edge and can't be scrolled there. Dots of passes are left out: the table beside them has the same passes.
 */
export const smallControls = (page: Page) =>
  page.evaluate(() => {
    const CONTROLS =
      'button, input, select, textarea, summary, [role="tab"], [role="radio"], [role="slider"]';
    const EQUIVALENT = '.gt-timeline__dot, .gt-fleet__dot';
    const FINGERTIP = 43.5;
    /** How far a target reaches from a point on it: a pseudo-element or a label may be larger than the control. */
    const reach = (one: Element, hit: Element, along: 'x' | 'y') => {
      hit.scrollIntoView({ block: 'center', inline: 'nearest' });
      const { left, right, top, bottom } = hit.getBoundingClientRect();
      const isHit = (by: number) => {
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const found = document.elementFromPoint(along === 'x' ? x + by : x, along === 'y' ? y + by : y);
        return found !== null && (hit.contains(found) || found.closest('label')?.control === one);
      };
      const far = (step: number) => {
        let by = 0;
        while (Math.abs(by) < FINGERTIP && isHit(by + step)) by += step;
        return Math.abs(by);
      };
      return far(0.5) + far(-0.5);
    };
    /** Whether a target is between the screen's edges, or can be scrolled there sideways. */
    const isReachable = (hit: Element) => {
      const isInside = () => {
        const { left, right } = hit.getBoundingClientRect();
        return left >= -1 && right <= innerWidth + 1;
      };
      if (isInside()) return true;
      let row = hit.parentElement;
      while (row !== null && !/auto|scroll/.test(getComputedStyle(row).overflowX)) row = row.parentElement;
      if (row === null) return false;
      const { scrollLeft } = row;
      const by = hit.getBoundingClientRect().left - row.getBoundingClientRect().left;
      row.scrollTo({ left: scrollLeft + by, behavior: 'instant' });
      const isThere = isInside();
      row.scrollTo({ left: scrollLeft, behavior: 'instant' });
      return isThere;
    };
    return [...document.querySelectorAll(CONTROLS)]
      .filter(
        (one) =>
          one.closest('[aria-hidden="true"], [inert]') === null &&
          one.checkVisibility({ visibilityProperty: true }) &&
          !one.matches(EQUIVALENT),
      )
      .flatMap((one) => {
        // a hidden input is pressed by its label
        const hit = one instanceof HTMLInputElement ? (one.closest('label') ?? one) : one;
        const { width, height, top, bottom } = hit.getBoundingClientRect();
        if (width <= 1 || height <= 1 || bottom <= 0 || top >= innerHeight) return [];
        const isWide = width >= FINGERTIP || reach(one, hit, 'x') >= FINGERTIP;
        const isHigh = height >= FINGERTIP || reach(one, hit, 'y') >= FINGERTIP;
        const name = one.ariaLabel ?? one.closest('label')?.textContent ?? one.textContent;
        return isWide && isHigh && isReachable(hit)
          ? []
          : [`${one.className || one.tagName} ${name} ${width} × ${height}`];
      });
  });
