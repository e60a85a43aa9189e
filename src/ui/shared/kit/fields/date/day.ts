/**
 * Parses a typed day: 2026-08-20, 2026/8/20, 2026.08.20 or 20260820.
 * @returns YYYY-MM-DD, or null if it is not a calendar day
 */
export function dayOf(text: string): string | null {
  const match = /^\s*(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?\s*$/u.exec(text);
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  const real =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.toISOString().slice(0, 10) : null;
}
