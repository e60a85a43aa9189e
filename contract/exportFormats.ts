/** A format of the scene exports. */
interface ExportFormat {
  /** File name extension, without the dot. */
  ending: string;
  mediaType: string;
  /** It holds the AOI instead of chosen scenes. */
  isOfAoi: boolean;
  /** It renders a picture of each scene and may take a minute: it is made beside the others, so that they don't wait. */
  isSlow: boolean;
}

/**
 * §3 Scene export types, in the order of the dialog. A new format is a row here and its writer in
 * `server/exports/contents.ts`; its sentences are `sceneExport.types` and `sceneExport.hints`.
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
/** The format of a new export. */
export const DEFAULT_EXPORT_TYPE: ExportType = 'GeoJSON';
