import type { SnapshotFrom } from 'xstate';
import type { NoticeText } from '../shared/notice.ts';
import type { imageryExportMachine } from './imageryExport.machine.ts';
import { creditsRefusal } from './imageryExport.rules.ts';

/** §5: expected cost must not exceed the credits balance; shown at the price. */
export function exportCreditsRefusal({
  context: { price },
}: SnapshotFrom<typeof imageryExportMachine>): NoticeText | null {
  return price === null ? null : creditsRefusal(price);
}
