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

const NUMBER = String.raw`([+\-−]?\d+(?:\.\d+)?)`;
/** Pairs within other texts, latitude first: `geo:` (RFC 5870) and links to maps. */
const WITHIN: readonly RegExp[] = [
  String.raw`^geo:${NUMBER},${NUMBER}(?:[,;?].*)?$`,
  String.raw`^https?:\S*[?&]mlat=${NUMBER}&mlon=${NUMBER}(?:[&#]|$)`,
  String.raw`^https?:\S*!3d${NUMBER}!4d${NUMBER}`,
  String.raw`^https?:\S*/@${NUMBER},${NUMBER},`,
  String.raw`^https?:\S*#map=[\d.]+/${NUMBER}/${NUMBER}(?:[&/]|$)`,
  String.raw`^https?:\S*[?&](?:q|ll|center|query)=${NUMBER}(?:,|%2C)${NUMBER}(?:[&#]|$)`,
].map((form) => new RegExp(form, 'i'));
const AXES = { latitude: 'lat(?:itude)?|纬度', longitude: 'lon(?:gitude)?|lng|经度' } as const;
/** Numbers behind their names, in either order. */
const NAMED = (['latitude', 'longitude'] as const).map((first) => {
  const second = first === 'latitude' ? 'longitude' : 'latitude';
  const part = (axis: 'latitude' | 'longitude') =>
    String.raw`(?:${AXES[axis]})\s*[:=：]?\s*(?<${axis}>[^,;，；\s]+)`;
  return new RegExp(String.raw`^${part(first)}[,;，；\s]+${part(second)}$`, 'i');
});
/** Chinese names of the directions, as the letters of `readDegrees`. */
const CHINESE: Readonly<Record<string, string>> = { 北纬: 'N', 南纬: 'S', 东经: 'E', 西经: 'W' };

/** A pair that is written in another way, as `latitude, longitude`; others as they are. */
function plainPair(text: string): string {
  const bare = /^[([](.*)[)\]]$/s.exec(text)?.[1]?.trim() ?? text;
  const found = WITHIN.map((form) => form.exec(bare)).find((match) => match !== null);
  if (found) return `${found[1]}, ${found[2]}`;
  const named = NAMED.map((form) => form.exec(bare)?.groups).find((groups) => groups !== undefined);
  if (named) return `${named['latitude']}; ${named['longitude']}`;
  return bare.replaceAll(/[北南]纬|[东西]经/gu, (name) => CHINESE[name] ?? name);
}

/** Longer than any link that names a place, characters. */
const LINK_MAX = 2_000;

/**
 * Reads a latitude and a longitude by `readDegrees`: "1.28, 103.85", "(1.28, 103.85)", "1°17′24″N 103°51′0″E",
 * "33:52:4S151:12:26E", "1 17 24 N, 103 51 0 E", "1,28 103,85", "lat: 1.28 lon: 103.85", "北纬1.28° 东经103.85°", "geo:1.28,103.85"
 * and links to maps. Latitude comes first unless letters or names say otherwise.
 * @returns null if the text is not a pair, or is ambiguous
 */
export function readDegreePair(text: string): Point | null {
  const trimmed = plainPair(text.slice(0, LINK_MAX).trim());
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
