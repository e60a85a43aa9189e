import { useEffect, useRef, type RefObject } from 'react';
import { TOOLS, type ToolName } from './tools.ts';
import type { Tool } from './useTools.ts';

/**
 * The tools' keys. Single letters work while the map or its toolbar has the focus, and nowhere else: whoever speaks to
 * the page would trip over them (WCAG 2.1.4).
 */
export function useToolKeys(bar: RefObject<HTMLElement | null>, tools: Record<ToolName, Tool>): void {
  const latest = useRef(tools);
  useEffect(() => {
    latest.current = tools;
  }, [tools]);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
      const isHere = bar.current?.contains(event.target) === true || event.target.closest('.gt-map') !== null;
      if (!isHere) return;
      const key = `${event.shiftKey ? 'Shift+' : ''}${event.key.toUpperCase()}`;
      const name = TOOLS.find((one) => latest.current[one].shortcut === key);
      if (name === undefined || latest.current[name].reason !== null) return;
      event.preventDefault();
      latest.current[name].press();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [bar]);
}
