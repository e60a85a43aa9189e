import type { KeyboardEvent } from 'react';
import type { Id } from '../../../contract/calls/envelope.ts';

/** Focuses the button of one kind (`data-act`) in the row of one item (`data-item`). */
export function focusAct(id: Id | undefined, act: string): void {
  const row = id === undefined ? null : document.querySelector(`[data-item="${id}"]`);
  const button = row?.querySelector<HTMLElement>(`[data-act="${act}"]`);
  (button ?? document.getElementById('panel'))?.focus();
}

/** Arrow keys focus the same button in the row above or below; Home and End in the first or last row. */
export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element)) return;
  const act = event.target.closest('[data-act]')?.getAttribute('data-act');
  const rows = [...event.currentTarget.querySelectorAll('[data-item]')];
  const at = rows.findIndex((row) => row.contains(event.target as Node));
  const to: Partial<Record<string, number>> = {
    ArrowDown: Math.min(rows.length - 1, at + 1),
    ArrowUp: Math.max(0, at - 1),
    Home: 0,
    End: rows.length - 1,
  };
  const next = to[event.key];
  if (next === undefined || at === -1 || act === null || act === undefined) return;
  event.preventDefault();
  const row = rows[next];
  const same = row?.querySelector<HTMLElement>(`[data-act="${act}"]:not(:disabled)`);
  (same ?? row?.querySelector<HTMLElement>('[data-act]:not(:disabled)'))?.focus();
}
