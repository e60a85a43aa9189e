import { useSelector } from '@xstate/react';
import type { Position } from 'geojson';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import type { Scene } from '../../../../../contract/search.ts';
import { boundsOf, viewBoundsOf, type Bounds } from '../../../../geo/entry/bbox.ts';
import { orderScenes } from '../../../../machines/orders/orderPage.selectors.ts';
import { weekPicture, type WeekPicture } from '../../../../machines/search/calendar.machine.ts';
import {
  areResultsMapped,
  openScene,
  requestedAoi,
  shownMosaic,
} from '../../../../machines/search/results.selectors.ts';
import { preferredFootprints } from '../../../../machines/shared/preferences.selectors.ts';
import { useActorIf, useActorOf } from '../../../shared/actors.tsx';
import { cardedScene, hoveredScene, onHovered, setHovered } from '../../../shared/hover.ts';
import { formatDayOfYear } from '../../../shared/i18n/formats.ts';
import { useLanguage } from '../../../shared/i18n/useT.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { fitMargins } from '../../kernel/mapPadding.ts';
import { ticksOf } from '../../kernel/ticks.ts';
import { NUMBERED_MAX } from '../footprints/scenes.ts';
import { labelPoint } from '../../../../geo/area/labelPoint.ts';
import { pointInside } from '../../../../geo/area/pointInside.ts';
import { byId } from '../../../../machines/search/loadedSet.rules.ts';
import { partOf } from './mosaic.ts';
import './sceneMarks.css';

interface Mark {
  key: string;
  position: Position;
  /** Pixels. */
  offset: readonly [number, number];
  content: ReactNode;
  /** Seen only while this is so wide on the screen, degrees. */
  within?: Bounds;
  /** Stays in sight while this is, degrees. */
  inSight?: Bounds;
  /** Whether the picture of this scene lies over it. */
  isUnder?: (id: string) => boolean;
}

/** Width of a part on the screen that has room for its date, pixels. */
const DATED_FROM = 100;
/** Distance of a tag from the edges of the free map, pixels; at the upper one it stays below the place field. */
const TAG_MARGIN = { upper: 32, belowField: 8, side: 90 };

/** Dates of the mosaic's scenes, numbers of selected ones and of an order's, and the name of the open one, on their places. */
export function SceneMarks({ mapHandle }: { mapHandle: MapHandle }) {
  // the key writes all words when the language changes
  return <Marks key={useLanguage()} mapHandle={mapHandle} />;
}

function Marks({ mapHandle }: { mapHandle: MapHandle }) {
  const marks = [useDates(), useNumbers(), useOpenTag()].flat();
  const board = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (marks.length === 0) return undefined;
    const follow = () => {
      for (const [at, mark] of marks.entries()) {
        const element = board.current?.children[at];
        if (!(element instanceof HTMLElement)) continue;
        const place = placeOf(mapHandle, mark);
        element.hidden = place === null;
        if (place !== null) element.style.transform = `translate(${place.x}px, ${place.y}px)`;
      }
    };
    follow();
    const ends = [mapHandle.onView(follow), onHovered(follow), cardedScene.on(follow)];
    return () => {
      for (const end of ends) end();
    };
  });
  return (
    <div ref={board} className="gt-clip gt-fill gt-through" aria-hidden="true">
      {marks.map(({ key, content }) => (
        <div key={key} className="gt-scene-mark gt-placed">
          {content}
        </div>
      ))}
    </div>
  );
}

/** Where a mark is on the screen, pixels; null if it has no room. */
function placeOf(mapHandle: MapHandle, { position, offset, within, inSight, isUnder }: Mark) {
  const { map } = mapHandle;
  const above = hoveredScene() ?? cardedScene.get();
  if (above !== null && isUnder?.(above) === true) return null;
  if (within !== undefined) {
    const [west, south, east] = within;
    if (map.project([east, south]).x - map.project([west, south]).x < DATED_FROM) return null;
  }
  const { x, y } = map.project(position as [number, number]);
  const at = { x: Math.round(x + offset[0]), y: Math.round(y + offset[1]) };
  if (inSight === undefined) return at;
  const [west, south, east, north] = inSight;
  const { upperEdge } = fitMargins(map.getContainer().clientWidth);
  const upper = Math.max(TAG_MARGIN.upper, upperEdge + TAG_MARGIN.belowField);
  const free = mapHandle.intoFreeMap(at, upper, TAG_MARGIN.side);
  const [from, to] = [map.project([west, north]), map.project([east, south])];
  const isSeen = free.x >= from.x && free.x <= to.x && free.y >= from.y - 1 && free.y <= to.y;
  return isSeen ? { x: Math.round(free.x), y: Math.round(free.y) } : null;
}

