import type { Footprint } from '../../../contract/search.ts';
import type { SceneFacts } from '../../search/scenes.ts';
import { eastwardBounds } from '../../../src/geo/entry/eastward.ts';
import { cellsInside } from '../../search/fillRings.ts';
import { addOctave, fractal, octavesOf, seedOf, smoothstep, type Octaves } from './noise.ts';
import { waved } from './ground/fields.ts';
import { gridOf, valuesOn, type Grid } from './ground/places.ts';
import { groundKm, kmPerPixel, moved, viewOfScene, type Affine, type View } from '../../search/sceneView.ts';

/** The fields of a simulated scene that determine its clouds. */
export interface CloudyScene {
  facts: Pick<SceneFacts, 'satCode' | 'acquisitionDate' | 'cloudCover'>;
  geometry: Footprint;
}

/** Clouds of a scene in a view. */
export interface Clouds {
  /** Whether nothing is clear. */
  isAll: boolean;
  /** How far the field of a pixel, and of what stands towards the sun, is over the threshold. */
  over: Float32Array;
  casting: Float32Array;
}

/** Longest side of the grid over the footprint that sets the cloud threshold. */
const QUANTILE_GRID = 96;
/** Shadows are computed at places at most so far apart, km, or at every fourth one: they are soft. */
const SHADOW_APART_KM = 0.035;
/** Longest waves of the cloud fields, km: scattered clouds to large banks. */
const LONGEST_KM = [3.2, 5.2, 8.4] as const;
const SHORTEST_KM = 0.06;
/** Half the width of a cloud's edge, in units of the field. */
const EDGE = 0.035;
/** Where the field that casts a shadow begins to, and is dark. */
const SHADE_EDGE = [-0.03, 0.12] as const;

/** The field whose highest parts are clouds. Scenes of one satellite and day have the same, so strips continue. */
export function fieldOf({ facts }: CloudyScene): Octaves {
  const seed = seedOf(`${facts.satCode ?? ''} ${facts.acquisitionDate.slice(0, 10)}`);
  const longest = LONGEST_KM[(seed >>> 8) % LONGEST_KM.length]!;
  return { longest, shortest: SHORTEST_KM, gain: 0.56, seed };
}

/** Pixels to kilometres, true at the middle of the scene. */
export function cloudKm(view: View, { geometry }: CloudyScene): Affine {
  const [, south, , north] = eastwardBounds(geometry);
  return groundKm(view, (south + north) / 2);
}

/** The value of a rank among the first `end`, which change places (Hoare's selection): sorting them takes ten times as long. */
function valueOfRank(values: Float32Array, end: number, rank: number): number {
  for (let [low, high] = [0, end - 1]; low < high;) {
    const pivot = values[(low + high) >> 1]!;
    let [left, right] = [low, high];
    while (left <= right) {
      while (values[left]! < pivot) left++;
      while (values[right]! > pivot) right--;
      if (left > right) break;
      const value = values[left]!;
      values[left++] = values[right]!;
      values[right--] = value;
    }
    if (rank > right) low = rank >= left ? left : rank;
    if (rank < left) high = rank <= right ? right : rank;
  }
  return values[rank]!;
}

/** The threshold that the field exceeds on the stated share of the footprint; infinite if all or nothing is cloud. */
export function thresholdOf(scene: CloudyScene): number {
  const share = (scene.facts.cloudCover ?? 0) / 100;
  if (share <= 0) return Infinity;
  if (share >= 1) return -Infinity;
  const grid = viewOfScene(scene.geometry, QUANTILE_GRID);
  const isOpen = cellsInside(grid, scene.geometry);
  if (!isOpen.includes(1)) isOpen.fill(1);
  let count = 0;
  for (let at = 0; at < isOpen.length; at++) count += isOpen[at]!;
  let rank = Math.min(count - 1, Math.max(0, Math.round(count * (1 - share))));
  const open = new Float32Array(count + 1);
  // sums instead of branches, as in addOctave
  const ranked = (field: Float32Array): number => {
    let end = 0;
    for (let at = 0; at < field.length; at++) {
      open[end] = field[at]!;
      end += isOpen[at]!;
    }
    return valueOfRank(open, end, rank);
  };
  const field = fractal(isOpen, grid.width, cloudKm(grid, scene), fieldOf(scene), (sums, rest) => {
    const middle = ranked(sums);
    // the one of this rank ends within `rest` of the middle: those further away stay on their side of it
    for (let at = 0; at < sums.length; at++) {
      const above = sums[at]! - middle;
      const isFar = isOpen[at]! & Number(Math.abs(above) > 2 * rest);
      isOpen[at]! -= isFar;
      rank -= isFar & Number(above < 0);
    }
  });
  return ranked(field);
}

