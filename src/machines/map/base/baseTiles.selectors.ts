import type { SnapshotFrom } from 'xstate';
import { MAP_START, type BaseMap } from '../../../../contract/limits.ts';
import type { MapPlace } from '../map.events.ts';
import type { BaseMaps, baseTilesMachine } from './baseTiles.machine.ts';

type BaseTiles = SnapshotFrom<typeof baseTilesMachine>;

/** The sources of the base maps; renewed while the page is open. */
export const baseMapSources = (tiles: BaseTiles): BaseMaps => tiles.context.sources;
/** The base map whose tiles are unavailable; null if they load. */
export const lostBase = (tiles: BaseTiles): BaseMap | null =>
  tiles.hasTag('lost') ? tiles.context.base : null;
/** Zoom, as shown (decision 18), at which the built-in map shows the surroundings of the start. */
const BUILT_IN_ZOOM = 11;
/** The first view: the start of §2, at a zoom at which the built-in map shows something where it is the base map. */
export const firstView = (tiles: BaseTiles): MapPlace =>
  lostBase(tiles) !== null || tiles.context.sources[tiles.context.base].tiles.length === 0
    ? { ...MAP_START, zoom: BUILT_IN_ZOOM }
    : MAP_START;
/** The base map that must not be requested now; null if all may be. */
export const withheldBase = (tiles: BaseTiles): BaseMap | null =>
  tiles.hasTag('withheld') ? tiles.context.base : null;
/** HTTP status of the refusal; null if no reply came. */
export const lossStatus = (tiles: BaseTiles): number | null => tiles.context.status;
export const isRetrying = (tiles: BaseTiles): boolean => tiles.hasTag('retrying');
/** Whether the tiles have just come back. */
export const isBack = (tiles: BaseTiles): boolean => tiles.hasTag('back');
/** Seconds until the next try. */
export const secondsUntilRetry = ({ context }: BaseTiles): number =>
  Math.max(0, Math.ceil((context.retryAt - context.now().getTime()) / 1000));
export const isNoticeClosed = (tiles: BaseTiles): boolean => tiles.context.isNoticeClosed;
/** The attribution of the visible area, and the base map that it belongs to; null if there is none. */
export const viewCopyright = (tiles: BaseTiles): { base: BaseMap; text: string } | null =>
  tiles.context.credited === null || tiles.context.copyright === null
    ? null
    : { base: tiles.context.credited, text: tiles.context.copyright };
