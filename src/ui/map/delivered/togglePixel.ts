import type { ActorRefFrom } from 'xstate';
import type { deliveredMachine } from '../../../machines/imagery/delivered/delivered.machine.ts';
import type { MapHandle } from '../canvas/mapHandle.ts';

/** Switches the pixel inspector on in the middle of the free map, or off; the map's keys then move the crosshair. */
export function togglePixel(mapHandle: MapHandle, delivered: ActorRefFrom<typeof deliveredMachine>): void {
  mapHandle.map.getCanvas().focus({ preventScroll: true });
  delivered.send({ type: 'pixel.toggled', ...mapHandle.placeAt(null) });
}
