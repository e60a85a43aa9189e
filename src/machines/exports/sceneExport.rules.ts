import { EXPORT_RECORDS_MAX } from '../../../contract/limits.ts';
import type { ExportType } from '../../../contract/exportFormats.ts';
import type { NoticeText } from '../shared/notice.ts';

/** The fields of the export dialog (decision 10). */
export interface SceneExportDraft {
  name: string;
  type: ExportType;
}

/** §9: maximum 100 records per export at a time. */
export function recordsRefusal(productIds: readonly string[]): NoticeText | null {
  if (productIds.length <= EXPORT_RECORDS_MAX) return null;
  return { key: 'errors.exportTooMany', params: { most: EXPORT_RECORDS_MAX, chosen: productIds.length } };
}

/** Why the export can't be submitted: too many records, or no name. */
export function sceneExportRefusal(
  draft: SceneExportDraft,
  productIds: readonly string[],
): NoticeText | null {
  const records = recordsRefusal(productIds);
  if (records !== null) return records;
  return draft.name.trim() === '' ? { key: 'errors.incomplete' } : null;
}
