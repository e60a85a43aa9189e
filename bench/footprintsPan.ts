import type { Layer } from '@deck.gl/core';
import { allIn, footprintLayers, meshesOfScenes } from '../src/ui/map/layers/footprintLayers.ts';
import { scenesAt } from '../src/ui/map/scenesAt.ts';
import type { MapStage } from '../src/ui/map/stage.ts';
import { SYMBOLS } from '../src/ui/map/symbols.ts';
import { plainGeoJsonLayer } from './plainGeoJsonLayer.ts';
import { scenesForBench } from './scenesForBench.ts';

/** Milliseconds. */
export interface Spread {
  p50: number;
  p95: number;
}

export interface PanTimes {
  count: number;
  /** A frame while the map is panned over the whole world. */
  footprints: Spread;
  /** The same, the same scenes in deck.gl's own layer. */
  geoJson: Spread;
  /** Finding all footprints under the pointer, at places all over the world. */
  picking: Spread;
}

/** Frames that count, and those before them: buffers uploaded, shaders compiled. */
export interface PanFrames {
  footprints: number;
  geoJson: number;
  warm: number;
}

const PICKS = 500;
/** How far the map moves between two frames, screen pixels: a quick drag. */
const STEP = 12;

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round((sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN) * 1000) / 1000;
  return { p50: at(0.5), p95: at(0.95) };
}

/** Waits for the card: reading a pixel does everywhere, finish() alone does not. */
function finish(stage: MapStage): void {
  const gl = stage.map.getCanvas().getContext('webgl2');
  gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
}

/** Pans to and fro with the layers on the map; each frame is moved, drawn and finished by the card. */
async function panned(stage: MapStage, layers: Layer[], frames: number, warm: number): Promise<Spread> {
  stage.map.jumpTo({ center: [20, 15], zoom: 1.2 });
  stage.showLayers(layers);
  const times: number[] = [];
  for (let at = -warm; at < frames; at++) {
    await nextFrame();
    const from = performance.now();
    stage.map.panBy([Math.floor(at / 10) % 2 === 0 ? STEP : -STEP, 0], { duration: 0 });
    stage.map.redraw();
    finish(stage);
    if (at >= 0) times.push(performance.now() - from);
  }
  return spreadOf(times);
}

/** Frame times while panning over so many footprints, ours and deck.gl's own layer in turn, and what picking costs. */
export async function panTimes(stage: MapStage, count: number, frames: PanFrames): Promise<PanTimes> {
  const scenes = scenesForBench(count, 180);
  const symbol = { ...SYMBOLS.pale.footprint };
  const own = footprintLayers('bench-pan', meshesOfScenes(scenes), allIn(count, 'filled'), symbol);
  const footprints = await panned(stage, own, frames.footprints, frames.warm);
  const geoJson = await panned(stage, [plainGeoJsonLayer(scenes, symbol)], frames.geoJson, frames.warm);
  stage.showLayers([]);
  scenesAt(scenes, 0, 0);
  const picks = Array.from({ length: PICKS }, (_, at) => {
    const from = performance.now();
    // the golden angle: places all over, none twice
    scenesAt(scenes, ((at * 222.4922) % 356) - 178, ((at * 61.803) % 136) - 68);
    return performance.now() - from;
  });
  return { count, footprints, geoJson, picking: spreadOf(picks) };
}
