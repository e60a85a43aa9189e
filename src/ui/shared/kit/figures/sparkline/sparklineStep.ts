/**
 * Moves an index by an arrow key, Home or End.
 * @returns the new index within the row; null for other keys
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
