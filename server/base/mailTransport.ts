import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createTransport } from 'nodemailer';
import type { Clock } from './clock.ts';
import type { Config } from './settings/config.ts';
import type { FileStore } from './files/fileStore.ts';
import type { Log } from './log.ts';

/** A mail's contents, the same in text and in HTML. */
export interface MailContents {
  subject: string;
  text: string;
  html: string;
  headers?: Readonly<Record<string, string>>;
}

/** A mail to one address. */
export interface OutgoingMail extends MailContents {
  /** Its kind, for the log and the name of its file. */
  kind: string;
  /** One address, in its normal form. */
  to: string;
}

/** Sends mails (decision 12). */
export interface Mail {
  /** @throws Error if the mail can't be handed over */
  send(mail: OutgoingMail): Promise<void>;
}

/** How long a mail server may be silent before it counts as failing. */
export interface MailTimeouts {
  /** Until the connection is made, and until its greeting, ms. */
  connectMs: number;
  /** Between two answers, ms. */
  silenceMs: number;
}

const TIMEOUTS: MailTimeouts = { connectMs: 10_000, silenceMs: 15_000 };
/** RFC 3834 §5: prevents automatic replies. */
const HEADERS = { 'Auto-Submitted': 'auto-generated' } as const;

/** Mails contain codes and passwords. */
const OWNER_ONLY = 0o600;

/** A file name that sorts by time, e.g. 20261121T201530123Z-resetCode-9f3b6a21. */
function outboxName(mail: OutgoingMail, now: Date): string {
  const stamp = now.toISOString().replaceAll(/[-:.]/g, '');
  return `${stamp}-${mail.kind}-${randomBytes(4).toString('hex')}`;
}

/** Without SMTP_URL every mail is written to the outbox folder, and the log names its file. */
function outbox(files: FileStore, log: Log, clock: Clock): Mail {
  return {
    async send(mail) {
      const { to, subject, text, html, kind, headers = {} } = mail;
      const name = outboxName(mail, clock.now());
      const page = await files.write(['outbox', `${name}.html`], html, OWNER_ONLY);
      const further = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`);
      const head = `To: ${to}\nSubject: ${subject}\n${further.join('')}\n`;
      const file = await files
        .write(['outbox', `${name}.txt`], head + text, OWNER_ONLY)
        .catch(async (error: unknown) => {
          // the mail is written again under another name
          await rm(page, { force: true });
          throw error;
        });
      log.info('mail written to the outbox', { file, kind, to });
    },
  };
}

function smtp(url: string, from: string, log: Log, timeouts: MailTimeouts): Mail {
  const transport = createTransport({
    url,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ kind, to, subject, text, html, headers }) {
      // as an object, so that text like a list of addresses stays one address
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: { ...HEADERS, ...headers },
      });
      log.info('mail handed to the mail server', { kind, to });
    },
  };
}

/**
 * Mail by SMTP_URL, else to the outbox.
 * @param parts.timeouts for tests
 */
export function createMail(
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  parts: { files: FileStore; log: Log; clock: Clock; timeouts?: MailTimeouts },
): Mail {
  const { files, log, clock, timeouts = TIMEOUTS } = parts;
  return config.smtpUrl === null
    ? outbox(files, log, clock)
    : smtp(config.smtpUrl, config.mailFrom, log, timeouts);
}
