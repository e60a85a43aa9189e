/** Moves a lost focus to the list's active row, or to the panel if there is no list. */
export function focusList(): void {
  const row = document.querySelector<HTMLElement>('#results [role="row"][tabindex="0"]');
  (row ?? document.getElementById('panel'))?.focus();
}
