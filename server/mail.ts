import { randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { Config } from './config.ts';
import type { FileStore } from './files.ts';
import type { Log } from './log.ts';

export interface Letter {
  to: string;
  subject: string;
  text: string;
}

/** Decision 12. */
export interface Mail {
  /** @throws Error when the letter could not be handed over */
  send(letter: Letter): Promise<void>;
}

/** Without SMTP_URL every mail is written to the data folder's outbox, and its file named on the log. */
function outbox(files: FileStore, log: Log): Mail {
  return {
    async send({ to, subject, text }) {
      const name = `${randomUUID()}.txt`;
      const file = await files.write(['outbox', name], `To: ${to}\nSubject: ${subject}\n\n${text}\n`);
      log.info('mail written to the outbox', { file });
    },
  };
}

/** Mail by SMTP_URL, else to the outbox. */
export function createMail(config: Pick<Config, 'smtpUrl' | 'mailFrom'>, files: FileStore, log: Log): Mail {
  if (config.smtpUrl === null) return outbox(files, log);
  const transport = createTransport(config.smtpUrl);
  return {
    async send(letter) {
      await transport.sendMail({ from: config.mailFrom, ...letter });
    },
  };
}
