/**
 * Where a key leads from a place in a row.
 * @returns the new place, kept inside the row, or null for a key that leads nowhere
 */
export function stepTo(key: string, from: number, length: number): number | null {
  if (length === 0) return null;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(from + 1, length - 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(from - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return null;
  }
}
