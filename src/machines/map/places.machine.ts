import { assign, fromPromise, sendParent, setup, type SnapshotFrom } from 'xstate';
import { type Place, PLACE_QUERY, placeOfPoint } from '../../../contract/places.ts';
import type { AreaGeometry } from '../../geo/aoi.ts';
import { readDegreePair } from '../../geo/entry/degreePair.ts';
import type { AoiDrawn } from '../aoi/aoi.machine.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { PlaceRequested, PlaceStarted } from './map.events.ts';

/** A place's bounds as an area. Across 180° its longitudes exceed 180; the AOI is cut there like a drawn one. */
export function areaOfPlace({ bbox: [west, south, east, north] }: Place): AreaGeometry {
  const end = east < west ? east + 360 : east;
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [end, south],
        [end, north],
        [west, north],
        [west, south],
      ],
    ],
  };
}

/** Whether a text is long and short enough for a request. */
export function isAskable(text: string): boolean {
  const { length } = text.trim();
  return length >= PLACE_QUERY.min && length <= PLACE_QUERY.max;
}

/**
 * A place for typed coordinates: "1.28, 103.85", "1°17′24″N 103°51′0″E".
 * @returns null if the text is not a pair of coordinates, or can be split into two pairs ("1,28 28,45"): it is then a name
 */
export function placeOfText(text: string): Place | null {
  const point = readDegreePair(text);
  if (point === null) return null;
  const { latitude, longitude } = point;
  // a link is no name
  const name = /^https?:/i.test(text.trim()) ? `${latitude}, ${longitude}` : text.trim();
  return placeOfPoint(name, latitude, longitude);
}

interface PlacesContext {
  text: string;
  /** The places found for the text, the best first. */
  list: readonly Place[];
  refusal: NoticeText | null;
  /** Enter was pressed before the answer: the map goes to the first place as soon as it arrives. */
  isHasty: boolean;
  /** The place was meant on the start card: its surroundings become the AOI, and are searched. */
  isStart: boolean;
  /** The place that the map was moved to, until another text is typed. */
  reached: Place | null;
}
export type PlacesEvent =
  | { type: 'query.changed'; text: string }
  | { type: 'query.cleared' }
  | { type: 'search.repeated' }
  | { type: 'place.chosen'; at: number; isStart?: boolean }
  /** The place that the map was moved to becomes the AOI. */
  | { type: 'place.used' }
  /** Enter with no marked place means the best one. */
  | { type: 'query.submitted'; isStart?: boolean };

/** The chosen place, or the best one. */
const placeMeant = ({ list }: PlacesContext, event: PlacesEvent): Place | undefined =>
  list[event.type === 'place.chosen' ? event.at : 0];

