import type { Layer } from '@deck.gl/core';
import { densitySteps } from '../../../src/machines/map/map.rules.ts';
import { densityView, levelsOf } from '../../../src/ui/map/layers/density/densityGrid.ts';
import { DensityLayer, type Density } from '../../../src/ui/map/layers/density/DensityLayer.ts';
import { densityPainter } from '../../../src/ui/map/layers/density/useDensity.ts';
import { meshOfScenes } from '../../../src/ui/map/layers/footprints/footprintMesh.ts';
import { scenesAt } from '../../../src/ui/map/layers/footprints/scenesAt.ts';
import type { MapHandle } from '../../../src/ui/map/kernel/mapHandle.ts';
import { LAYERS } from './panLayers.ts';
import { scenesForBench } from '../support/scenesForBench.ts';

/** Milliseconds. */
interface Spread {
  p50: number;
  p95: number;
}

/** Frame times while the map is panned, base map included. */
export interface PanTimes {
  count: number;
  /** Without footprints. */
  baseMap: Spread;
  /** Our layer: filled and outlined; null if not measured. */
  footprints: Spread | null;
  /** Their density. */
  density: Spread;
  /** Counting them for the density, once for a part of the map. */
  counting: Spread;
  /** The same scenes in deck.gl's GeoJsonLayer, filled and outlined; null if not measured. */
  geoJson: Spread | null;
  /** The same scenes in GeoArrow's layer, filled and outlined; null if not measured. */
  geoArrow: Spread | null;
  /** The same scenes in deck.gl's SolidPolygonLayer: filled, without outlines; null if not measured. */
  fillAlone: Spread | null;
  /** Finding all footprints under the pointer, as the map does on each pointer move. */
  picking: Spread;
  /** Finding the topmost footprint by picking colours; null if the footprints are not measured. */
  pickingByColor: Spread | null;
}

const KINDS = ['baseMap', 'footprints', 'density', 'fillAlone', 'geoArrow', 'geoJson'] as const;
type Kind = (typeof KINDS)[number];

/** Frames of each kind per round, 0 for none; the kinds take turns, so that each meets the same machine load. */
type PanFrames = Record<Kind, number> & { rounds: number };

/** Where the scenes are and the map is panned. */
export interface PanPlace {
  /** Largest distance of the scenes from the start view, degrees. */
  spread: number;
  center: [longitude: number, latitude: number];
  /** MapLibre's zoom. */
  zoom: number;
  /** Whether our footprints are filled, as deck.gl's are; the map fills so many no longer (docs/design.md, Map symbols). */
  isFilled: boolean;
}

const PICKS = 500;
const COUNTINGS = 5;
const COLOR_PICKS = 20;
/** Time for the frames of a kind in a round, ms: a slow kind gets fewer frames, at least one. */
const FRAMES_MS = 15_000;
/** Movement of the map between two frames, screen pixels: a fast drag. */
const STEP = 12;
/** Frames before the direction reverses. */
const TURN_AFTER = 10;

function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round((sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN) * 1000) / 1000;
  return { p50: at(0.5), p95: at(0.95) };
}

/** Waits until the GPU has drawn the map, by reading a pixel: finish() alone doesn't work everywhere. */
function finish(mapHandle: MapHandle): void {
  for (const canvas of mapHandle.map.getContainer().querySelectorAll('canvas')) {
    const gl = canvas.getContext('webgl2');
    gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  }
}

/**
 * Milliseconds of the map's frames while it pans to and fro, from the frame's beginning until the GPU has
 * drawn it. Earlier work of the GPU is not counted. Fewer than wanted if they take longer than FRAMES_MS.
 */
export async function panFrames(mapHandle: MapHandle, wanted: number): Promise<number[]> {
  const { map } = mapHandle;
  const times: number[] = [];
  const end = performance.now() + FRAMES_MS;
  const ask = window.requestAnimationFrame;
  let drawn = false;
  const drew = () => {
    drawn = true;
  };
  map.on('render', drew);
  await new Promise<void>((resolve) => {
    window.requestAnimationFrame = (frame) =>
      ask((now) => {
        finish(mapHandle);
        drawn = false;
        const from = performance.now();
        frame(now);
        if (!drawn) return;
        finish(mapHandle);
        times.push(performance.now() - from);
        if (times.length >= wanted || performance.now() > end) resolve();
      });
    let steps = 0;
    map.panBy([STEP * TURN_AFTER, 0], {
      // runs until stopped; each frame is a step, whatever its duration
      duration: 1e9,
      essential: true,
      easing: () => {
        const at = steps++ % (2 * TURN_AFTER);
        return Math.min(at, 2 * TURN_AFTER - at) / TURN_AFTER;
      },
    });
  });
  window.requestAnimationFrame = ask;
  map.off('render', drew);
  map.stop();
  return times.slice(0, wanted);
}

