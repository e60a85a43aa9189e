import type { SnapshotFrom } from 'xstate';
import type { Place } from '../../../contract/places.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { placesMachine } from './places.machine.ts';

type Places = SnapshotFrom<typeof placesMachine>;

export const placeQuery = (places: Places): string => places.context.text;
export const foundPlaces = (places: Places): readonly Place[] => places.context.list;
export const isFindingPlaces = (places: Places): boolean => places.hasTag('busy');
/** Whether the answer is shown: places, none, or a refusal. */
export const isPlaceListOpen = (places: Places): boolean => places.hasTag('open');
export const placesRefusal = (places: Places): NoticeText | null => places.context.refusal;
/** The place that the map was moved to and that can become the AOI; null if there is none. */
export const reachedPlace = (places: Places): Place | null => places.context.reached;
