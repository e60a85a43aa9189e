import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import type { PortalServer } from './server.ts';

/** A letter of the outbox, as a person reads it. */
export interface Received {
  subject: string;
  text: string;
}

function lettersTo(server: PortalServer, address: string): Received[] {
  const folder = join(server.dataDir, 'files', 'outbox');
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  } catch {
    return [];
  }
  // the names begin with the time
  return names
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((text) => text.startsWith(`To: ${address}\n`))
    .map((text) => ({ subject: /^Subject: (.*)$/m.exec(text)?.[1] ?? '', text }));
}

/** Waits for the n-th letter to an address, from 1. */
export async function letterTo(server: PortalServer, address: string, n: number): Promise<Received> {
  await expect.poll(() => lettersTo(server, address).length).toBeGreaterThanOrEqual(n);
  const letter = lettersTo(server, address)[n - 1];
  if (letter === undefined) throw new Error(`no letter ${n} to ${address}`);
  return letter;
}

/** The code or the password of a letter: it stands alone on a line. */
export function secretOf(letter: Received): string {
  const secret = /^\s*([\w-]{6,32})\s*$/m.exec(letter.text)?.[1];
  if (secret === undefined) throw new Error(`nothing secret in “${letter.subject}”`);
  return secret;
}
