import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import type { PortalServer } from './server.ts';

/** A mail from the outbox, as the recipient reads it. */
export interface ReceivedMail {
  subject: string;
  text: string;
}

function mailsTo(server: PortalServer, address: string): ReceivedMail[] {
  const folder = join(server.dataDir, 'files', 'outbox');
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  } catch {
    return [];
  }
  // the file names begin with the time
  return names
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((text) => text.startsWith(`To: ${address}\n`))
    .map((text) => ({ subject: /^Subject: (.*)$/m.exec(text)?.[1] ?? '', text }));
}

/** Waits for the n-th mail to an address, counted from 1. */
export async function mailTo(server: PortalServer, address: string, n: number): Promise<ReceivedMail> {
  await expect.poll(() => mailsTo(server, address).length).toBeGreaterThanOrEqual(n);
  const mail = mailsTo(server, address)[n - 1];
  if (mail === undefined) throw new Error(`no mail ${n} to ${address}`);
  return mail;
}

/** The code or password in a mail: it is alone on its line. */
export function secretOf(mail: ReceivedMail): string {
  const secret = /^\s*([\w-]{6,32})\s*$/m.exec(mail.text)?.[1];
  if (secret === undefined) throw new Error(`nothing secret in “${mail.subject}”`);
  return secret;
}
