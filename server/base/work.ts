import { availableParallelism } from 'node:os';
import type { EndpointName } from '../../contract/calls/endpoints.ts';
import { openTurns, type TurnLimits, type Turns } from './turns.ts';
import type { Config } from './settings/config.ts';

/**
 * Kinds of work that are shared out between callers (decision 197); one kind never waits for another. Calls of callers without
 * an account, bodies that are on their way, and finding out whose a token is, are kinds of their own.
 */
export type Work =
  | 'searches'
  | 'surveys'
  | 'shares'
  | 'tiles'
  | 'quicklooks'
  | 'assets'
  | 'orders'
  | 'exports'
  | 'calls'
  | 'identities'
  | 'anonymous'
  | 'bodies'
  | 'anonymousBodies'
  | 'largeBodies';

/** Calls that are not of the kind `calls`. */
const HEAVY: Partial<Record<EndpointName, Work>> = {
  searchScenes: 'searches',
  relaxedSearch: 'surveys',
  nearestCovered: 'surveys',
  clearShares: 'shares',
  aoiFacts: 'surveys',
  coverageCalendar: 'surveys',
  layerValues: 'tiles',
  archivePrice: 'orders',
  archiveSubmit: 'orders',
  taskingPrice: 'orders',
  taskingSubmit: 'orders',
  imageryExportPrice: 'exports',
  imageryExportSubmit: 'exports',
  submitExportTask: 'exports',
};

/** The kind of a call; `isAnonymous`: of a caller without an account. */
export const workOf = (call: EndpointName, isAnonymous: boolean): Work =>
  isAnonymous ? 'anonymous' : (HEAVY[call] ?? 'calls');

const CLIENT = 'client ';
/** The name of an account, or of a client before its log-in, among the callers. */
export const callerOf = (account: { id: number } | null, client: string): string =>
  account === null ? `${CLIENT}${client}` : `account ${account.id}`;
/** Whether a name of `callerOf` is that of a client without an account. */
export const isStranger = (who: string): boolean => who.startsWith(CLIENT);

export type AllTurns = Readonly<Record<Work, Turns>>;

/** One page shows a few hundred pictures at once. */
const PICTURES_PER_CALL = 5;

/**
 * The turns of one process. Where the database has the same processors, more calls at once than those finish no sooner and delay
 * the short ones: each busy kind has as many places, two at least, and more than an account may have. Searches and prices have more: what
 * they compute goes on in spells and in threads, by turns of accounts. Each kind that several accounts are busy with has one place more, for
 * who had little lately. A query
 * waits if all connections of the process are in use.
 * @param tileThreads tiles that can be rendered at the same time
 * @param processors shared with the database; Infinity if it may be on another machine
 */
export function openAllTurns(
  config: Config,
  tileThreads: number,
  processors: number = config.databaseUrl === null ? availableParallelism() : Infinity,
): AllTurns {
  const busy = (most: number): number => Math.min(most, Math.max(2, processors));
  const { accountSearches, accountCalls, accountWaiting, serverWaiting } = config;
  const turns = (atOnce: number, each: number, more: Partial<TurnLimits> = {}) =>
    openTurns({ atOnce, each, waitingEach: accountWaiting, waiting: serverWaiting, ...more });
  /** Of a kind that several accounts are busy with. */
  const shared = (atOnce: number, each: number) => turns(Math.max(atOnce, each + 1), each, { light: 1 });
  const pictures = {
    waitingEach: accountWaiting * PICTURES_PER_CALL,
    waiting: serverWaiting * PICTURES_PER_CALL,
    waitsLong: true,
  };
  return {
    searches: shared(5, accountSearches),
    // they scan the archive several times: a search doesn't wait for them
    surveys: shared(busy(3), accountSearches),
    // they work in threads, by turns of their own, and for up to 25 s: a search doesn't wait for them
    shares: shared(busy(8), accountSearches),
    tiles: turns(tileThreads, tileThreads, pictures),
    quicklooks: turns(4, 2, pictures),
    // they wait for other archives
    assets: turns(8, 4, pictures),
    orders: shared(5, busy(3) - 1),
    exports: shared(busy(3), busy(3) - 1),
    calls: shared(busy(7), accountCalls),
    // a page makes many calls at once
    identities: turns(4, 2, { ...pictures, waitsLong: false }),
    anonymous: turns(Math.max(busy(6), 4), 2),
    // as many as a browser has connections
    bodies: turns(200, 6),
    anonymousBodies: turns(100, 20),
    // up to 22 MB each
    largeBodies: turns(3, 1),
  };
}
