import { useLayoutEffect, useRef, type RefObject } from 'react';

/** A tool's button, or on small windows the "more" button that contains the tool. */
function toolButton(tool: string): HTMLElement | null {
  return (
    document.querySelector<HTMLElement>(`.gt-toolbar [data-tool='${tool}']`) ??
    document.querySelector<HTMLElement>('.gt-toolbar [aria-haspopup]')
  );
}

/**
 * Moves the focus into what a tool opened. If that closes while focused, the focus returns to the previous
 * element or to the tool's button.
 * @param first the element to focus when it opens
 * @param tool id of the tool
 */
export function useFocusVisit(
  place: RefObject<HTMLElement | null>,
  first: () => HTMLElement | null | undefined,
  tool: string,
): void {
  const start = useRef({ first, tool });
  useLayoutEffect(() => {
    const here = place.current;
    const from = document.activeElement;
    const { first, tool } = start.current;
    first()?.focus({ preventScroll: true });
    return () => {
      const { activeElement } = document;
      const isMine = here?.contains(activeElement) === true;
      if (!isMine) return;
      const isThere = from instanceof HTMLElement && from !== document.body && from.isConnected;
      (isThere ? from : toolButton(tool))?.focus({ preventScroll: true });
    };
  }, [place]);
}
