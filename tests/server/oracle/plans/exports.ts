import type { AnyStateMachine } from 'xstate';
import { wireExports } from '../../../../src/wiring/exports.ts';
import { wireImagery } from '../../../../src/wiring/imagery.ts';
import type { ModelEvent } from '../../../model/paths/explore.ts';
import * as sample from '../../../model/shared/samples.ts';
import { addLayer } from '../stock.ts';
import { inside, type Opened, type Plan, type World } from '../world.ts';

const inNode = (machine: unknown, parts: { actors?: object; actions?: object }): AnyStateMachine =>
  (machine as AnyStateMachine).provide(parts as never);

async function newSceneExport({ elsewhere }: World): Promise<string> {
  const body = {
    name: 'Harbour',
    type: 'GeoJSON',
    productIds: ['A'] as string[],
    aoiWkt: sample.smallAoi.wkt,
  } as const;
  return String((await elsewhere('submitExportTask', { body })).reply.data?.id);
}

/** Less than the models' area, so that a file of it is small. */
const exported = sample.squareAoi(103.8, 1.3, 0.02);

async function newImageryExport(world: World, dsId: number): Promise<string> {
  const body = {
    taskName: 'Harbour',
    dsId,
    aoi: exported.wkt,
    outMode: 'bbox',
    outResolution: 2,
    outProj: 'EPSG:3857',
  } as const;
  const key = Array.from({ length: 32 }, () => Math.floor(world.random() * 16).toString(16)).join('');
  await world.elsewhere('imageryExportSubmit', { body }, { key });
  const { reply } = await world.elsewhere('imageryExports', { query: { cpage: 1 } });
  return reply.list[0]!.taskNum;
}

async function openExports(world: World): Promise<Opened> {
  const { app, random, now } = world;
  const { pool } = app.deps.db;
  const kind = random() < 0.5 ? 'scene' : 'imagery';
  const layer = kind === 'imagery' ? await addLayer(world) : 0;
  const more = kind === 'scene' ? () => newSceneExport(world) : () => newImageryExport(world, layer);
  const table = kind === 'scene' ? 'scene_exports' : 'imagery_exports';
  const [name, done, failed] =
    kind === 'scene' ? (['id::text', 1, 2] as const) : (['task_num', 2, 3] as const);
  const end = (key: string, status: number) =>
    pool.query(
      `update ${table} set status = $2, progress = 100, due_at = null, expires_at = $3 where ${name} = $1`,
      [key, status, status === done ? new Date('2026-11-28T08:00:00Z') : null],
    );
  const second = await more();
  const first = await more();
  const keys: Readonly<Record<string, string>> = { 1: first, 2: second };
  if (kind === 'imagery') await end(second, done);
  return {
    machine: inNode(wireExports(world.call).exports, {
      actions: { openFiles: () => {}, saveFiles: () => {} },
    }),
    input: { kind, now },
    variant: kind === 'scene' ? 'scenes' : 'imagery',
    bind: (event) => {
      const key = keys[String(event['key'])];
      return key === undefined ? event : { ...event, key };
    },
    changes: {
      'the exports end': async () => {
        await end(first, kind === 'scene' ? done : failed);
        if (kind === 'scene') await end(second, failed);
      },
    },
    prefers: ['panel.opened', 'cancel.requested', 'task.awaited', 'cancel.confirmed'],
  };
}

async function openRename(world: World): Promise<Opened> {
  const key = await newSceneExport(world);
  return {
    machine: inside(wireExports(world.call).exports, 'rename'),
    input: { key, name: 'Harbour' },
    variant: 'an export',
    changes: {
      'the export is forgotten': () =>
        world.app.deps.db.pool.query('delete from scene_exports where id = $1', [Number(key)]),
    },
    prefers: ['name.changed#1', 'rename.submitted'],
  };
}

