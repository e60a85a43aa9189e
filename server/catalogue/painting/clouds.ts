import { enlarged, fractal, smoothstep } from './noise.ts';
import { coarser, groundKm, kmPerPixel, pixelsIn, type View } from './view.ts';

/** Clouds of a scene in a view of it, one number a pixel. */
export interface Clouds {
  /** 0 clear to 1 opaque; at least 0.5 where it counts as cloud. */
  cover: Float32Array;
  /** 0 to 1: how thick, for the light on top. */
  depth: Float32Array;
  /** 0 to 1: shadow on the ground. */
  shadow: Float32Array;
}

/** The share of cloud is set on a grid of this many cells a side over the footprint. */
const QUANTILE_GRID = 128;
/** The cloud field is computed on pixels this many times as large; its edges stay sharp, they are cut afterwards. */
const CLOUD_PIXELS = 2;

interface Weather {
  seed: number;
  /** Percent of the footprint. */
  cloudCover: number;
  /** Sun elevation in degrees; null when not known. */
  sunElevation: number | null;
  /** Whether the sun stands in the east (morning passes). */
  isMorning: boolean;
}

/** The cloud field of a scene: fixed to its footprint, so that the quicklook and a clipped delivery show the same sky. */
function cloudField(view: View, footprint: View, seed: number): Float32Array {
  const across = pixelsIn(view, footprint);
  const scene = groundKm({ ...footprint, origin: [0, footprint.origin[1]] });
  const [kmX, kmY] = [Math.hypot(scene.xi, scene.yi), Math.hypot(scene.xj, scene.yj)];
  const place = {
    x0: across.x0 * kmX,
    xi: across.xi * kmX,
    xj: across.xj * kmX,
    y0: across.y0 * kmY,
    yi: across.yi * kmY,
    yj: across.yj * kmY,
  };
  const step = Math.max(Math.hypot(place.xi, place.yi), 0.01);
  // clouds are as large as they look good on a scene, from a tenth to a half of its width
  const longest = Math.min(11, Math.max(2, (kmX * footprint.width) / 2.6));
  return fractal(view.width, view.height, place, { longest, shortest: step * 1.5, gain: 0.56, seed });
}

/** The field's value that the stated share of the footprint lies above. */
function thresholdOf(footprint: View, weather: Weather): number {
  const grid: View = {
    width: QUANTILE_GRID,
    height: QUANTILE_GRID,
    origin: footprint.origin,
    right: footprint.right.map((step) => (step * footprint.width) / QUANTILE_GRID) as [number, number],
    down: footprint.down.map((step) => (step * footprint.height) / QUANTILE_GRID) as [number, number],
  };
  const sorted = cloudField(grid, footprint, weather.seed).sort();
  const rank = Math.round(sorted.length * (1 - weather.cloudCover / 100));
  return sorted[Math.min(sorted.length - 1, Math.max(0, rank))]!;
}

/**
 * Clouds covering the stated share of the footprint, with shadows away from the sun.
 * @param footprint the whole scene as a view; `view` is what is painted, the same or a part of it
 */
export function cloudsOf(view: View, footprint: View, weather: Weather): Clouds | null {
  if (weather.cloudCover <= 0) return null;
  const isAll = weather.cloudCover >= 100;
  const threshold = isAll ? -10 : thresholdOf(footprint, weather);
  const coarse = coarser(view, CLOUD_PIXELS);
  const field = enlarged(cloudField(coarse, footprint, weather.seed), coarse, view, CLOUD_PIXELS);
  const cover = new Float32Array(field.length);
  const depth = new Float32Array(field.length);
  const shadow = new Float32Array(field.length);
  const [right, down] = shadowPixels(view, weather);
  const { width, height } = view;
  for (let j = 0, at = 0; j < height; j++)
    for (let i = 0; i < width; i++, at++) {
      const above = field[at]! - threshold;
      cover[at] = isAll ? 1 : smoothstep(-0.035, 0.035, above);
      depth[at] = smoothstep(0, 0.5, above);
      const [x, y] = [
        Math.min(width - 1, Math.max(0, i - right)),
        Math.min(height - 1, Math.max(0, j - down)),
      ];
      shadow[at] = isAll ? 0 : smoothstep(-0.03, 0.12, field[y * width + x]! - threshold) * 0.55;
    }
  return { cover, depth, shadow };
}

/** How far a cloud's shadow falls, in pixels right and down: tops at about 1.4 km, low sun throws long shadows. */
function shadowPixels(view: View, weather: Weather): [number, number] {
  const km = Math.min(2.5, 1.4 / Math.tan((Math.max(20, weather.sunElevation ?? 45) * Math.PI) / 180));
  const pixels = km / kmPerPixel(view);
  const isNorth = view.origin[1] >= 0;
  return [
    Math.round(weather.isMorning ? -0.8 * pixels : 0.8 * pixels),
    Math.round((isNorth ? -0.5 : 0.5) * pixels),
  ];
}
