import type { Id } from '../../../../contract/calls/envelope.ts';
import { fromCallback, fromPromise, type AnyStateMachine } from 'xstate';
import { endpoints } from '../../../../contract/calls/endpoints.ts';
import { wireAoi } from '../../../../src/wiring/aoi.ts';
import { wireSaved } from '../../../../src/wiring/saved.ts';
import { wireSharedPage } from '../../../../src/wiring/sharedPage.ts';
import type { ModelEvent } from '../../../model/paths/explore.ts';
import * as sample from '../../../model/shared/samples.ts';
import { inside, type Opened, type Plan, type World } from '../world.ts';

const MANY = 12;
const silent = fromCallback(() => {});
const copyLink = fromPromise(() =>
  Promise.resolve({ link: 'https://portal.example/?skey=k', isCopied: true }),
);

const inNode = (machine: unknown, actors: object): AnyStateMachine =>
  (machine as AnyStateMachine).provide({ actors: actors as never });

/** The list of a machine, in a page that is never left. */
const listOf = (machine: AnyStateMachine) => inNode(inside(machine, 'list'), { watchLeaving: silent });

async function saveArea({ elsewhere }: World, geom = sample.smallAoi.wkt): Promise<void> {
  await elsewhere('saveAoi', { body: { name: 'Harbour', geom } });
}

async function areasOf({ elsewhere }: World) {
  return (await elsewhere('savedAois', {})).reply.data ?? [];
}

async function deleteArea({ elsewhere }: World, id: Id): Promise<void> {
  await elsewhere('deleteAoi', { params: { id } });
}

async function openList(world: World): Promise<Opened> {
  const { app, account, now, random } = world;
  await saveArea(world);
  await app.deps.db.pool.query(
    `insert into saved_aois (account_id, name, geom, created_at, area_km2)
     select account_id, name, geom, $2, area_km2 from saved_aois, generate_series(1, $3) where account_id = $1`,
    [account.id, now(), random() < 0.5 ? 1 : MANY],
  );
  const [first, second] = (await areasOf(world)).map(({ id }) => Number(id));
  const ids: Readonly<Record<number, number | undefined>> = { 1: first, 2: second };
  return {
    machine: listOf(wireSaved(world.call).savedAois),
    variant: 'a list of areas',
    bind: (event) =>
      event.type === 'deletion.requested' ? { ...event, id: ids[event['id'] as number] ?? 0 } : event,
    changes: {
      'an area is deleted elsewhere': () => deleteArea(world, first!),
      'all areas are deleted elsewhere': async () => {
        for (const { id } of await areasOf(world)) await deleteArea(world, id);
      },
    },
    prefers: ['panel.opened', 'deletion.requested#1'],
    skips: ['deletion.due'],
  };
}

async function openAois(world: World): Promise<Opened> {
  await saveArea(world);
  // longer than a list shows whole
  await saveArea(world, sample.roundAoi(60, 0.2).wkt);
  const areas = await areasOf(world);
  const outlined = areas.find(({ isOutline }) => isOutline);
  const plain = areas.find(({ isOutline }) => !isOutline);
  if (outlined === undefined || plain === undefined) throw new Error('no area with an outline is listed');
  const savedAois = wireSaved(world.call).savedAois;
  return {
    machine: inNode(savedAois, { list: listOf(savedAois) }),
    variant: 'nothing shown',
    bind: (event: ModelEvent) => {
      const { saved } = event as { saved?: { id: number; isOutline?: boolean } };
      if (saved?.isOutline) return { ...event, saved: outlined };
      return saved?.id === 1 ? { ...event, saved: plain } : event;
    },
    changes: { 'the area is deleted elsewhere': () => deleteArea(world, outlined.id) },
    prefers: ['aoi.selected#3', 'aoi.shown#3', 'aoi.sought#3'],
  };
}

const dump = (...ids: string[]) => ({
  condition: sample.condition,
  result: ids.map((id) => ({ id })),
  resultStatus: { numberMatched: 7 },
});

