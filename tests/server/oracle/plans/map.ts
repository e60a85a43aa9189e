import { fromPromise, type AnyStateMachine } from 'xstate';
import { wireAoi } from '../../../../src/wiring/aoi.ts';
import { wireMap, wireShownMap } from '../../../../src/wiring/map.ts';
import { wireOrders } from '../../../../src/wiring/orders.ts';
import { wireSearch } from '../../../../src/wiring/search.ts';
import { newAcquisitionModel } from '../../../model/orders/newAcquisitionModel.ts';
import { baseTilesModel } from '../../../model/map/mapModels.ts';
import { searchModel } from '../../../model/search/searchModels.ts';
import * as sample from '../../../model/shared/samples.ts';
import type { Opened, Plan, World } from '../world.ts';

/** No place of the gazetteer is near. */
const OCEAN = sample.squareAoi(-30, -40, 0.3);

const inNode = (machine: unknown, actors: object): AnyStateMachine =>
  (machine as AnyStateMachine).provide({ actors: actors as never });

async function openSearch(world: World): Promise<Opened> {
  const { db } = world.app.deps;
  const variant = 'a person of utype 1';
  const set = (sql: string) => () => db.pool.query(`update scenes set ${sql}`);
  if (world.random() < 0.5) await set('cloud_cover = 90')();
  return {
    machine: wireSearch(world.call).search,
    input: searchModel.variants[variant],
    variant,
    changes: {
      'all scenes become cloudy': set('cloud_cover = 90'),
      'all scenes become clear': set('cloud_cover = 3'),
    },
    prefers: ['aoi.changed#1', 'search.requested', 'explanation.requested'],
    close: set('cloud_cover = 3'),
  };
}

function openAcquisition(world: World): Opened {
  const { config } = world.app.deps;
  const variant = 'four satellites';
  const found = newAcquisitionModel.events.filter(({ type }) => type === 'xstate.done.actor.findFleetPasses');
  const findFleetPasses = fromPromise(() => {
    const pass = found[Math.floor(world.random() * found.length)];
    return Promise.resolve(pass?.['output']);
  });
  return {
    machine: inNode(wireOrders(world.call).newAcquisition, { findFleetPasses }),
    input: newAcquisitionModel.variants[variant],
    variant,
    changes: {
      'the operator switches tasking off or on': () => {
        config.apis.order_tasking = !config.apis.order_tasking;
      },
    },
    prefers: ['newAcquisition.requested#1', 'aoi.changed#1', 'pricing.repeated'],
    close: () => {
      config.apis.order_tasking = true;
    },
  };
}

function openBaseTiles(world: World): Opened {
  const { config } = world.app.deps;
  const given = config.gmap;
  const variant = 'OSM is shown';
  return {
    machine: inNode(wireShownMap(world.call).baseTiles, {
      // a service outside
      fetchCopyright: fromPromise(() => Promise.resolve('Map data ©2026')),
    }),
    input: baseTilesModel.variants[variant],
    variant,
    changes: {},
    prefers: ['tiles.lost#1', 'retry.requested', 'base.shown'],
    close: () => {
      config.gmap = given;
    },
  };
}

export const mapPlans: readonly Plan[] = [
  {
    machine: 'search',
    calls: ['searchScenes', 'relaxSearch'],
    account: { utype: 1 },
    paths: 80,
    moves: 24,
    open: openSearch,
  },
  {
    machine: 'places',
    calls: ['findPlaces'],
    paths: 40,
    moves: 12,
    open: (world) => ({
      machine: wireMap(world.call).places,
      variant: 'nothing typed',
      prefers: ['query.changed#1'],
    }),
  },
  {
    machine: 'aoiPlace',
    calls: ['findPlace'],
    paths: 30,
    moves: 12,
    open(world) {
      const isFarAway = world.random() < 0.3;
      return {
        machine: wireAoi(world.call).aoiPlace,
        variant: 'no area yet',
        bind: (event) => (isFarAway && event['aoi'] !== null ? { ...event, aoi: OCEAN } : event),
        prefers: ['aoi.changed#1'],
      };
    },
  },
  { machine: 'newAcquisition', calls: ['fetchPrices'], paths: 40, moves: 18, open: openAcquisition },
  { machine: 'baseTiles', calls: ['fetchBaseMaps'], paths: 30, moves: 14, open: openBaseTiles },
];