/** 1 for each pixel of a view that is mostly under the clouds of a simulated scene, as its quicklook shows them. */
export function cloudCells(view: View, scene: CloudyScene): Uint8Array {
  const cells = new Uint8Array(view.width * view.height);
  const threshold = thresholdOf(scene);
  if (!Number.isFinite(threshold)) return cells.fill(threshold < 0 ? 1 : 0);
  const octaves = { ...fieldOf(scene), shortest: Math.max(SHORTEST_KM, 1.5 * kmPerPixel(view)) };
  const isOpen = new Uint8Array(cells.length).fill(1);
  const field = fractal(isOpen, view.width, cloudKm(view, scene), octaves, (sums, rest) => {
    for (let at = 0; at < sums.length; at++) isOpen[at] = Number(Math.abs(sums[at]! - threshold) <= rest);
  });
  for (let at = 0; at < cells.length; at++) cells[at] = Number(field[at]! > threshold);
  return cells;
}

const coverOf = (above: number): number => smoothstep(-EDGE, EDGE, above);

/** How the sun stands over a scene. */
interface Sun {
  /** Elevation in degrees; null if unknown. */
  sunElevation: number | null;
  /** Whether the sun is in the east (morning passes). */
  isMorning: boolean;
}

/**
 * The clouds of a scene in a view, with shadows away from the sun; null if it has none.
 * @param view the painted view: the whole footprint or a part of it
 */
export function cloudsOf(view: View, scene: CloudyScene, sun: Sun): Clouds | null {
  const threshold = thresholdOf(scene);
  if (threshold === Infinity) return null;
  const isAll = threshold === -Infinity;
  const octaves = { ...fieldOf(scene), shortest: Math.max(SHORTEST_KM, 1.5 * kmPerPixel(view)) };
  // thresholding at full resolution keeps edges sharp
  const fieldOn = (grid: Grid): Float32Array =>
    waved(grid, octavesOf(octaves), (sum, on, octave) =>
      addOctave(sum, on.view.width, cloudKm(on.view, scene), octave),
    );
  const field = fieldOn(gridOf(view));
  const [right, down] = shadowPixels(view, sun);
  const above = gridOf(moved(view, -right, -down));
  const casting = valuesOn(above, Math.max(SHADOW_APART_KM, above.coarse!.pixel), fieldOn);
  for (let at = 0; at < field.length; at++) {
    field[at] = isAll ? field[at]! + 0.4 : field[at]! - threshold;
    casting[at]! -= threshold;
  }
  return { isAll, over: field, casting };
}

/** Cloud tops, white by day and faintly lit at night, grey in false colour's near infrared too, over their shadow. */
export function overcast(colour: Float64Array, at: number, clouds: Clouds, isNight: boolean): void {
  const { isAll } = clouds;
  const over = clouds.over[at]!;
  const casting = clouds.casting[at]!;
  const isCloud = isAll || over > -EDGE;
  const isShaded = !isAll && !isNight && casting > SHADE_EDGE[0];
  if (!isCloud && !isShaded) return;
  const cover = isAll ? 1 : isCloud ? coverOf(over) : 0;
  const light = isShaded ? 1 - 0.55 * smoothstep(SHADE_EDGE[0], SHADE_EDGE[1], casting) : 1;
  const depth = smoothstep(0, 0.5, over);
  const lit = isNight ? 22 + 12 * depth : 226 + 29 * depth;
  for (let k = 0; k < 4; k++) {
    const ground = colour[k]! * light;
    colour[k] = ground + (lit - ground) * cover;
  }
}

/** Offset of a cloud's shadow, in pixels right and down, for cloud tops at about 1.4 km. */
function shadowPixels(view: View, sun: Sun): [number, number] {
  const km = Math.min(2.5, 1.4 / Math.tan((Math.max(20, sun.sunElevation ?? 45) * Math.PI) / 180));
  const pixels = km / kmPerPixel(view);
  const isNorth = view.origin[1] >= 0;
  return [
    Math.round(sun.isMorning ? -0.8 * pixels : 0.8 * pixels),
    Math.round((isNorth ? -0.5 : 0.5) * pixels),
  ];
}
