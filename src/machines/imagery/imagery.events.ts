import type { Aoi } from '../../geo/aoi.ts';
import type { ExportedLayer } from './imageryExport.rules.ts';

/** Asks for the export form of an imagery layer (§5 Imagery export). */
export interface ImageryExportFormRequested {
  type: 'imageryExportForm.requested';
  layer: ExportedLayer;
  aoi: Aoi;
}
