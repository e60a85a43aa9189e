import type { SnapshotFrom } from 'xstate';
import { deliveredMachine } from '../../../src/machines/imagery/delivered/delivered.machine.ts';
import type { Delivery } from '../../../src/machines/imagery/delivered/delivered.rules.ts';
import {
  deliveries,
  drawImage,
  drawingFault,
  imageCombination,
  imageFacts,
  imageFailure,
  imageOpacity,
  imageStyle,
  imageTries,
  isImageBusy,
  isImageOpen,
  isInspecting,
  isPixelUnread,
  shownDelivery,
  shownPixel,
} from '../../../src/machines/imagery/delivered/delivered.selectors.ts';
import { deliveryPlayerMachine } from '../../../src/machines/imagery/delivered/deliveryPlayer.machine.ts';
import type { DrawImage } from '../../../src/machines/imagery/delivered/delivered.setup.ts';
import { RasterError } from '../../../src/raster/delivered/rasterError.ts';
import type { ImageFacts } from '../../../src/raster/delivered/deliveredImage.ts';
import { model } from '../paths/explore.ts';
import { after, broke, done, failed } from '../shared/outcomes.ts';

type Delivered = SnapshotFrom<typeof deliveredMachine>;

const delivery = (name: string, acquired: string): Delivery => ({
  key: name,
  orderNum: 'GT-1',
  orderName: 'Harbour',
  productId: name,
  acquired,
  satellite: 'SV-1',
  simulated: true,
  clear: 10,
  quicklookUrl: null,
  image: { url: `https://portal.example/${name}`, fileName: `${name}.zip`, level: 'L3A' },
});
const two = [delivery('a', '2026-09-04T03:22:05Z'), delivery('b', '2026-11-14T03:22:05Z')];
const counts = new Uint32Array(4096).fill(1);
const factsOf = (...roles: ('red' | 'green' | 'blue' | 'nir')[]): ImageFacts => ({
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
const draw: DrawImage = () => Promise.resolve(null);
const pixel = { column: 3, row: 4, longitude: 103.8, latitude: 1.3, values: [1, 2, 3, 4] };
const place = { longitude: 103.8, latitude: 1.3 };
const fault = (id: string, code: 'ended' | 'offline') => ({
  type: `xstate.error.actor.${id}`,
  error: new RasterError(code),
});

export const deliveredModel = model<Delivered['context']>(
  {
    name: 'delivered',
    machine: deliveredMachine,
    queries: {
      open: isImageOpen,
      busy: isImageBusy,
      count: (one: Delivered) => deliveries(one).length,
      shown: (one: Delivered) => shownDelivery(one)?.key,
      facts: (one: Delivered) => imageFacts(one)?.bands.length,
      style: imageStyle,
      combination: imageCombination,
      opacity: imageOpacity,
      draws: (one: Delivered) => drawImage(one) !== null,
      tries: imageTries,
      failure: imageFailure,
      fault: drawingFault,
      inspecting: isInspecting,
      pixel: shownPixel,
      unread: isPixelUnread,
    },
    variants: { 'a signed-in user': undefined, 'an address with an image': { orderNum: 'GT-1' } },
    events: [
      { type: 'orderImage.requested', orderNum: 'GT-1' },
      { type: 'images.ready', draw },
      done('loadDeliveries', two),
      done('loadDeliveries', []),
      ...failed('loadDeliveries'),
      broke('keepImages'),
      broke('deliveryPlayer'),
      done('openImage', factsOf('red', 'green', 'blue', 'nir')),
      done('openImage', factsOf('red')),
      fault('openImage', 'ended'),
      { type: 'drawing.failed', error: new RasterError('offline') },
      { type: 'image.retried' },
      { type: 'image.left' },
      { type: 'image.removed' },
      { type: 'image.sought' },
      { type: 'delivery.chosen', key: 'a' },
      { type: 'delivery.chosen', key: 'unknown' },
      { type: 'delivery.stepped', by: 1 },
      { type: 'delivery.stepped', by: -1 },
      { type: 'delivery.played' },
      { type: 'address.changed', address: { query: { image: 'GT-1' } } },
      { type: 'address.changed', address: { query: { image: 'GT-2' } } },
      { type: 'address.changed', address: { query: {} } },
      { type: 'combination.chosen', combination: 'infrared' },
      { type: 'combination.chosen', combination: 'single' },
      { type: 'combination.chosen', combination: 'custom' },
      { type: 'band.chosen', channel: 0, place: 1 },
      { type: 'band.chosen', channel: 2, place: 9 },
      { type: 'stretch.chosen', low: 1000 },
      { type: 'stretch.chosen', high: 500 },
      { type: 'stretch.reset' },
      { type: 'style.changed', patch: { gamma: 1.5 } },
      { type: 'style.changed', patch: { pixels: 'smooth' } },
      { type: 'imageOpacity.chosen', opacity: 40 },
      { type: 'pixel.toggled', ...place },
      { type: 'pixel.chosen', ...place },
      { type: 'pixel.moved', columns: 1, rows: 0 },
      { type: 'pixel.reread' },
      { type: 'pixel.closed' },
      { type: 'pixel.copied' },
      done('readPixel', pixel),
      done('readPixel', { ...pixel, values: null }),
      fault('readPixel', 'offline'),
      done('copyText'),
      { type: 'xstate.error.actor.copyText', error: new Error('the browser refused to copy') },
    ],
    refusals: { loadDeliveries: ['orderUnknown'] },
  },
  ({ orderNum, deliveries: list, shown, facts, refusal, pixel: read, draw: draws, style, combination }) => [
    orderNum,
    list.length,
    shown,
    facts?.bands.length,
    refusal,
    draws !== null,
    combination,
    style?.bands.length,
    read === null ? null : read.values !== null,
  ],
);

export const deliveryPlayerModel = model(
  {
    name: 'deliveryPlayer',
    machine: deliveryPlayerMachine,
    queries: { isPlaying: (one: SnapshotFrom<typeof deliveryPlayerMachine>) => one.matches('playing') },
    variants: { 'nothing played': undefined },
    events: [
      { type: 'play.toggled' },
      { type: 'play.stopped' },
      after('PLAY_PAUSE', 'deliveryPlayer.playing'),
    ],
  },
  () => null,
);
