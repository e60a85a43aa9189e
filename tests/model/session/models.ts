import { accountModels } from '../account/accountModels.ts';
import { analyticsModels } from '../analytics/analyticsModels.ts';
import { areaModels } from '../aoi/areaModels.ts';
import { saveAoiModel } from '../aoi/saveAoiModel.ts';
import { signInModels } from '../auth/signInModels.ts';
import { exportModels } from '../exports/exportModels.ts';
import { deliveredModel, deliveryPlayerModel } from '../imagery/deliveredModel.ts';
import { imageryExportModel } from '../imagery/imageryExportModel.ts';
import { imageryModels } from '../imagery/imageryModels.ts';
import { viewerModels } from '../inspector/viewerModels.ts';
import { mapModels } from '../map/mapModels.ts';
import { newAcquisitionModel } from '../orders/newAcquisitionModel.ts';
import { orderFormModels } from '../orders/orderFormModels.ts';
import { orderListModels } from '../orders/orderListModels.ts';
import { orderPageModel } from '../orders/orderPageModel.ts';
import { passesModel } from '../orders/passesModel.ts';
import { waysOnModel } from '../orders/waysOnModel.ts';
import type { Model } from '../paths/explore.ts';
import { savedModels } from '../saved/savedModels.ts';
import { searchModels } from '../search/searchModels.ts';
import { pageAddressModel } from './pageAddressModel.ts';
import { portal } from './portalModel.ts';
import { shellModels } from './shellModels.ts';

/** Every machine of the product. */
export const models: readonly Model[] = [
  portal,
  ...shellModels,
  pageAddressModel,
  ...signInModels,
  ...areaModels,
  saveAoiModel,
  ...mapModels,
  ...searchModels,
  ...savedModels,
  ...orderFormModels,
  passesModel,
  newAcquisitionModel,
  waysOnModel,
  ...orderListModels,
  orderPageModel,
  ...imageryModels,
  deliveredModel,
  deliveryPlayerModel,
  imageryExportModel,
  ...exportModels,
  ...accountModels,
  ...analyticsModels,
  ...viewerModels,
];
