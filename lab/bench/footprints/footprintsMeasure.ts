import { DensityLayer } from '../../../src/ui/map/layers/density/DensityLayer.ts';
import { FootprintsLayer } from '../../../src/ui/map/layers/footprints/FootprintsLayer.ts';
import type { MapHandle } from '../../../src/ui/map/kernel/mapHandle.ts';

export { panFrames, panTimes } from './footprintsPan.ts';

/** Calls back when the GPU has finished a canvas's commands, without blocking the page. */
function whenFinished(canvas: HTMLCanvasElement | null, done: () => void): void {
  const gl = canvas?.getContext('webgl2');
  const fence = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (!gl || !fence) throw new Error('no WebGL 2');
  gl.flush();
  const look = () => {
    if (gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED) done();
    else setTimeout(look, 1);
  };
  look();
}

/** Resolves with the times at which the found footprints reached the GPU and were drawn. Call it first. */
export function whenDrawn(mapHandle: MapHandle): Promise<{ handedOver: number; drawn: number }> {
  return new Promise((resolve) => {
    const { draw } = FootprintsLayer.prototype;
    const { render } = DensityLayer.prototype;
    const tell = (canvas: HTMLCanvasElement | null) => {
      FootprintsLayer.prototype.draw = draw;
      DensityLayer.prototype.render = render;
      const handedOver = performance.now();
      whenFinished(canvas, () => resolve({ handedOver, drawn: performance.now() }));
    };
    FootprintsLayer.prototype.draw = function drawAndTell(this: FootprintsLayer, ...given) {
      draw.apply(this, given);
      // drawn before the reply, to compile the shaders
      if (this.props.mesh.count !== 1)
        tell(mapHandle.map.getContainer().querySelector('canvas:not(.maplibregl-canvas)'));
    };
    DensityLayer.prototype.render = function renderAndTell(this: DensityLayer, ...given) {
      render.apply(this, given);
      if (this.isShown) tell(mapHandle.map.getCanvas());
    };
  });
}

/** Resolves with the time at which result rows first appeared. Call it before the search. */
export function whenListed(): Promise<number> {
  return new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (document.querySelector('#results [role="row"]') === null) return;
      watch.disconnect();
      // the task after the next frame: painting has finished
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0));
    });
    watch.observe(document, { childList: true, subtree: true });
  });
}

/** Resolves when the changes of the page have been drawn. */
export async function whenAtRest(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}
