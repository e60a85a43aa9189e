import type { Scene } from '../../../contract/search.ts';
import { type Clear, clearAt } from './clear.rules.ts';
import { type ColourBy, satellitesOf, timeOf } from './results.rules.ts';
import { memoLast } from '../../geo/memo.ts';

/** Steps of the scale for values that grow; hues of the palette for satellites. */
const STEPS = 5;
const HUES = 8;
/** The tone of unknown values, and of all scenes without a colouring; the others count from 1. */
export const NO_TONE = 0;

/** The meaning of a tone: a range of values, or a satellite. */
export interface ToneMeaning {
  tone: number;
  /** For `date`: ms since 1970 UTC. Percent, degrees or metres for the others. */
  from?: number;
  to?: number;
  /** Satellites; several where there are more of them than hues. */
  names?: readonly string[];
}
/** The colours of a list of scenes. */
export interface Colouring {
  by: ColourBy;
  /** By place in the list. */
  tones: Uint8Array;
  legend: readonly ToneMeaning[];
  hasUnknown: boolean;
}

type ValueOf = (scene: Scene, at: number) => number | null;

const VALUES: Record<Exclude<ColourBy, 'none' | 'satellite' | 'clear'>, ValueOf> = {
  date: timeOf,
  cloud: ({ properties }) => properties.cloudCover,
  offNadir: ({ properties }) => properties.offNadirAngle,
  gsd: ({ properties }) => properties.gsd,
};

function bySatellite(scenes: readonly Scene[]): Pick<Colouring, 'tones' | 'legend'> {
  const names = satellitesOf(scenes);
  // the last hue is shared by all that are left
  const toneOf = new Map(names.map((name, at) => [name, Math.min(at, HUES - 1) + 1]));
  const legend = Array.from({ length: Math.min(HUES, names.length) }, (_, at) => ({
    tone: at + 1,
    names: names.filter((name) => toneOf.get(name) === at + 1),
  }));
  const tones = Uint8Array.from(scenes, ({ properties }) =>
    properties.satellite === null ? NO_TONE : (toneOf.get(properties.satellite) ?? NO_TONE),
  );
  return { tones, legend };
}

function byValue(scenes: readonly Scene[], valueOf: ValueOf): Pick<Colouring, 'tones' | 'legend'> {
  let [least, most] = [Infinity, -Infinity];
  for (const [at, scene] of scenes.entries()) {
    const value = valueOf(scene, at);
    if (value === null) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (least > most) return { tones: new Uint8Array(scenes.length).fill(NO_TONE), legend: [] };
  const steps = least === most ? 1 : STEPS;
  const width = (most - least) / steps || 1;
  const tones = Uint8Array.from(scenes, (scene, index) => {
    const value = valueOf(scene, index);
    return value === null ? NO_TONE : Math.min(steps, 1 + Math.floor((value - least) / width));
  });
  const legend = Array.from({ length: steps }, (_, at) => ({
    tone: at + 1,
    from: least + at * width,
    to: at === steps - 1 ? most : least + (at + 1) * width,
  }));
  return { tones, legend };
}

function colouringMade(scenes: readonly Scene[], by: ColourBy, clear: Clear | null): Colouring {
  const made =
    by === 'none'
      ? { tones: new Uint8Array(scenes.length).fill(NO_TONE), legend: [] }
      : by === 'satellite'
        ? bySatellite(scenes)
        : byValue(scenes, by === 'clear' ? (_, at) => clearAt(clear, at) : VALUES[by]);
  return { by, ...made, hasUnknown: by !== 'none' && made.tones.includes(NO_TONE) };
}

const colouring = memoLast(colouringMade);

/**
 * The tone of each scene and what the tones mean, in equal steps from the least value to the greatest. Made once for each list
 * and choice.
 */
export function colouringOf(scenes: readonly Scene[], by: ColourBy, clear: Clear | null): Colouring {
  return colouring(scenes, by, by === 'clear' ? clear : null);
}
