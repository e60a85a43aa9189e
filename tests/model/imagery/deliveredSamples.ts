import type { Delivery } from '../../../src/machines/imagery/delivered.rules.ts';
import type { DrawImage } from '../../../src/machines/imagery/delivered.machine.ts';
import type { ImageFacts } from '../../../src/raster/delivered/deliveredImage.ts';
import { RasterError } from '../../../src/raster/delivered/rasterError.ts';

const delivery = (name: string, acquired: string): Delivery => ({
  key: name,
  orderNum: 'GT-1',
  title: 'Harbour',
  productId: name,
  acquired,
  satellite: 'SV-1',
  simulated: true,
  attribution: 'Skyview Imaging',
  clear: 10,
  quicklookUrl: null,
  image: { url: `https://portal.example/${name}`, fileName: `${name}.zip`, level: 'L3A' },
});
export const twoDeliveries = [delivery('a', '2026-09-04T03:22:05Z'), delivery('b', '2026-11-14T03:22:05Z')];
const counts = new Uint32Array(4096).fill(1);
export const factsOf = (...roles: ('red' | 'green' | 'blue' | 'nir')[]): ImageFacts => ({
  width: 100,
  height: 80,
  kind: 'uint16',
  bands: roles.map((role, at) => ({ at, name: role, role })),
  alphaBand: null,
  noData: 0,
  hasOverviews: true,
  epsg: 32648,
  gsd: 0.5,
  bbox: [103.7, 1.2, 104, 1.5],
  outline: [],
  minZoom: 0,
  histogram: { min: 0, max: 4095, counts: roles.map(() => counts) },
});
export const draw: DrawImage = () => Promise.resolve(null);
export const fault = (id: string, code: 'ended' | 'offline') => ({
  type: `xstate.error.actor.${id}`,
  error: new RasterError(code),
});
