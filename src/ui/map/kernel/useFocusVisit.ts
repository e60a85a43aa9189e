import { useLayoutEffect, useRef, type RefObject } from 'react';

/** The button of a tool or of its group, or on the phone that of the "more" menu. */
function toolButton(tool: string): HTMLElement | null {
  return (
    document.querySelector<HTMLElement>(`.gt-toolbar [data-tools~='${tool}']`) ??
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
