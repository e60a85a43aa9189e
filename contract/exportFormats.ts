interface ExportFormat {
  /** File name extension, without the dot. */
  ending: string;
  mediaType: string;
  /** Exports the AOI instead of selected scenes. */
  isOfAoi: boolean;
  /** Renders a picture per scene and may take a minute, so it runs in parallel to the other exports. */
  isSlow: boolean;
}

/**
 * §3 Export types, in the order of the dialog. A new format needs a row here, a writer in
 * `server/exports/contents.ts`, and texts in `sceneExport.types` and `sceneExport.hints`.
 */
export const EXPORT_FORMATS = {
  GeoJSON: { ending: 'geojson', mediaType: 'application/geo+json', isOfAoi: false, isSlow: false },
  Shp: { ending: 'zip', mediaType: 'application/zip', isOfAoi: false, isSlow: false },
  productIds: { ending: 'txt', mediaType: 'text/plain; charset=utf-8', isOfAoi: false, isSlow: false },
  previewAndShp: { ending: 'zip', mediaType: 'application/zip', isOfAoi: false, isSlow: true },
  aoi: { ending: 'zip', mediaType: 'application/zip', isOfAoi: true, isSlow: false },
} as const satisfies Record<string, ExportFormat>;

export type ExportType = keyof typeof EXPORT_FORMATS;
export const EXPORT_TYPES = Object.keys(EXPORT_FORMATS) as [ExportType, ...ExportType[]];
export const DEFAULT_EXPORT_TYPE: ExportType = 'GeoJSON';
