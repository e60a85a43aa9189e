import { assign, fromPromise, setup, type SnapshotFrom } from 'xstate';
import type { Id } from '../../../contract/calls/envelope.ts';
import { AOI_FACTS_MAX, type AoiFacts, type AoiFactsReply, type SavedAoi } from '../../../contract/saved.ts';
import type { Satellite } from '../../../contract/settings.ts';
import { memoLast } from '../../geo/memo.ts';
import type { NextPass } from '../orders/nextPass.rules.ts';
import { notProvided } from '../shared/notProvided.ts';
import { type AoiSort, sortedAois } from './saved.rules.ts';
import type { ItemsListed } from './savedList.machine.ts';

export interface AoiFactsInput {
  /** Whether the back end tells about saved areas. */
  isOffered: boolean;
  /** Those that may be tasked for; none if tasking is not offered. */
  satellites: readonly Satellite[];
  utype: number;
  now: () => Date;
}
/** The next pass over an area that no scene shows. */
export interface NextPassSought extends Omit<AoiFactsInput, 'isOffered'> {
  saved: SavedAoi;
}
interface AoiFactsContext extends AoiFactsInput {
  items: readonly SavedAoi[];
  /** The areas still to be asked for. */
  asked: readonly Id[];
  /** Answers in a row that told about none of them. */
  empty: number;
  facts: ReadonlyMap<Id, AoiFacts>;
  /** When the last visit was; null for the first one, and before the first answer. */
  since: string | null;
  /** Whether this visit has had an answer. */
  isSeen: boolean;
  /** The next passes by area; null where none is known. */
  passes: ReadonlyMap<Id, NextPass | null>;
  sort: AoiSort;
}
export type AoiFactsEvent =
  | ItemsListed<SavedAoi>
  | { type: 'panel.closed' }
  | { type: 'facts.retried' }
  | { type: 'sort.chosen'; sort: AoiSort };

/** So many answers about none of the areas are waited for: the server makes cloud masks meanwhile. */
const EMPTY_MAX = 3;
/** Areas whose next pass is looked for. */
const PASSES_MAX = 20;

const idsNow = ({ asked }: AoiFactsContext): Id[] => asked.slice(0, AOI_FACTS_MAX);

/** The first area that no scene shows, and whose next pass is not looked up; undefined if there is none. */
const withoutPass = ({ items, facts, passes, satellites }: AoiFactsContext): SavedAoi | undefined =>
  satellites.length === 0 || passes.size >= PASSES_MAX
    ? undefined
    : items.find(({ id }) => {
        const known = facts.get(id);
        return known?.newest === null && known.isTooLarge !== true && !passes.has(id);
      });

