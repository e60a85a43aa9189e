import { CENTER_SIZE_KM } from '../../../../contract/limits.ts';
import type { CoordinateEntry } from '../../../machines/aoi/aoi.rules.ts';
import type { NoticeText } from '../../../machines/shared/notice.ts';

/** The text of each tab. */
export type Entries = { [Tab in CoordinateEntry['tab']]: Extract<CoordinateEntry, { tab: Tab }> };

/** Props of a tab's fields. */
export interface TabProps<Tab extends keyof Entries> {
  entry: Entries[Tab];
  refusal: NoticeText | null;
  onEdit: (patch: Partial<Entries[Tab]>) => void;
}

/** §9: default centre-mode width and height 5 km; the rest is empty. */
export function emptyEntries(): Entries {
  const size = String(CENTER_SIZE_KM);
  return {
    BBOX: { tab: 'BBOX', minLatitude: '', maxLatitude: '', minLongitude: '', maxLongitude: '' },
    WKT: { tab: 'WKT', text: '' },
    Center: { tab: 'Center', longitude: '', latitude: '', widthKm: size, heightKm: size },
  };
}
