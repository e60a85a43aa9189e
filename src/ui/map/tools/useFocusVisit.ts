import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { ToolName } from './mapTools.ts';

/** The button of a tool; on small windows the one of "more", where the tool is. */
function toolButton(tool: ToolName): HTMLElement | null {
  return (
    document.querySelector<HTMLElement>(`.gt-toolbar [data-tool='${tool}']`) ??
    document.querySelector<HTMLElement>('.gt-toolbar [aria-haspopup]')
  );
}

/**
 * What a tool opened takes the focus, and gives it back when it goes, if it still has it: to where it came from, or to the
 * tool's button.
 * @param first what is focused when it opens
 */
export function useFocusVisit(
  place: RefObject<HTMLElement | null>,
  first: () => HTMLElement | null | undefined,
  tool: ToolName,
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
