/** The season at a latitude on a day. */
export interface Season {
  /** 0 in the middle of winter to 1 in the middle of summer; about 0.7 near the equator. */
  warmth: number;
  /** 0 at the new year to 1 at its end. */
  year: number;
  /** Mean temperature at sea level, °C, roughly. */
  temperature: number;
}

const DAY_MS = 86_400_000;

/**
 * The season from the date alone: annual means fall by some 0.55 °C a degree of latitude beyond 15°, and the range grows
 * with latitude (a fit to world climate by eye, not a model).
 */
export function seasonOf(acquisitionDate: string, latitude: number): Season {
  const start = Date.parse(`${acquisitionDate.slice(0, 4)}-01-01T00:00:00Z`);
  const year = Math.min(1, Math.max(0, (Date.parse(acquisitionDate) - start) / DAY_MS / 365.25));
  // the coldest day of the north is about 20 January
  const cosine = Math.cos(2 * Math.PI * (year - 0.055)) * (latitude >= 0 ? -1 : 1);
  const from = Math.min(1, Math.max(0, (Math.abs(latitude) - 12) / 20));
  const warmth = 0.7 * (1 - from) + (0.5 + 0.5 * cosine) * from;
  const mean = 27 - 0.55 * Math.max(0, Math.abs(latitude) - 15);
  const range = Math.min(14, 0.26 * Math.abs(latitude));
  return { warmth, year, temperature: mean + cosine * range };
}