/** What a search would find over each saved area: asked in one call for up to 100 of them, while the panel is open. */
export const aoiFactsMachine = setup({
  types: {
    context: {} as AoiFactsContext,
    events: {} as AoiFactsEvent,
    input: {} as AoiFactsInput,
  },
  actors: {
    /** POST /web/useraoi/view/facts. */
    fetchFacts: fromPromise<AoiFactsReply, { ids: Id[]; isSameVisit: boolean }>(notProvided('fetchFacts')),
    /** Finds the passes in a worker, and asks for the price of the next one. */
    findNextPass: fromPromise<NextPass | null, NextPassSought>(notProvided('findNextPass')),
  },
  actions: {
    noteItems: assign(({ context, event }) => {
      if (event.type !== 'items.listed') return {};
      const ids = event.items.map(({ id }) => id);
      const known = new Set(ids);
      return {
        items: event.items,
        asked: ids,
        empty: 0,
        facts: new Map([...context.facts].filter(([id]) => known.has(id))),
      };
    }),
    noteFacts: assign(({ context }, { since, areas }: AoiFactsReply) => {
      const told = new Set(areas.map(({ id }) => id));
      return {
        since,
        isSeen: true,
        facts: new Map([...context.facts, ...areas.map((one) => [one.id, one] as const)]),
        asked: context.asked.filter((id) => !told.has(id)),
        empty: areas.length === 0 ? context.empty + 1 : 0,
      };
    }),
    notePass: assign(({ context }, { pass }: { pass: NextPass | null }) => {
      const saved = withoutPass(context);
      return saved === undefined ? {} : { passes: new Map([...context.passes, [saved.id, pass]]) };
    }),
  },
  guards: {
    isOffered: ({ context }) => context.isOffered,
    isAsked: ({ context }) => context.asked.length > 0 && context.empty < EMPTY_MAX,
    isWithoutPass: ({ context }) => context.isSeen && withoutPass(context) !== undefined,
  },
}).createMachine({
  id: 'aoiFacts',
  context: ({ input }) => ({
    ...input,
    items: [],
    asked: [],
    empty: 0,
    facts: new Map(),
    since: null,
    isSeen: false,
    passes: new Map(),
    sort: 'new',
  }),
  type: 'parallel',
  on: { 'sort.chosen': { actions: assign({ sort: ({ event }) => event.sort }) } },
  states: {
    telling: {
      initial: 'closed',
      on: {
        'items.listed': { guard: 'isOffered', target: '.judging', actions: 'noteItems' },
        'panel.closed': '.closed',
      },
      states: {
        closed: { entry: assign({ isSeen: false }) },
        judging: { always: [{ guard: 'isAsked', target: 'asking' }, { target: 'told' }] },
        asking: {
          tags: 'asking',
          invoke: {
            id: 'fetchFacts',
            src: 'fetchFacts',
            input: ({ context }) => ({ ids: idsNow(context), isSameVisit: context.isSeen }),
            onDone: {
              target: 'judging',
              actions: { type: 'noteFacts', params: ({ event }) => event.output },
            },
            onError: 'failed',
          },
        },
        told: {},
        failed: { tags: 'failed', on: { 'facts.retried': 'asking' } },
      },
    },
    passing: {
      initial: 'idle',
      on: { 'panel.closed': '.idle' },
      states: {
        idle: { always: { guard: 'isWithoutPass', target: 'finding' } },
        finding: {
          tags: 'finding',
          invoke: {
            id: 'findNextPass',
            src: 'findNextPass',
            input: ({ context: { satellites, utype, now, ...context } }) => ({
              saved: withoutPass({ satellites, utype, now, ...context })!,
              satellites,
              utype,
              now,
            }),
            onDone: {
              target: 'idle',
              actions: { type: 'notePass', params: ({ event }) => ({ pass: event.output }) },
            },
            onError: { target: 'idle', actions: { type: 'notePass', params: { pass: null } } },
          },
        },
      },
    },
  },
});

type AoiFactsSnapshot = SnapshotFrom<typeof aoiFactsMachine>;

/** What is known of an area: 'pending' while it is asked for, null if that failed. */
export const factsOfAoi =
  (id: Id) =>
  (facts: AoiFactsSnapshot): AoiFacts | 'pending' | null =>
    facts.context.facts.get(id) ?? (facts.hasTag('asking') ? 'pending' : null);
/** The next pass over an area that no scene shows: 'pending' while it is looked for. */
export const passOfAoi =
  (id: Id) =>
  (facts: AoiFactsSnapshot): NextPass | 'pending' | null => {
    const { context } = facts;
    if (!facts.hasTag('finding')) return context.passes.get(id) ?? null;
    return context.passes.get(id) ?? (withoutPass(context)?.id === id ? 'pending' : null);
  };
export const areFactsLost = (facts: AoiFactsSnapshot): boolean => facts.hasTag('failed');
export const aoiSort = (facts: AoiFactsSnapshot): AoiSort => facts.context.sort;
/** When the last visit was, ISO 8601; null for the first one. */
export const lastVisit = (facts: AoiFactsSnapshot): string | null => facts.context.since;

const orderOf = memoLast(
  (sort: AoiSort, facts: AoiFactsContext['facts']) =>
    (items: readonly SavedAoi[]): SavedAoi[] =>
      sortedAois(items, sort, facts),
);
/** Puts saved areas in the chosen order. */
export const aoiOrder = ({ context }: AoiFactsSnapshot): ((items: readonly SavedAoi[]) => SavedAoi[]) =>
  orderOf(context.sort, context.facts);
