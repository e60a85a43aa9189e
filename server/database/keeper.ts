import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { isDiskFull } from '../base/failures.ts';
import { stopCluster } from './cluster.ts';

/** Advisory lock held shared by every process while it uses the embedded database. */
const USERS_LOCK = 7_130_001;
/** Starts of a PostgreSQL that has ended: its orphaned processes may hold its memory for a moment. */
const RESTARTS = 10;
const RESTART_PAUSE_MS = 500;
/** PostgreSQL does not start with less room. */
const START_BYTES = 256 * 1024;

/** What is told while the embedded database is in use. */
export interface EmbeddedEvents {
  /** Before slow steps of the first start, for display. */
  onStep?: (step: 'creating' | 'starting') => void;
  /** PostgreSQL had ended, and runs again. */
  onRestarted?: () => void;
  /** PostgreSQL has ended and can't be started again: nothing works from now on. */
  onGone?: (error: Error) => void;
}

/** Whether the disk is full: PostgreSQL ends when it can't write its log, and can't start again until it can. */
async function hasNoRoom(folder: string): Promise<boolean> {
  const file = path.join(folder, `${randomUUID()}.part`);
  const written = writeFile(file, Buffer.alloc(START_BYTES)).then(() => false, isDiskFull);
  return written.finally(() => rm(file, { force: true }));
}

/** Connects and takes the users' lock; null while PostgreSQL is starting or stopping. */
export async function keeperOf(login: {
  port: number;
  user: string;
  password: string;
}): Promise<Client | null> {
  const client = new Client({ ...login, host: '127.0.0.1', database: 'postgres' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [USERS_LOCK]);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    // class 28: wrong password, which waiting does not fix
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('28')) throw error;
    return null;
  }
}

/** Stops the database if the exclusive lock is free, i.e. no other process uses it. */
async function leave(keeper: Client, pgData: string): Promise<void> {
  let last = false;
  try {
    await keeper.query('select pg_advisory_unlock_shared($1)', [USERS_LOCK]);
    const answer = await keeper.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
      USERS_LOCK,
    ]);
    last = answer.rows[0]?.free === true;
  } catch {
    // the connection is lost: PostgreSQL was stopped from outside
  }
  // the lock is held while PostgreSQL stops: a new process waits for it, loses its connection and starts it
  // again
  if (last) await stopCluster(pgData);
  await keeper.end().catch(() => undefined);
}

/**
 * Keeps PostgreSQL running while this process uses it: the end of the keeper's connection is the end of PostgreSQL.
 * @param rejoin starts PostgreSQL unless another process has, and returns a new keeper
 * @returns ends this process's use
 */
export function keep(
  first: Client,
  rejoin: () => Promise<Client>,
  pgData: string,
  { onRestarted, onGone }: EmbeddedEvents,
): () => Promise<void> {
  let keeper = first;
  let released = false;
  let restarting: Promise<void> = Promise.resolve();
  const restart = async () => {
    let reason: unknown;
    for (let attempt = 0; attempt < RESTARTS;) {
      if (released) return;
      try {
        watch(await rejoin());
        onRestarted?.();
        return;
      } catch (error) {
        reason = error;
        // it starts as soon as there is room
        if (!(await hasNoRoom(path.dirname(pgData)))) attempt++;
        await pause(RESTART_PAUSE_MS);
      }
    }
    if (!released) onGone?.(reason instanceof Error ? reason : new Error(String(reason)));
  };
  const watch = (client: Client) => {
    keeper = client;
    client.once('end', () => {
      if (!released) restarting = restart();
    });
  };
  watch(first);
  return async () => {
    released = true;
    await restarting;
    await leave(keeper, pgData);
  };
}
