import type { Aoi } from '../../geo/aoi.ts';
import type { ExportedLayer } from './imageryExport.rules.ts';

/** An imagery layer is to be exported (§5 Imagery export). */
export interface ImageryExportFormRequested {
  type: 'imageryExportForm.requested';
  layer: ExportedLayer;
  aoi: Aoi;
}
