import { enlarged, fractal, smoothstep } from './noise.ts';
import { coarser, groundKm, kmPerPixel, pixelsIn, type View } from './view.ts';

/** Clouds of a scene in a view, one value per pixel. */
export interface Clouds {
  /** 0 (clear) to 1 (opaque); from 0.5 it counts as cloud. */
  cover: Float32Array;
  /** Thickness, 0 to 1, for the brightness of the top. */
  depth: Float32Array;
  /** 0 to 1: shadow on the ground. */
  shadow: Float32Array;
}

/** Cells per side of the grid over the footprint that sets the cloud threshold. */
const QUANTILE_GRID = 128;
/** The cloud field is computed on pixels this many times larger; thresholding later keeps edges sharp. */
const CLOUD_PIXELS = 2;

interface Weather {
  seed: number;
  /** Percent of the footprint. */
  cloudCover: number;
  /** Sun elevation in degrees; null if unknown. */
  sunElevation: number | null;
  /** Whether the sun is in the east (morning passes). */
  isMorning: boolean;
}

/** The cloud field of a scene, anchored to its footprint, so that quicklook and clipped delivery match. */
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
  // for a natural look, clouds are a tenth to a half of the scene's width
  const longest = Math.min(11, Math.max(2, (kmX * footprint.width) / 2.6));
  return fractal(view.width, view.height, place, { longest, shortest: step * 1.5, gain: 0.56, seed });
}

/** The threshold that the field exceeds on the stated share of the footprint. */
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
 * Clouds over the stated share of the footprint, with shadows away from the sun.
 * @param view the painted view: the whole footprint or a part of it
 * @param footprint the whole scene as a view
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

/** Offset of a cloud's shadow, in pixels right and down, for cloud tops at about 1.4 km. */
function shadowPixels(view: View, weather: Weather): [number, number] {
  const km = Math.min(2.5, 1.4 / Math.tan((Math.max(20, weather.sunElevation ?? 45) * Math.PI) / 180));
  const pixels = km / kmPerPixel(view);
  const isNorth = view.origin[1] >= 0;
  return [
    Math.round(weather.isMorning ? -0.8 * pixels : 0.8 * pixels),
    Math.round((isNorth ? -0.5 : 0.5) * pixels),
  ];
}
