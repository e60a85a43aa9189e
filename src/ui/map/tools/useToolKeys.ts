import { useEffect, useRef, type RefObject } from 'react';
import type { Tool } from './useTools.ts';

/** What a key does, and why it does not now. */
type KeyedTool = Pick<Tool, 'shortcut' | 'reason' | 'press'>;

/**
 * The keys of the tools, and of what else has one. Single letters work while the map or its toolbar has the focus, and nowhere else: whoever speaks to
 * the page would trip over them (WCAG 2.1.4).
 */
export function useToolKeys(
  bar: RefObject<HTMLElement | null>,
  tools: Readonly<Record<string, KeyedTool>>,
): void {
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
      const tool = Object.values(latest.current).find(({ shortcut }) => shortcut === key);
      if (tool === undefined || tool.reason !== null) return;
      event.preventDefault();
      tool.press();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [bar]);
}
