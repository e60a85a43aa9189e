import type { CoordinateEntry, TypedEntries } from '../../../machines/aoi/aoi.rules.ts';
import type { NoticeText } from '../../../machines/shared/notice.ts';

/** The text of each tab. */
export type Entries = TypedEntries['entries'];

/** Props of a tab's fields. */
export interface TabProps<Tab extends CoordinateEntry['tab']> {
  entry: Entries[Tab];
  refusal: NoticeText | null;
  onEdit: (patch: Partial<Entries[Tab]>) => void;
}
