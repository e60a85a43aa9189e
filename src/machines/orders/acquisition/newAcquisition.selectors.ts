import type { SnapshotFrom } from 'xstate';
import type { Aoi } from '../../../geo/aoi.ts';
import { windowRefusal } from '../../search/taskingStart.rules.ts';
import type { NoticeText } from '../../shared/notice.ts';
import { chosenRow, type newAcquisitionMachine } from './newAcquisition.machine.ts';
import {
  rowsOf,
  shownPass,
  waitsFor,
  type AcquisitionDraft,
  type AcquisitionRow,
  type AcquisitionSort,
} from './newAcquisition.rules.ts';

type Acquisition = SnapshotFrom<typeof newAcquisitionMachine>;

export const isAcquiring = (acquisition: Acquisition): boolean => acquisition.hasTag('open');
export const acquisitionDraft = (acquisition: Acquisition): AcquisitionDraft => acquisition.context.draft;
export const acquisitionAoi = (acquisition: Acquisition): Aoi | null => acquisition.context.aoi;
export const acquisitionSort = (acquisition: Acquisition): AcquisitionSort => acquisition.context.sort;
export const chosenSatellite = (acquisition: Acquisition): string | null => acquisition.context.chosen;
export const isFindingFleet = (acquisition: Acquisition): boolean =>
  acquisition.hasTag('finding') && acquisition.context.found === null;
export const isPricingFleet = (acquisition: Acquisition): boolean =>
  acquisition.hasTag('pricing') && acquisition.context.prices === null;
export const hasFindingFailed = (acquisition: Acquisition): boolean =>
  acquisition.can({ type: 'finding.repeated' });
export const hasPricingFailed = (acquisition: Acquisition): boolean =>
  acquisition.can({ type: 'pricing.repeated' });

/** The table of satellites. */
export function acquisitionRows({ context }: Acquisition): AcquisitionRow[] {
  const { satellites, found, prices, draft, sort } = context;
  return rowsOf(satellites, found, prices, draft, sort);
}

/** The pass on the map with its row; null if there is none. */
export const passOnMap = (acquisition: Acquisition): ReturnType<typeof shownPass> =>
  shownPass(acquisitionRows(acquisition), acquisition.context);

/** Whether the user has selected or pointed at something; otherwise the first satellite's best pass is on the map. */
export const hasSelectedPass = ({ context: { chosen, fixed, pointed } }: Acquisition): boolean =>
  chosen !== null || fixed !== null || pointed !== null;

/** Why the window can't be ordered; shown at its dates. */
export const acquisitionWindowRefusal = ({ context: { draft, now } }: Acquisition): NoticeText | null =>
  windowRefusal(draft.windowStart, draft.windowEnd, now());

/** Why Continue is disabled; null if it is enabled. */
export const acquisitionWaitsFor = ({ context }: Acquisition): NoticeText | null =>
  waitsFor(context.aoi, context.draft, chosenRow(context), context.now());
