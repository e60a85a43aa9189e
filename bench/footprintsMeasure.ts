import type { Layer } from '@deck.gl/core';
import { SolidPolygonLayer } from '@deck.gl/layers';
import type { Scene } from '../contract/search.ts';
import { allIn, footprintLayers, meshesOfScenes } from '../src/ui/map/layers/footprintLayers.ts';
import { FLAT } from '../src/ui/map/layers/flat.ts';
import { FootprintsLayer } from '../src/ui/map/layers/FootprintsLayer.ts';
import { scenesAt } from '../src/ui/map/scenesAt.ts';
import type { MapStage } from '../src/ui/map/stage.ts';
import { SYMBOLS } from '../src/ui/map/symbols.ts';
import { plainGeoJsonLayer } from './plainGeoJsonLayer.ts';
import { scenesForBench } from './scenesForBench.ts';

export { panTimes } from './footprintsPan.ts';

/** What a frame of each kind of layer costs, milliseconds. */
export interface FrameTimes {
  count: number;
  baseMap: number;
  footprints: number;
  fillAlone: number;
  geoJson: number | null;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

function finish(stage: MapStage): void {
  const gl = stage.map.getCanvas().getContext('webgl2');
  // reading a pixel waits for the card, which finish() alone does not do everywhere
  gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
}

async function frame(stage: MapStage, layers: Layer[], times: number): Promise<number> {
  stage.showLayers(layers);
  // buffers are uploaded and shaders compiled before it is measured
  for (let warm = 0; warm < 2; warm++) {
    await nextFrame();
    stage.map.redraw();
  }
  finish(stage);
  const measured: number[] = [];
  for (let at = 0; at < times; at++) {
    const from = performance.now();
    stage.map.redraw();
    finish(stage);
    measured.push(performance.now() - from);
    await nextFrame();
  }
  return Math.round(median(measured) * 10) / 10;
}

/** Frame times over the whole world, and those of the layer that deck.gl brings (up to 10,000: it takes seconds). */
export async function frameTimes(stage: MapStage, count: number): Promise<FrameTimes> {
  const scenes = scenesForBench(count, 180);
  stage.map.jumpTo({ center: [20, 15], zoom: 1.2 });
  await stage.map.once('idle');
  const symbol = { ...SYMBOLS.pale.footprint };
  const own = footprintLayers('bench', meshesOfScenes(scenes), allIn(count, 'filled'), symbol);
  const fill = new SolidPolygonLayer<Scene>({
    id: 'deck-bench-fill',
    data: scenes,
    getPolygon: ({ geometry }) => geometry.coordinates as [number, number][][],
    getFillColor: [...symbol.fill],
    parameters: FLAT,
  });
  const baseMap = await frame(stage, [], 5);
  const footprints = await frame(stage, own, 5);
  const fillAlone = await frame(stage, [fill], 5);
  const geoJson = count > 10_000 ? null : await frame(stage, [plainGeoJsonLayer(scenes, symbol)], 3);
  stage.showLayers([]);
  return { count, baseMap, footprints, fillAlone, geoJson };
}

/** Finding every footprint under the pointer, milliseconds. */
export function hitTime(count: number): number {
  const scenes = scenesForBench(count, 180);
  scenesAt(scenes, 0, 0);
  const measured = Array.from({ length: 50 }, (_, at) => {
    const from = performance.now();
    scenesAt(scenes, at * 3, at);
    return performance.now() - from;
  });
  return Math.round(median(measured) * 1000) / 1000;
}

/** Calls back when the card has done what it was told, without holding up the page. */
function whenFinished(stage: MapStage, done: () => void): void {
  const gl = stage.map.getCanvas().getContext('webgl2');
  const fence = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (!gl || !fence) throw new Error('no WebGL 2');
  gl.flush();
  const look = () => {
    if (gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED) done();
    else setTimeout(look, 1);
  };
  look();
}

/** Resolves with the times at which so many footprints were handed to the card and on the screen; call it before the search. */
export function whenDrawn(stage: MapStage, count: number): Promise<{ handedOver: number; drawn: number }> {
  return new Promise((resolve) => {
    const draw = FootprintsLayer.prototype.draw;
    FootprintsLayer.prototype.draw = function drawAndTell(this: FootprintsLayer) {
      draw.call(this);
      if (this.props.mesh.owners.length !== count) return;
      FootprintsLayer.prototype.draw = draw;
      const handedOver = performance.now();
      whenFinished(stage, () => resolve({ handedOver, drawn: performance.now() }));
    };
  });
}

/** Resolves with the time at which rows of the results were first on the screen; call it before the search. */
export function whenListed(): Promise<number> {
  return new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (document.querySelector('#results [role="row"]') === null) return;
      watch.disconnect();
      // the task after the next frame's: what was to be painted has been
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0));
    });
    watch.observe(document, { childList: true, subtree: true });
  });
}
