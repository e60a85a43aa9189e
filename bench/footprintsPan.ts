import type { Layer } from '@deck.gl/core';
import { SolidPolygonLayer } from '@deck.gl/layers';
import type { Scene } from '../contract/search.ts';
import { FLAT } from '../src/ui/map/picture/flat.ts';
import { footprintLayer } from '../src/ui/map/footprints/footprintLayers.ts';
import { plainMarks } from '../src/ui/map/footprints/footprintMarks.ts';
import { meshOfScenes } from '../src/ui/map/footprints/sceneMesh.ts';
import { scenesAt } from '../src/ui/map/footprints/scenesAt.ts';
import type { MapHandle } from '../src/ui/map/canvas/mapHandle.ts';
import { SYMBOLS } from '../src/ui/map/picture/symbols.ts';
import { plainGeoJsonLayer } from './plainGeoJsonLayer.ts';
import { scenesForBench } from './scenesForBench.ts';

/** Milliseconds. */
export interface Spread {
  p50: number;
  p95: number;
}

/** Frame times while the map is panned over the whole world, base map included. */
export interface PanTimes {
  count: number;
  /** Without footprints. */
  baseMap: Spread;
  /** Our layer: filled and outlined. */
  footprints: Spread;
  /** The same scenes in deck.gl's GeoJsonLayer, filled and outlined. */
  geoJson: Spread;
  /** The same scenes in deck.gl's SolidPolygonLayer: filled, without outlines. */
  fillAlone: Spread;
  /** Finding all footprints under the pointer, as the map does on each pointer move. */
  picking: Spread;
  /** Finding the topmost footprint by picking colours. */
  pickingByColor: Spread;
}

const KINDS = ['baseMap', 'footprints', 'fillAlone', 'geoJson'] as const;
type Kind = (typeof KINDS)[number];

/** Frames of each kind per round; the kinds take turns, so that each meets the same machine load. */
export type PanFrames = Record<Kind, number> & { rounds: number };

const PICKS = 500;
const COLOR_PICKS = 20;
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
  for (const canvas of [mapHandle.map.getCanvas(), mapHandle.overlay.getCanvas()]) {
    const gl = canvas?.getContext('webgl2');
    gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  }
}

/**
 * Milliseconds of the map's frames while it pans to and fro, from the frame's beginning until the GPU has
 * drawn it. Earlier work of the GPU is not counted.
 */
export async function panFrames(mapHandle: MapHandle, wanted: number): Promise<number[]> {
  const { map } = mapHandle;
  const times: number[] = [];
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
        if (times.length >= wanted) resolve();
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

function layersOf(scenes: Scene[]): Record<Exclude<Kind, 'baseMap'>, Layer> {
  const symbol = { ...SYMBOLS.pale.footprint };
  return {
    footprints: footprintLayer('bench', {
      mesh: meshOfScenes(scenes),
      marks: plainMarks(scenes.length),
      symbol,
      pickable: true,
    }),
    fillAlone: new SolidPolygonLayer<Scene>({
      id: 'deck-bench-fill',
      data: scenes,
      getPolygon: ({ geometry }) => geometry.coordinates as [number, number][][],
      getFillColor: [...symbol.fill],
      parameters: FLAT,
    }),
    geoJson: plainGeoJsonLayer(scenes, symbol),
  };
}

async function panned(mapHandle: MapHandle, layers: ReturnType<typeof layersOf>, frames: PanFrames) {
  const times: Record<Kind, number[]> = { baseMap: [], footprints: [], fillAlone: [], geoJson: [] };
  for (let round = 0; round < frames.rounds; round++)
    for (const kind of KINDS) {
      mapHandle.map.jumpTo({ center: [20, 15], zoom: 1.2 });
      // the other layers stay invisible instead of being rebuilt in each round
      mapHandle.overlay.setProps({
        layers: Object.entries(layers).map(
          ([name, layer]) => layer.clone({ visible: name === kind }) as Layer,
        ),
      });
      // warm-up: compiles shaders and uploads buffers at first, sets up the map later
      await panFrames(mapHandle, round === 0 ? 2 : 1);
      times[kind].push(...(await panFrames(mapHandle, frames[kind])));
    }
  return times;
}

/** Milliseconds of single picks, each at a different place. */
function picks(count: number, pick: (at: number) => void): Spread {
  const times = Array.from({ length: count }, (_, at) => {
    const from = performance.now();
    pick(at);
    return performance.now() - from;
  });
  return spreadOf(times);
}

/** Frame times while panning over the footprints, our layer and deck.gl's in turns, and times of picking. */
export async function panTimes(mapHandle: MapHandle, count: number, frames: PanFrames): Promise<PanTimes> {
  const scenes = scenesForBench(count, 180);
  const layers = layersOf(scenes);
  const times = await panned(mapHandle, layers, frames);
  mapHandle.overlay.setProps({ layers: [layers.footprints.clone({ visible: true }) as Layer] });
  await panFrames(mapHandle, 1);
  const { clientWidth, clientHeight } = mapHandle.map.getContainer();
  const byColor = (at: number) =>
    mapHandle.overlay.pickObject({ x: (at * 223.7) % clientWidth, y: (at * 149.3) % clientHeight });
  // warm-up: compiles and draws the picking buffer
  byColor(0);
  const pickingByColor = picks(COLOR_PICKS, byColor);
  mapHandle.overlay.setProps({ layers: [] });
  scenesAt(scenes, 0, 0);
  // the golden angle spreads the places without repetition
  const picking = picks(PICKS, (at) =>
    scenesAt(scenes, ((at * 222.4922) % 356) - 178, ((at * 61.803) % 136) - 68),
  );
  return {
    count,
    baseMap: spreadOf(times.baseMap),
    footprints: spreadOf(times.footprints),
    geoJson: spreadOf(times.geoJson),
    fillAlone: spreadOf(times.fillAlone),
    picking,
    pickingByColor,
  };
}
