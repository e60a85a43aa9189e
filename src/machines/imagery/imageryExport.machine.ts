import type { ImageryExportForm, ImageryExportPriceForm } from '../../../contract/imagery.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { pricedForm } from '../orders/priced/pricedForm.ts';
import type { PricedFormInput } from '../orders/priced/pricedForm.rules.ts';
import {
  bearsOnExportPrice,
  changedExport,
  creditsRefusal,
  defaultResolution,
  exportFormOf,
  exportPriceFormOf,
  NEW_IMAGERY_EXPORT,
  taskNameRefusal,
  type ExportedLayer,
  type ExportPrice,
  type ImageryExportDraft,
} from './imageryExport.rules.ts';

export interface ImageryExportInput extends PricedFormInput {
  layer: ExportedLayer;
  aoi: Aoi;
}

/** The export of an imagery layer, priced in credits against the balance (§3 to §5 Imagery export). */
export const imageryExportMachine = pricedForm<
  ImageryExportInput,
  ImageryExportDraft,
  ExportPrice,
  ImageryExportPriceForm,
  ImageryExportForm
>({
  id: 'imageryExport',
  about: ({ layer, aoi }) => [layer.id, aoi.wkt].join(' '),
  newDraft: ({ layer, name = '' }) => ({
    ...NEW_IMAGERY_EXPORT,
    taskName: name,
    outResolution: defaultResolution(layer),
  }),
  changed: changedExport,
  bearsOnPrice: bearsOnExportPrice,
  priceRequestOf: exportPriceFormOf,
  nameRefusal: taskNameRefusal,
  isSubmittable: ({ price }) => price !== null && creditsRefusal(price) === null,
  submitRequestOf: exportFormOf,
  submitFailed: 'errors.submitFailed',
});
