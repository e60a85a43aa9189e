import type { SnapshotFrom } from 'xstate';
import {
  areDeliveriesUnlisted,
  imageRefusal,
  isOpeningImage,
  layerOfImage,
  ownImagesMachine,
} from '../../../src/machines/analytics/ownImages.machine.ts';
import { RasterError } from '../../../src/raster/delivered/rasterError.ts';
import { draw, factsOf, fault, twoDeliveries } from '../imagery/deliveredSamples.ts';
import { model } from '../paths/explore.ts';
import { broke, done, failed } from '../shared/outcomes.ts';
import * as sample from '../shared/samples.ts';

/** A file of the user's; only the worker reads its bytes. */
const file = Object.assign(new Blob(['II*']), { name: 'field.tif' });
const [first] = twoDeliveries;
export const ownImagesModel = model<SnapshotFrom<typeof ownImagesMachine>['context']>(
  {
    name: 'ownImages',
    machine: ownImagesMachine,
    variants: {
      'an area, and an image that was seen': {
        areaWkt: sample.smallAoi.wkt,
        imageUrl: first?.image.url ?? null,
      },
      'no area': { areaWkt: null, imageUrl: null },
    },
    queries: {
      opening: isOpeningImage,
      unlisted: areDeliveriesUnlisted,
      refusal: imageRefusal,
      layers: (one: SnapshotFrom<typeof ownImagesMachine>) =>
        one.context.images
          .map(layerOfImage)
          .map(({ id, name, bandNames, footprint }) => [id, name, bandNames, footprint]),
    },
    events: [
      { type: 'images.ready', draw },
      broke('keepImages'),
      done('loadDeliveries', twoDeliveries),
      done('loadDeliveries', []),
      ...failed('loadDeliveries'),
      { type: 'area.changed', areaWkt: sample.smallAoi.wkt, inUse: [-1] },
      { type: 'area.changed', areaWkt: null, inUse: [] },
      { type: 'image.wanted', id: -1 },
      { type: 'image.wanted', id: -9 },
      { type: 'file.given', file },
      done('openImage', factsOf('red', 'green', 'blue', 'nir')),
      fault('openImage', 'ended'),
      { type: 'drawing.failed', error: new RasterError('offline') },
      { type: 'images.retried' },
    ],
  },
  ({ areaWkt, imageUrl, images, wanted, refusal }) => {
    const stateOf = (wish: number | undefined) => {
      const found = images.find(({ id }) => id === wish);
      if (found === undefined) return 'none';
      const kind = found.image.file === undefined ? 'delivery' : 'file';
      return `${found.facts === null ? 'closed' : 'open'} ${kind}`;
    };
    return [
      areaWkt !== null,
      imageUrl !== null,
      stateOf(-1),
      wanted.includes(-1),
      Math.min(2, wanted.length),
      stateOf(wanted[0]),
      refusal === null ? null : stateOf(refusal.id) === 'closed delivery' && !wanted.includes(refusal.id),
    ];
  },
);
