import type { Layer } from '@deck.gl/core';
import { DensityLayer } from '../../src/ui/map/density/layer/DensityLayer.ts';
import { FootprintsLayer } from '../../src/ui/map/footprints/FootprintsLayer.ts';
import type { MapHandle } from '../../src/ui/map/canvas/mapHandle.ts';

export { panFrames, panTimes } from './footprintsPan.ts';

/** Calls back when the GPU has finished its commands, without blocking the page. */
function whenFinished(mapHandle: MapHandle, done: () => void): void {
  const gl = mapHandle.overlay.getCanvas()?.getContext('webgl2');
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
    const Drawn = [DensityLayer, FootprintsLayer];
    const draws = Drawn.map(({ prototype }) => prototype.draw);
    Drawn.forEach(({ prototype }, at) => {
      prototype.draw = function drawAndTell(this: Layer, ...given: Parameters<Layer['draw']>) {
        draws[at]!.apply(this as never, given as never);
        // drawn before the reply, to compile the shaders
        if (this instanceof FootprintsLayer && this.props.mesh.count === 1) return;
        Drawn.forEach((one, which) => {
          one.prototype.draw = draws[which]!;
        });
        const handedOver = performance.now();
        whenFinished(mapHandle, () => resolve({ handedOver, drawn: performance.now() }));
      };
    });
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
