import type { SnapshotFrom } from 'xstate';
import type { BaseMap } from '../../../../contract/limits.ts';
import type { baseMapMachine } from './baseMap.machine.ts';
import type { LayerId } from '../map.events.ts';

type BaseMapSnapshot = SnapshotFrom<typeof baseMapMachine>;

export const shownBaseMap = (baseMap: BaseMapSnapshot): BaseMap => baseMap.context.baseMap;
export const chosenLayer = (baseMap: BaseMapSnapshot): LayerId => baseMap.context.chosen;
/** Whether the selector is visible: also for 200 ms after a choice. */
export const isSelectorShown = (baseMap: BaseMapSnapshot): boolean => baseMap.hasTag('shown');