/** Search for a place by name or coordinates. */
export const placesMachine = setup({
  types: { context: {} as PlacesContext, events: {} as PlacesEvent },
  actors: {
    /** GET /web/places. */
    findPlaces: fromPromise<Place[], { text: string }>(notProvided('findPlaces')),
  },
  actions: {
    setText: assign(({ event }) =>
      event.type === 'query.changed'
        ? { text: event.text, refusal: null, isHasty: false, reached: null }
        : {},
    ),
    // coordinates need no request
    listCoordinates: assign(({ event }) => {
      const place = event.type === 'query.changed' ? placeOfText(event.text) : null;
      return { list: place === null ? [] : [place] };
    }),
    reset: assign({ text: '', list: [], refusal: null, isHasty: false, reached: null }),
    dropList: assign({ list: [] }),
    noteStart: assign(({ event }) =>
      event.type === 'place.chosen' || event.type === 'query.submitted'
        ? { isStart: event.isStart === true }
        : {},
    ),
    hurry: assign({ isHasty: true }),
    notifyMeant: sendParent(({ context, event }): PlaceRequested | PlaceStarted => {
      const place = placeMeant(context, event);
      if (place === undefined) throw new Error('no such place');
      return context.isStart
        ? { type: 'place.started', place }
        : { type: 'place.requested', bbox: place.bbox };
    }),
    setName: assign(({ context, event }) => ({
      text: placeMeant(context, event)?.name ?? context.text,
      isHasty: false,
      reached: context.isStart ? null : (placeMeant(context, event) ?? null),
    })),
    notifyDrawn: sendParent(({ context }): AoiDrawn => {
      if (context.reached === null) throw new Error('no place was reached');
      return { type: 'aoi.drawn', geometry: areaOfPlace(context.reached) };
    }),
  },
  guards: {
    isCoordinates: ({ event }) => event.type === 'query.changed' && placeOfText(event.text) !== null,
    isAskable: ({ event }) => event.type === 'query.changed' && isAskable(event.text),
    isReached: ({ context }) => context.reached !== null,
    isListed: ({ context, event }) => placeMeant(context, event) !== undefined,
  },
  delays: {
    /** Pause in the typing after which a request is sent, ms. */
    QUERY_DELAY: 200,
  },
}).createMachine({
  id: 'places',
  context: { text: '', list: [], refusal: null, isHasty: false, isStart: false, reached: null },
  initial: 'idle',
  on: {
    'query.changed': [
      { guard: 'isCoordinates', target: '.found', actions: ['setText', 'listCoordinates'] },
      { guard: 'isAskable', target: '.settling', actions: 'setText' },
      { target: '.idle', actions: ['setText', 'dropList'] },
    ],
    'query.cleared': { target: '.idle', actions: 'reset' },
    'place.used': { guard: 'isReached', actions: ['notifyDrawn', assign({ reached: null })] },
  },
  states: {
    idle: {},
    // the previous places stay visible, but can't be chosen: they belong to another text
    settling: {
      tags: 'busy',
      after: { QUERY_DELAY: 'searching' },
      on: { 'query.submitted': { target: 'searching', actions: ['noteStart', 'hurry'] } },
    },
    searching: {
      tags: 'busy',
      on: { 'query.submitted': { actions: ['noteStart', 'hurry'] } },
      invoke: {
        id: 'findPlaces',
        src: 'findPlaces',
        input: ({ context }) => ({ text: context.text.trim() }),
        onDone: [
          {
            guard: ({ context, event }) => context.isHasty && event.output.length > 0,
            target: 'idle',
            actions: [
              assign({ list: ({ event }) => event.output }),
              { type: 'notifyMeant' },
              { type: 'setName' },
              { type: 'dropList' },
            ],
          },
          { target: 'found', actions: assign({ list: ({ event }) => event.output, isHasty: false }) },
        ],
        onError: {
          target: 'failed',
          actions: assign({
            list: [],
            refusal: ({ event }) => messageOrFallback(event.error, 'errors.placesNotFound'),
            isHasty: false,
          }),
        },
      },
    },
    found: {
      tags: 'open',
      on: {
        'place.chosen': {
          guard: 'isListed',
          target: 'idle',
          actions: ['noteStart', 'notifyMeant', 'setName', 'dropList'],
        },
        'query.submitted': {
          guard: 'isListed',
          target: 'idle',
          actions: ['noteStart', 'notifyMeant', 'setName', 'dropList'],
        },
      },
    },
    failed: { tags: 'open', on: { 'search.repeated': 'searching', 'query.submitted': 'searching' } },
  },
});

type Places = SnapshotFrom<typeof placesMachine>;

export const placeQuery = (places: Places): string => places.context.text;
export const foundPlaces = (places: Places): readonly Place[] => places.context.list;
export const isFindingPlaces = (places: Places): boolean => places.hasTag('busy');
/** Whether the answer is shown: places, none, or a refusal. */
export const isPlaceListOpen = (places: Places): boolean => places.hasTag('open');
export const placesRefusal = (places: Places): NoticeText | null => places.context.refusal;
/** The place that the map was moved to and that can become the AOI; null if there is none. */
export const reachedPlace = (places: Places): Place | null => places.context.reached;