function openSceneExport(world: World): Opened {
  const { config } = world.app.deps;
  const { accountExports } = config;
  const withdraw = (from: string, to: string) =>
    world.app.deps.db.pool.query('update scenes set product_id = $2 where product_id = $1', [from, to]);
  const productIds = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? 'A' : 'B'));
  return {
    machine: wireExports(world.call).sceneExport,
    input: { productIds, aoi: sample.smallAoi },
    variant: '100 scenes',
    changes: {
      'a scene is withdrawn': () => withdraw('B', 'B withdrawn'),
      'as many exports are in process as there may be': () => {
        config.accountExports = 0;
      },
      'the disk is full': () => {
        config.diskReserve = 1e18;
      },
    },
    prefers: ['draft.changed#1', 'export.submitted'],
    async close() {
      Object.assign(config, { accountExports, diskReserve: 0 });
      await withdraw('B withdrawn', 'B');
    },
  };
}

async function openImagery(world: World): Promise<Opened> {
  const ids = [await addLayer(world), await addLayer(world), await addLayer(world, false)];
  const { pool } = world.app.deps.db;
  const idOf = (event: ModelEvent) => ids[(event['id'] as number) - 1] ?? 0;
  const hide = (id: number) => () => pool.query('delete from imagery_rights where layer_id = $1', [id]);
  return {
    machine: wireImagery(world.call).imagery,
    input: { layers: null },
    variant: 'an address that names none',
    bind: (event) => ('id' in event ? { ...event, id: idOf(event) } : event),
    changes: { 'the operator takes the right to the first layer': hide(ids[0]!) },
    prefers: ['vector.toggled#1', 'layer.toggled#1', 'reload.requested'],
  };
}

async function openImageryExport(world: World): Promise<Opened> {
  const id = await addLayer(world);
  const { app, account, random } = world;
  const { config, db } = app.deps;
  const { accountExports, diskReserve } = config;
  const makeKey = () => Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  const isUnanswered = random() < 0.3;
  const submit = { form: 'imageryExport', key: makeKey(), wait: 1000 };
  return {
    machine: wireImagery(world.call).imageryExport,
    input: {
      layer: { id, name: 'Harbour' },
      aoi: exported,
      makeKey,
      submits: isUnanswered
        ? { ...sample.noSubmits, find: () => submit, list: () => [submit] }
        : sample.noSubmits,
    },
    variant: isUnanswered ? 'a submit without an answer' : 'a layer and an area',
    changes: {
      'the credits are spent': () =>
        db.pool.query('update accounts set credits = 0 where id = $1', [account.id]),
      'the balance is the price': () =>
        db.pool.query('update accounts set credits = $2 where id = $1', [account.id, 10]),
      'the operator takes the right to the layer': () =>
        db.pool.query('delete from imagery_rights where layer_id = $1', [id]),
      'the operator switches exports off or on': () => {
        config.apis.imagery_export = !config.apis.imagery_export;
      },
      'as many exports are in process as there may be': () => {
        config.accountExports = 0;
      },
    },
    prefers: ['draft.changed#1', 'submit.requested', 'price.requested'],
    close: () => {
      config.apis.imagery_export = true;
      Object.assign(config, { accountExports, diskReserve });
    },
  };
}

export const exportPlans: readonly Plan[] = [
  {
    machine: 'exports',
    calls: ['listExports', 'refreshExports', 'askExports', 'cancelExport'],
    paths: 50,
    moves: 18,
    open: openExports,
  },
  { machine: 'exportRename', calls: ['renameExport'], paths: 30, moves: 12, open: openRename },
  { machine: 'sceneExport', calls: ['submitExport'], paths: 40, moves: 12, open: openSceneExport },
  {
    machine: 'imagery',
    calls: ['fetchLayers', 'refreshLayers', 'fetchVector'],
    paths: 40,
    moves: 14,
    open: openImagery,
  },
  {
    machine: 'imageryExport',
    calls: ['fetchPrice', 'submit', 'settleSubmit'],
    paths: 70,
    moves: 24,
    open: openImageryExport,
  },
];