async function panned(
  mapHandle: MapHandle,
  layers: ReadonlyMap<Kind, Layer>,
  density: Density,
  frames: PanFrames,
  { center, zoom }: PanPlace,
) {
  const times = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
  const overlay = await mapHandle.canvas.load();
  const densityLayer = new DensityLayer(mapHandle.map, 'bench-density');
  mapHandle.map.addLayer(densityLayer);
  const kinds = KINDS.filter((kind) => frames[kind] > 0);
  for (let round = 0; round < frames.rounds; round++)
    for (const kind of kinds) {
      mapHandle.map.jumpTo({ center, zoom });
      densityLayer.show(kind === 'density' ? density : null);
      // the other layers stay invisible instead of being rebuilt in each round
      overlay.setProps({
        layers: [...layers].map(([name, layer]) => layer.clone({ visible: name === kind }) as Layer),
      });
      // warm-up: compiles shaders and uploads buffers at first, sets up the map later
      await panFrames(mapHandle, Math.min(round === 0 ? 2 : 1, frames[kind]));
      times.get(kind)!.push(...(await panFrames(mapHandle, frames[kind])));
    }
  mapHandle.map.removeLayer(densityLayer.id);
  return times;
}

/** Milliseconds of single calls, each with a different number. */
function timed(count: number, pick: (at: number) => void): Spread {
  const times = Array.from({ length: count }, (_, at) => {
    const from = performance.now();
    pick(at);
    return performance.now() - from;
  });
  return spreadOf(times);
}

/** Times of finding the topmost footprint by its colour. */
async function picksByColor(
  mapHandle: MapHandle,
  overlay: Awaited<ReturnType<MapHandle['canvas']['load']>>,
  footprints: Layer,
): Promise<Spread> {
  overlay.setProps({ layers: [footprints.clone({ visible: true }) as Layer] });
  await panFrames(mapHandle, 1);
  const { clientWidth, clientHeight } = mapHandle.map.getContainer();
  const byColor = (at: number) =>
    overlay.pickObject({ x: (at * 223.7) % clientWidth, y: (at * 149.3) % clientHeight });
  // warm-up: compiles and draws the picking buffer
  byColor(0);
  return timed(COLOR_PICKS, byColor);
}

/** Frame times while panning over the footprints, our layers and deck.gl's in turns, and times of picking. */
export async function panTimes(
  mapHandle: MapHandle,
  count: number,
  frames: PanFrames,
  place: PanPlace,
): Promise<PanTimes> {
  const overlay = await mapHandle.canvas.load();
  const scenes = scenesForBench(count, place.spread);
  const mesh = meshOfScenes(scenes);
  mapHandle.map.jumpTo(place);
  const view = densityView(mapHandle.bounds(), place.zoom, mesh, null);
  const layers = new Map(
    Object.entries(LAYERS)
      .map(([kind, make]) => [kind as keyof typeof LAYERS, make] as const)
      .filter(([kind]) => frames[kind] > 0)
      .map(([kind, make]) => [kind, make(scenes, mesh, place.isFilled)]),
  );
  const density = densityPainter()(mesh, null, [], view, 'pale', densitySteps(1));
  const times = await panned(mapHandle, layers, density, frames, place);
  const footprints = layers.get('footprints');
  const pickingByColor = footprints && (await picksByColor(mapHandle, overlay, footprints));
  overlay.setProps({ layers: [] });
  scenesAt(scenes, 0, 0);
  // the golden angle spreads the places without repetition
  const picking = timed(PICKS, (at) =>
    scenesAt(scenes, ((at * 222.4922) % 356) - 178, ((at * 61.803) % 136) - 68),
  );
  const counting = timed(COUNTINGS, () => {
    for (const grid of view.grids) levelsOf(mesh, null, null, grid, densitySteps(1));
  });
  const ifAny = (kind: Kind) => (frames[kind] === 0 ? null : spreadOf(times.get(kind)!));
  return {
    count,
    baseMap: spreadOf(times.get('baseMap')!),
    footprints: ifAny('footprints'),
    density: spreadOf(times.get('density')!),
    counting,
    geoArrow: ifAny('geoArrow'),
    geoJson: ifAny('geoJson'),
    fillAlone: ifAny('fillAlone'),
    picking,
    pickingByColor: pickingByColor ?? null,
  };
}
