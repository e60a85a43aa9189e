import { readFile, readdir, stat } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../../server/base/settings/config.ts';
import { createLog } from '../../../server/base/log.ts';
import { mailOf, type MailFacts } from '../../../server/mail/mailOf.ts';
import { createMail, type OutgoingMail, type Mail } from '../../../server/base/mailTransport.ts';
import { testFolder, type TestFolder } from '../support/harness.ts';
import { startInbox, type Inbox } from './inbox.ts';
import { testClock } from '../support/clock.ts';

const SECRET = 'K7M2QX';
const FACTS: MailFacts = {
  appName: 'Groundtrack',
  publicUrl: 'https://portal.example.com',
  secret: SECRET,
  codeMinutes: 10,
  passwordHours: 24,
  at: new Date('2026-11-20T08:00:30Z'),
};

function testMail(more: Partial<OutgoingMail> = {}): OutgoingMail {
  return { kind: 'resetCode', to: 'ada@example.com', ...mailOf('resetCode', 'zh', FACTS), ...more };
}

describe('sending mail', () => {
  let folder: TestFolder;
  const logged: string[] = [];
  const clock = testClock();
  const inboxes: Inbox[] = [];
  beforeEach(async () => {
    folder = await testFolder();
    logged.length = 0;
  });
  afterEach(async () => {
    await Promise.all(inboxes.splice(0).map((inbox) => inbox.end()));
    await folder.remove();
  });

  const mailWith = (
    settings: Record<string, string>,
    timeouts = { connectMs: 5_000, silenceMs: 5_000 },
  ): Mail => {
    const log = createLog('debug', (line) => logged.push(line));
    return createMail(readConfig(settings), { files: folder.files, log, clock, timeouts });
  };
  const inboxOf = async (...settings: Parameters<typeof startInbox>) => {
    const inbox = await startInbox(...settings);
    inboxes.push(inbox);
    return inbox;
  };

  it.each(['en', 'zh'] as const)('a mail arrives by SMTP as text and HTML (%s)', async (language) => {
    const inbox = await inboxOf();
    const mail = mailWith({ SMTP_URL: inbox.url, MAIL_FROM: 'Groundtrack <no-reply@portal.example.com>' });
    const contents = mailOf('newPassword', language, FACTS);
    await mail.send({ kind: 'newPassword', to: 'ada@example.com', ...contents });
    const [arrived, ...others] = inbox.received;
    expect(others).toEqual([]);
    expect(arrived).toMatchObject({ from: 'no-reply@portal.example.com', to: ['ada@example.com'] });
    expect(arrived?.headers.get('from')).toBe('Groundtrack <no-reply@portal.example.com>');
    expect(arrived?.headers.get('to')).toBe('ada@example.com');
    expect(arrived?.headers.get('subject')).toBe(contents.subject);
    expect(arrived?.headers.get('content-type')).toMatch(/^multipart\/alternative/);
    expect(arrived?.text.trim()).toBe(contents.text.trim());
    expect(arrived?.html.trim()).toBe(contents.html.trim());
    expect(logged.join()).toMatch(
      /info mail handed to the mail server kind=newPassword to=ada@example\.com$/,
    );
    expect(logged.join()).not.toContain(SECRET);
  });

  it('a mail is marked as auto-generated and has a unique message id', async () => {
    const inbox = await inboxOf();
    const mail = mailWith({ SMTP_URL: inbox.url, MAIL_FROM: 'no-reply@portal.example.com' });
    await mail.send(testMail());
    await mail.send(testMail());
    const ids = inbox.received.map(({ headers }) => headers.get('message-id'));
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^<[^>]+@portal\.example\.com>$/);
    expect(inbox.received[0]?.headers.get('auto-submitted')).toBe('auto-generated');
  });

  it('the log-in at the mail server works with any characters in the password', async () => {
    const login = { user: 'portal@example.com', password: 'p@ss:w/ör d?#' };
    const inbox = await inboxOf({ login });
    await mailWith({ SMTP_URL: inbox.url }).send(testMail());
    expect(inbox.received.map(({ user }) => user)).toEqual([login.user]);
    const wrong = new URL(inbox.url);
    wrong.password = 'wrong';
    await expect(mailWith({ SMTP_URL: wrong.href }).send(testMail())).rejects.toThrow(
      /Authentication failed/,
    );
    expect(inbox.received).toHaveLength(1);
  });

  it('a mail server with an untrusted certificate gets neither mail nor password', async () => {
    const inbox = await inboxOf({ starttls: true });
    await expect(mailWith({ SMTP_URL: inbox.url }).send(testMail())).rejects.toThrow(/certificate/i);
    expect(inbox.begun()).toBe(0);
    await mailWith({ SMTP_URL: `${inbox.url}/?tls.rejectUnauthorized=false` }).send(testMail());
    expect(inbox.received).toHaveLength(1);
  });

  it('a mail server that hangs is given up', async () => {
    const inbox = await inboxOf();
    inbox.behave('hang');
    const mail = mailWith({ SMTP_URL: inbox.url }, { connectMs: 5_000, silenceMs: 200 });
    await expect(mail.send(testMail())).rejects.toThrow(/timeout/i);
    expect(inbox.received).toEqual([]);
  });

  it('a mail server that is missing, refuses or hangs up causes an error', async () => {
    const inbox = await inboxOf();
    const mail = mailWith({ SMTP_URL: inbox.url });
    inbox.behave('refuse');
    await expect(mail.send(testMail())).rejects.toThrow(/not now/);
    inbox.behave('drop');
    await expect(mail.send(testMail())).rejects.toThrow();
    await inbox.end();
    await expect(mail.send(testMail())).rejects.toThrow(/ECONNREFUSED/);
    expect(inbox.received).toEqual([]);
  });

  it.each([
    'ada@example.com\r\nBcc: victim@example.com',
    'ada@example.com, victim@example.com',
    'ada@example.com>\r\nRCPT TO:<victim@example.com',
    'x <victim@example.com>',
    'group:victim@example.com;',
  ])('an address cannot add a header or a recipient: %j', async (to) => {
    const inbox = await inboxOf();
    await mailWith({ SMTP_URL: inbox.url })
      .send(testMail({ to }))
      .catch(() => undefined);
    for (const { headers, to: recipients } of inbox.received) {
      expect([...headers.keys()]).not.toContain('bcc');
      expect(recipients).not.toContain('victim@example.com');
      expect(recipients).toHaveLength(1);
    }
  });

  it("a subject is one line, whatever the app's name", async () => {
    const inbox = await inboxOf();
    const contents = mailOf('registered', 'en', { ...FACTS, appName: 'Portal\r\nBcc: victim@example.com' });
    await mailWith({ SMTP_URL: inbox.url }).send({ kind: 'registered', to: 'ada@example.com', ...contents });
    expect(inbox.received[0]?.headers.get('subject')).toBe(
      'Your Portal Bcc: victim@example.com registration was received',
    );
    expect(inbox.received[0]?.headers.has('bcc')).toBe(false);
    expect(inbox.received[0]?.to).toEqual(['ada@example.com']);
  });

  it('without SMTP_URL every mail is written to the outbox in the data folder and logged', async () => {
    const mail = mailWith({});
    await mail.send(testMail());
    clock.advance(1_000);
    await mail.send(
      testMail({ kind: 'approved', to: 'bob@example.com', ...mailOf('approved', 'en', FACTS) }),
    );
    const names = (await readdir(folder.files.pathOf('outbox'))).sort();
    expect(names).toEqual([
      expect.stringMatching(/^20261120T080000000Z-resetCode-[0-9a-f]{8}\.html$/),
      expect.stringMatching(/^20261120T080000000Z-resetCode-[0-9a-f]{8}\.txt$/),
      expect.stringMatching(/^20261120T080001000Z-approved-[0-9a-f]{8}\.html$/),
      expect.stringMatching(/^20261120T080001000Z-approved-[0-9a-f]{8}\.txt$/),
    ]);
    // codes and passwords are the owner's alone
    for (const name of names)
      expect((await stat(folder.files.pathOf('outbox', name))).mode & 0o777).toBe(0o600);
    const contents = mailOf('resetCode', 'zh', FACTS);
    const read = (name = '') => readFile(folder.files.pathOf('outbox', name), 'utf8');
    expect(await read(names[0])).toBe(contents.html);
    expect(await read(names[1])).toBe(
      `To: ada@example.com\nSubject: ${contents.subject}\n\n${contents.text}`,
    );
    expect(logged[0]).toContain(`file=${folder.files.pathOf('outbox', names[1] ?? '')}`);
    expect(logged[0]).toContain('kind=resetCode to=ada@example.com');
    expect(logged.join()).not.toContain(SECRET);
  });
});
