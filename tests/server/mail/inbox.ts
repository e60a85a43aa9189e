import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as it arrived, with its parts decoded. */
interface ReceivedMail {
  /** The envelope's sender and recipients. */
  from: string;
  to: string[];
  /** The user name of the SMTP log-in. */
  user: string | undefined;
  /** Headers by lower-case name, with encoded words decoded. */
  headers: ReadonlyMap<string, string>;
  text: string;
  html: string;
}

/** What the mail server does with the next mail. Refusals repeat the mail's text, as some servers do. */
type Behaviour = 'accept' | 'refuse' | 'hang' | 'drop';

/** A real SMTP server on a free port. */
export interface Inbox {
  /** For SMTP_URL. */
  url: string;
  received: ReceivedMail[];
  /** The number of mails begun, whatever their outcome. */
  begun(): number;
  behave(behaviour: Behaviour): void;
  end(): Promise<void>;
}

interface Part {
  headers: Map<string, string>;
  body: string;
}

function decodedWords(text: string): string {
  return text.replaceAll(
    /=\?utf-8\?([bq])\?([^?]*)\?=\s*(?==\?|$|[^=])/gi,
    (_, encoding: string, word: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replaceAll('_', ' ')),
  );
}

function quotedPrintable(text: string): string {
  const bytes = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function partOf(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), decodedWords(line.slice(colon + 1).trim())];
    }),
  );
  return { headers, body: raw.slice(end + 4) };
}

function decoded({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding') ?? '7bit';
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  const text = encoding === 'quoted-printable' ? quotedPrintable(body) : body;
  return text.replaceAll('\r\n', '\n');
}

/** The parts of a multipart/alternative mail (RFC 2046 §5.1). */
function partsOf(mail: Part): Part[] {
  const boundary = /boundary="([^"]+)"/.exec(mail.headers.get('content-type') ?? '')?.[1] ?? '';
  return mail.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((raw) => partOf(raw.replace(/^\r\n/, '').replace(/\r\n$/, '')));
}

function read(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const mail = partOf(raw);
  const parts = partsOf(mail);
  const ofType = (type: string) =>
    parts.filter((part) => part.headers.get('content-type')?.startsWith(type)).map(decoded);
  return { headers: mail.headers, text: ofType('text/plain').join(), html: ofType('text/html').join() };
}

/**
 * Starts a mail server.
 * @param settings.login the accepted credentials; without it, anyone
 * @param settings.starttls offers encryption with an untrusted certificate
 */
export async function startInbox(
  settings: { login?: { user: string; password: string }; starttls?: true } = {},
): Promise<Inbox> {
  const received: ReceivedMail[] = [];
  const { login } = settings;
  let behaviour: Behaviour = 'accept';
  let begun = 0;
  const server = new SMTPServer({
    hideSTARTTLS: !settings.starttls,
    authOptional: !login,
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) =>
      login && username === login.user && password === login.password
        ? done(null, { user: username })
        : done(new Error('Authentication failed')),
    onData: (stream, session, done) => {
      begun += 1;
      const own = behaviour;
      if (own === 'drop') {
        for (const connection of server.connections) connection.close();
        return;
      }
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (own === 'hang') return;
        const mail = read(Buffer.concat(chunks).toString('latin1'));
        if (own === 'refuse') {
          done(new Error(`not now: ${mail.text.replaceAll('\n', ' ')}`));
          return;
        }
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, user: session.user, ...mail });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const who = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : '';
  return {
    url: `smtp://${who}127.0.0.1:${port}`,
    received,
    begun: () => begun,
    behave: (next) => {
      behaviour = next;
    },
    end: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The code or password in a mail: alone on its line, without spaces; '' if there is none. */
export function secretIn(text = ''): string {
  return text.split('\n').find((line) => /^[0-9A-Za-z]{6,}$/.test(line)) ?? '';
}