function useDates(): Mark[] {
  const results = useActorOf('results');
  const isPictured = useSelector(useActorOf('preferences'), (one) => preferredFootprints(one) === 'auto');
  const mosaic = useSelector(results, shownMosaic);
  const isAlone = useSelector(
    results,
    (snapshot) => openScene(snapshot) === null && snapshot.context.chosen.length === 0,
  );
  const week = useSelector(useActorIf('calendar'), (calendar) => calendar && weekPicture(calendar)) ?? null;
  return useMemo(() => {
    if (week !== null) return datesOf(week);
    if (mosaic === null || !isPictured || !isAlone) return [];
    return datesOf({ scenes: results.getSnapshot().context.scenes, mosaic });
  }, [week, mosaic, isPictured, isAlone, results]);
}

const datesOf = ({ scenes, mosaic }: WeekPicture): Mark[] =>
  mosaic.parts.flatMap(({ id, area }): Mark[] => {
    const date = scenes.find((scene) => scene.id === id)?.properties.acquisitionDate ?? null;
    const { point } = labelPoint(area);
    const content = <span className="gt-scene-date gt-block">{formatDayOfYear(date)}</span>;
    const isUnder = (above: string) => {
      const scene = above === id ? undefined : byId(scenes).get(above);
      return scene !== undefined && pointInside(point, scene.geometry);
    };
    return date === null
      ? []
      : [{ key: `date ${id}`, position: point, offset: [0, 0], within: boundsOf(area), isUnder, content }];
  });

const NONE: readonly Scene[] = [];
const NO_OFFSET = [0, 0] as const;

/** The numbers of an order's scenes as in the list, and of selected ones in the order of choice; hovering one lights its footprint. */
function useNumbers(): Mark[] {
  const ordered = useSelector(useActorIf('orderPage'), (page) => page && orderScenes(page)) ?? null;
  const results = useActorOf('results');
  const ids = useSelector(results, (snapshot) => snapshot.context.chosen);
  const isList = useSelector(results, areResultsMapped);
  const aoi = useSelector(results, requestedAoi);
  return useMemo(() => {
    const { scenes } = results.getSnapshot().context;
    const selected = isList && ids.length <= NUMBERED_MAX ? ids : [];
    const numbered = ordered ?? (selected.length === 0 ? NONE : inOrder(scenes, selected));
    return numbered.flatMap((scene, at) => {
      const { id, geometry } = scene;
      const seen = ordered === null && aoi !== null ? partOf(scene)(aoi.geometry) : null;
      const [tick] =
        seen === null ? ticksOf([geometry]) : [{ position: labelPoint(seen).point, offset: NO_OFFSET }];
      const disc = (
        <div
          className="gt-scene-disc gt-reachable gt-filled gt-centre gt-round"
          onPointerEnter={() => setHovered(id)}
          onPointerLeave={() => setHovered(null)}
        >
          {at + 1}
        </div>
      );
      return tick === undefined ? [] : [{ key: `disc ${id}`, ...tick, content: disc }];
    });
  }, [ordered, results, ids, isList, aoi]);
}

function inOrder(scenes: readonly Scene[], ids: readonly string[]): Scene[] {
  return ids.flatMap((id) => scenes.find((scene) => scene.id === id) ?? []);
}

/** The day and the satellite of the open scene, at its upper edge. */
function useOpenTag(): Mark[] {
  const open = useSelector(useActorOf('results'), openScene);
  return useMemo(() => {
    if (open === null) return [];
    const { acquisitionDate, satellite } = open.properties;
    const bounds = viewBoundsOf(open.geometry);
    const words = [formatDayOfYear(acquisitionDate), satellite].filter(Boolean).join(' · ');
    return [
      {
        key: 'open',
        position: [(bounds[0] + bounds[2]) / 2, bounds[3]],
        offset: [0, 0],
        inSight: bounds,
        content: <span className="gt-scene-tag gt-block gt-filled">{words}</span>,
      },
    ];
  }, [open]);
}