async function saveSearch({ elsewhere }: World, ...ids: string[]) {
  const body = { name: 'Harbour', aoiGeom: sample.smallAoi.wkt, dumpJson: dump(...ids) };
  const saved = (await elsewhere('saveSearch', { body })).reply.data;
  if (saved === undefined) throw new Error('the search was not saved');
  return saved;
}

async function openSearches(world: World): Promise<Opened> {
  const { id } = await saveSearch(world, 'A', 'B', 'C');
  const saved = (await world.elsewhere('savedSearches', {})).reply.data![0]!;
  const savedSearches = wireSaved(world.call).savedSearches;
  return {
    machine: inNode(savedSearches, { list: listOf(savedSearches), copyLink }),
    variant: 'nothing asked',
    bind: (event) => {
      const named = (event['saved'] as { id: number } | undefined)?.id;
      if (named === 1) return { ...event, saved };
      return named === 2 ? { ...event, saved: { ...saved, aoiGeom: 'POINT (1 2)' } } : event;
    },
    changes: {
      'the search is deleted elsewhere': () => world.elsewhere('deleteSearch', { params: { id } }),
    },
    prefers: ['recall.requested#1', 'recall.requested#2'],
  };
}

async function openShared(world: World): Promise<Opened> {
  const { id, skey } = await saveSearch(world, 'A', 'B', 'C');
  const { db } = world.app.deps;
  return {
    machine: wireSharedPage(world.line.client(() => null)).sharedSearch,
    input: { skey },
    variant: 'a key',
    changes: {
      'the search is deleted elsewhere': () => world.elsewhere('deleteSearch', { params: { id } }),
      'links are opened too often': async () => {
        const call = world.line.plainClient();
        // opens the count
        await call(endpoints.sharedSearch, { params: { skey } }).catch(() => {});
        await db.pool.query('update rate_windows set uses = 100000');
      },
    },
    close: () => db.pool.query('delete from rate_windows'),
  };
}

function openSaveSearch(world: World): Opened {
  const { db, config } = world.app.deps;
  const cap = config.searchCap;
  const withdraw = (from: string, to: string) =>
    db.pool.query('update scenes set product_id = $2 where product_id = $1', [from, to]);
  return {
    machine: wireSaved(world.call).saveSearch,
    input: {
      condition: sample.condition,
      aoi: sample.smallAoi,
      scenes: sample.scenes,
      numberMatched: 3,
    },
    variant: 'a search with three scenes',
    changes: {
      'a scene is withdrawn': () => withdraw('B', 'B withdrawn'),
      'the operator lowers the cap of results': () => {
        config.searchCap = 2;
      },
    },
    prefers: ['name.changed', 'saving.submitted'],
    async close() {
      config.searchCap = cap;
      await withdraw('B withdrawn', 'B');
    },
  };
}

/** As many areas as an account may have. */
const MOST = 500;

function openSaveAoi(world: World): Opened {
  const { db } = world.app.deps;
  return {
    machine: wireAoi(world.call).saveAoi,
    variant: 'no area yet',
    changes: {
      'another session saves as many areas as there may be': () =>
        db.pool.query(
          `insert into saved_aois (account_id, name, geom, created_at)
           select $1, 'Harbour', $2, $3 from generate_series(1, ${MOST})`,
          [world.account.id, sample.smallAoi.wkt, world.now()],
        ),
    },
    prefers: ['aoi.changed#1', 'saving.opened', 'name.changed', 'saving.submitted'],
  };
}

export const savedPlans: readonly Plan[] = [
  {
    machine: 'savedList',
    calls: ['listItems', 'refreshItems', 'deleteItem'],
    paths: 50,
    moves: 20,
    open: openList,
  },
  { machine: 'savedAois', calls: ['fetchAoi'], paths: 30, moves: 14, open: openAois },
  { machine: 'savedSearches', calls: ['fetchDump'], paths: 30, moves: 14, open: openSearches },
  { machine: 'saveSearch', calls: ['saveSearch'], paths: 40, moves: 12, open: openSaveSearch },
  { machine: 'sharedSearch', calls: ['fetchShared'], paths: 30, moves: 10, open: openShared },
  { machine: 'saveAoi', calls: ['saveAoi'], paths: 40, moves: 14, open: openSaveAoi },
];
