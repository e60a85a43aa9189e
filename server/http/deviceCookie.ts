import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getSignedCookie, setSignedCookie } from 'hono/cookie';
import type { Deps } from '../accounts/handler.ts';
import { KNOWN_CLIENT_MS } from '../base/limits.ts';

const NAME = 'client';
/** The browser accepts the prefix `__Host-` only over TLS, and only from this very host. */
const prefixOf = ({ publicUrl }: Deps['config']) =>
  publicUrl?.startsWith('https:') ? ('host' as const) : undefined;

type Parts = Pick<Deps, 'config' | 'codeSecret'>;

/** The random id that this server once gave the client, from its signed cookie; null without one. */
export async function deviceOf(c: Context, { config, codeSecret }: Parts): Promise<string | null> {
  // a false signature counts as no cookie
  return (await getSignedCookie(c, codeSecret, NAME, prefixOf(config))) || null;
}

/** Gives the client its id, or keeps the one it has for another while (decision 192). @returns the id */
export async function keepDevice(
  c: Context,
  { config, codeSecret }: Parts,
  known: string | null,
): Promise<string> {
  const device = known ?? randomBytes(16).toString('base64url');
  const prefix = prefixOf(config);
  await setSignedCookie(c, NAME, device, codeSecret, {
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    maxAge: KNOWN_CLIENT_MS / 1000,
    ...(prefix === undefined ? {} : { prefix }),
  });
  return device;
}
