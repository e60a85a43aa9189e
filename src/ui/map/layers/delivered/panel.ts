import type { Band } from '../../../../raster/delivered/rasterFile.ts';
import type { Translate } from '../../../shared/i18n/language.ts';
import type { ImageStyle } from '../../../../raster/delivered/drawTile.ts';
import { valueStore } from '../../../shared/valueStore.ts';
import type { ActorRefFrom } from 'xstate';
import type { deliveredMachine } from '../../../../machines/imagery/delivered.machine.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';

/** '3 · Red': the number and what the band measures, else its name. */
export function bandTitle(t: Translate, { at, name, role }: Band): string {
  const title = role === null ? name : t(`delivered.roles.${role}`);
  return title === '' ? t('delivered.band', { number: at + 1 }) : `${at + 1} · ${title}`;
}

/** The style of the delivered image while a handle is dragged; the actor gets only the final value. */
export const slidingStyle = valueStore<Partial<ImageStyle> | null>(null);

/** Switches the pixel inspector on in the middle of the free map, or off; the map's keys then move the crosshair. */
export function togglePixel(mapHandle: MapHandle, delivered: ActorRefFrom<typeof deliveredMachine>): void {
  mapHandle.map.getCanvas().focus({ preventScroll: true });
  delivered.send({ type: 'pixel.toggled', ...mapHandle.placeAt(null) });
}
