import type { SnapshotFrom } from 'xstate';
import {
  deliveredMachine,
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
  isOfOtherArchive,
  isPixelUnread,
  shownDelivery,
  shownPixel,
} from '../../../src/machines/imagery/delivered.machine.ts';
import { isAssetName } from '../../../src/machines/imagery/delivered.rules.ts';
import { deliveryPlayerMachine } from '../../../src/machines/imagery/deliveryPlayer.machine.ts';
import { RasterError } from '../../../src/raster/delivered/rasterError.ts';
import { draw, factsOf, fault, twoDeliveries as two } from './deliveredSamples.ts';
import { model } from '../paths/explore.ts';
import { after, broke, done, failed } from '../shared/outcomes.ts';

type Delivered = SnapshotFrom<typeof deliveredMachine>;

const pixel = { column: 3, row: 4, longitude: 103.8, latitude: 1.3, values: [1, 2, 3, 4] };
const place = { longitude: 103.8, latitude: 1.3 };

export const deliveredModel = model<Delivered['context']>(
  {
    name: 'delivered',
    machine: deliveredMachine,
    queries: {
      open: isImageOpen,
      ofOtherArchive: isOfOtherArchive,
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
    variants: { 'a signed-in user': undefined, 'an address with an image': { named: 'GT-1' } },
    events: [
      { type: 'orderImage.requested', orderNum: 'GT-1' },
      { type: 'sceneImage.requested', productId: 'S/1', key: 'visual' },
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
  ({ named, deliveries: list, shown, facts, refusal, pixel: read, draw: draws, style, combination }) =>
    // a file of another archive is shown as a delivery is
    isAssetName(named)
      ? [named, list.length, shown, facts !== null, read !== null]
      : [
          named,
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
