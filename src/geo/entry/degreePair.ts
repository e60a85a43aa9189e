import { readDegrees } from './dms.ts';

/** Degrees. */
export interface Point {
  latitude: number;
  longitude: number;
}

/** The separator of two coordinates: punctuation or spaces, or nothing after a letter. */
const BORDER = /\s*[,;，；、]\s*|\s+|(?<=[NSEW])(?=[\d.])|(?<=[\d°′″'"])(?=[NSEW])/g;
/** Longer than any typed pair, characters. */
const LENGTH_MAX = 96;

/**
 * Reads a latitude and a longitude by `readDegrees`: "1.28, 103.85", "1°17′24″N 103°51′0″E",
 * "33:52:4S151:12:26E", "1 17 24 N, 103 51 0 E", "1,28 103,85". Latitude comes first unless letters say
 * otherwise.
 * @returns null if the text is not a pair, or is ambiguous
 */
export function readDegreePair(text: string): Point | null {
  const trimmed = text.trim();
  if (trimmed.length > LENGTH_MAX) return null;
  const readings = [...trimmed.matchAll(BORDER)]
    .map(({ 0: border, index }) =>
      pointOf(trimmed.slice(0, index), trimmed.slice(index + border.length), trimmed),
    )
    .filter((point) => point !== null);
  const [first] = readings;
  const isSame = (point: Point) => point.latitude === first?.latitude && point.longitude === first.longitude;
  return first !== undefined && readings.every(isSame) ? first : null;
}

function pointOf(left: string, right: string, whole: string): Point | null {
  const inOrder = { latitude: readDegrees(left, 'latitude'), longitude: readDegrees(right, 'longitude') };
  if (isPoint(inOrder)) return inOrder;
  // a number beyond 90 without a letter doesn't swap them: it may be a typo
  if (!/[NSEW]/.test(whole)) return null;
  const turned = { latitude: readDegrees(right, 'latitude'), longitude: readDegrees(left, 'longitude') };
  const isNamed = /[EW]/.test(left) || /[NS]/.test(right);
  return isNamed && isPoint(turned) ? turned : null;
}

const isPoint = ({ latitude, longitude }: Point) => !Number.isNaN(latitude) && !Number.isNaN(longitude);
