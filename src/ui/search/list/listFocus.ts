/** Puts the focus on the list's active row, where what had it is gone; on the panel where there is no list. */
export function focusList(): void {
  const row = document.querySelector<HTMLElement>('#results [role="row"][tabindex="0"]');
  (row ?? document.getElementById('panel'))?.focus();
}
