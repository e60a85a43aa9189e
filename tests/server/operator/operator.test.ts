import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NewAccount } from '../../../server/accounts/accounts.queries.ts';
import { runOperator } from '../../../server/operator/operator.ts';
import { databaseServers, freshDatabase, PASSWORD, serverFor } from '../support/harness.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';
import { CLOCK_SHIFT, dayIn, runClock } from '../support/clock.ts';

describe.each(databaseServers)("the operator's command line ($name)", (server) => {
  const app = serverFor(server);
  let environment: Record<string, string>;
  beforeAll(async () => {
    await storeAll(app.deps.db, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4))]);
    environment = {
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.deps.config.dataDir,
      CLOCK_SHIFT,
      LOG_LEVEL: 'silent',
    };
    environment['DELIVERY_MEGAPIXELS'] = '0.1';
  });

  const operate = async (...args: string[]) => {
    const printed: string[] = [];
    const warned: string[] = [];
    const output = { print: (line: string) => printed.push(line), warn: (line: string) => warned.push(line) };
    const code = await runOperator(args, output, environment);
    return { code, printed: printed.join('\n'), warned: warned.join('\n') };
  };
  const logIn = async (uname: string, upass = PASSWORD) =>
    (await app.call('login', { body: { uname, upass } })).reply;
  const order = async () => {
    const { token, email } = await app.signIn();
    const form = {
      productIds: ['ALPHA'],
      aoiWkt: 'POLYGON((103.8 1.2, 103.9 1.2, 103.9 1.3, 103.8 1.3, 103.8 1.2))',
      productLevel: 'L2A' as const,
      projection: 'UTM' as const,
      cropByAoi: true,
      orderName: 'Harbour',
    };
    const orderNum = await app.order(form, token);
    const listed = async () =>
      (await app.call('archiveOrders', { query: { cpage: 1 } }, { token })).reply.data?.list[0];
    return { orderNum, email, token, listed };
  };

  /** A registration that awaits audit. */
  const register = async (email: string, more: Partial<NewAccount> = {}) => {
    await expect(app.signIn({ email, status: 'awaiting', ...more })).rejects.toThrow(/awaiting review/);
    return email;
  };
  /** The mails due by the operator's clock, which is the run's clock. */
  const dueMails = async () => {
    app.clock.set(runClock.now().toISOString());
    return app.deliverMail();
  };

  it('§4 Account: login is possible only after the audit passes, and a mail announces the outcome', async () => {
    const email = await register('awaiting@example.com', { language: 'zh' });
    const approved = await operate('accounts', 'approve', 'Awaiting@Example.com');
    expect(approved).toMatchObject({ code: 0, warned: '' });
    expect(approved.printed).toBe(
      `${email}: approved, utype 6, puc yes\nAn email with the outcome is sent when the server runs.`,
    );
    expect(await dueMails()).toMatchObject([
      { kind: 'approved', to: email, subject: '您的 Groundtrack 账户已开通' },
    ]);
    const reply = await logIn(email);
    expect(reply.result).toBe(1);
    expect(await operate('accounts', 'reject', email)).toMatchObject({ code: 0 });
    const token = reply.data?.token ?? '';
    expect((await app.call('currentUser', {}, { token })).status).toBe(401);
    expect((await logIn(email)).message).toBe(
      'Your registration was not approved. Contact us if you think this is a mistake.',
    );
    expect(await dueMails()).toMatchObject([{ kind: 'rejected', to: email }]);
  });

  it('repeating an outcome changes nothing and sends no mail', async () => {
    const email = await register('twice@example.com');
    await operate('accounts', 'approve', email);
    const again = await operate('accounts', 'approve', email);
    expect(again).toMatchObject({ code: 0 });
    expect(again.printed).toBe(`${email}: approved already, so nothing changed and no email is sent`);
    expect(await dueMails()).toHaveLength(1);
  });

  it('two operators who approve concurrently cause one mail', async () => {
    const email = await register('both@example.com');
    await Promise.all([operate('accounts', 'approve', email), operate('accounts', 'approve', email)]);
    expect(await dueMails()).toHaveLength(1);
  });

  it('the list starts with accounts that await audit, oldest first, with the facts for the audit', async () => {
    const facts = { industry: 'Forestry', nature: 'Timber', salesRepCode: 'AB12', regType: 1 } as const;
    const first = await register('first@example.com', facts);
    const second = await register('second@example.com', { company: '测绘局' });
    const { printed } = await operate('accounts', 'list');
    const lines = printed.split('\n');
    expect(lines[0]).toMatch(
      /^EMAIL +DOUBTS +STATUS +TYPE +NAME +COMPANY +INDUSTRY +NATURE +INVITATION +UTYPE/,
    );
    expect(lines[1]).toMatch(
      new RegExp(`^${first} +awaiting +individual +Ada Lim +Coast Survey +Forestry +Timber +AB12 +6`),
    );
    expect(lines[2]).toMatch(new RegExp(`^${second} +awaiting +organization +Ada Lim +测绘局 +6`));
    expect(lines[3]).toMatch(/ (approved|rejected) /);
    expect(lines.at(-1)).toBe('2 accounts awaiting review');
    // Chinese characters take two columns
    const column = (lines[1] ?? '').indexOf('yes');
    expect((lines[2] ?? '').indexOf('yes')).toBe(column - '测绘局'.length);
    await operate('accounts', 'reject', first);
    expect((await operate('accounts', 'list', '--status', 'awaiting')).printed).toMatch(
      /\n1 account awaiting review$/,
    );
    await operate('accounts', 'reject', second);
    const none = await operate('accounts', 'list', '--status', 'awaiting');
    expect(none.printed.split('\n').slice(1)).toEqual(['0 accounts awaiting review']);
    expect((await operate('accounts', 'list', '--status', 'approved')).printed).not.toContain('review');
  });

  it('the list names addresses that look like older ones, and check tells an operator of them alone', async () => {
    expect(await operate('accounts', 'check')).toEqual({ code: 0, printed: 'EMAIL  DOUBTS', warned: '' });
    const { email } = await app.signIn({ email: 'demo@groundtrack.example' });
    const [cyrillic, wide] = ['d\u0435mo@groundtrack.example', '\uFF44emo@groundtrack.example'];
    await operate('accounts', 'add', cyrillic);
    // stored before addresses had one form
    await app.signIn({ email: wide });
    const { printed } = await operate('accounts', 'list');
    expect(printed).toContain(`${cyrillic}   like ${email}, mixed alphabets`);
    const checked = await operate('accounts', 'check');
    expect(checked).toMatchObject({ code: 1, warned: '2 addresses to look at' });
    expect(checked.printed.split('\n').slice(1)).toEqual([
      `${cyrillic}   like ${email}, mixed alphabets`,
      `${wide}  the same as ${email}`,
    ]);
    expect((await operate('accounts', 'show', wide)).printed).toContain(`email      ${wide}`);
    expect(await operate('accounts', 'add', 'DEMO@\uFF47roundtrack.example')).toMatchObject({
      code: 1,
      warned: `the account ${email} already exists; see: operator accounts show ${email}`,
    });
    await app.deps.db.pool.query('delete from sessions');
    await app.deps.db.pool.query('delete from accounts where email in ($1, $2)', [cyrillic, wide]);
  });

  it('show prints everything about one account', async () => {
    const { email } = await app.signIn({ credits: 7, nature: 'Timber', utype: 3, puc: false });
    await logIn(email);
    const { code, printed } = await operate('accounts', 'show', email.toUpperCase());
    expect(code).toBe(0);
    for (const fact of [
      /^email +user\d+@example\.com$/m,
      /^status +approved$/m,
      /^type +organization$/m,
      /^nature +Timber$/m,
      /^utype +3$/m,
      /^puc +no$/m,
      /^credits +7$/m,
      /^password +set by its owner$/m,
      /^sessions +2$/m,
    ])
      expect(printed).toMatch(fact);
    expect(await operate('accounts', 'show', 'ghost@example.com')).toMatchObject({ code: 1 });
  });

  it("user input cannot control the operator's terminal", async () => {
    const evil = '\u001B[2J\u001B]0;owned\u0007\u009B31m\u202Etxt\r\nroot: approved';
    const { email } = await app.signIn({ firstName: evil, company: evil, nature: evil });
    const printed = [
      (await operate('accounts', 'list')).printed,
      (await operate('accounts', 'show', email)).printed,
      (await operate('accounts', 'approve', `x${evil}`)).warned.replace('\n', ''),
    ];
    for (const text of printed) {
      expect(text).toContain('root: approved');
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(text).not.toMatch(/^root/m);
    }
    await app.deps.db.pool.query('delete from accounts where email = $1', [email]);
  });

  it('add creates an account with a random password that works', async () => {
    const { code, printed } = await operate(
      'accounts',
      'add',
      'new@example.com',
      '--utype',
      '2',
      '--puc',
      'yes',
    );
    expect(code).toBe(0);
    const password = /password (\S+)/.exec(printed)?.[1] ?? '';
    expect(await logIn('new@example.com', password)).toMatchObject({
      result: 1,
      data: { utype: 2, puc: true },
    });
    const again = await operate('accounts', 'add', 'new@example.com');
    expect(again).toMatchObject({
      code: 1,
      warned: 'the account new@example.com already exists; see: operator accounts show new@example.com',
    });
  });

  it('set changes role, rights, password and credits', async () => {
    const { email, token } = await app.signIn({ utype: 1, puc: false, credits: 5 });
    const changed = await operate(
      'accounts',
      'set',
      email,
      '--utype',
      '6',
      '--puc',
      'yes',
      '--credits',
      '100',
    );
    expect(changed).toMatchObject({ code: 0 });
    expect(changed.printed).toBe(
      `${email}: approved, utype 6, puc yes\n${email}: 100 credits added, balance 105`,
    );
    const { reply } = await app.call('currentUser', {}, { token });
    expect(reply.data).toMatchObject({ utype: 6, puc: true });
    expect((await app.call('credits', {}, { token })).reply.data).toBe(105);
    await operate('accounts', 'set', email, '--password', 'another password');
    expect((await app.call('currentUser', {}, { token })).status).toBe(401);
    expect((await logIn(email, 'another password')).result).toBe(1);
    const sent = (await dueMails()).map(({ kind, to }) => `${kind} ${to}`);
    expect(sent).toContain(`passwordChanged ${email}`);
  });

  it("credits can be deducted, not below zero, and don't count as usage", async () => {
    const { email, token } = await app.signIn({ utype: 1, credits: 50 });
    const balance = async () => (await app.call('credits', {}, { token })).reply.data;
    const taken = await operate('accounts', 'set', email, '--credits', '-30');
    expect(taken.printed).toContain(`${email}: 30 credits removed, balance 20`);
    expect(await balance()).toBe(20);
    const refused = await operate('accounts', 'set', email, '--utype', '2', '--credits', '-21');
    expect(refused).toMatchObject({
      code: 1,
      warned: `${email} has 20 credits: 21 cannot be removed, so nothing changed`,
    });
    expect(await balance()).toBe(20);
    expect((await app.call('currentUser', {}, { token })).reply.data?.utype).toBe(1);
    await operate('accounts', 'set', email, '--credits=-20');
    expect(await balance()).toBe(0);
    const t1 = dayIn(0);
    const usage = await app.call('dailyUsage', { query: { t1, t2: t1 } }, { token });
    expect(usage.reply.data).toEqual([{ day: t1, creditTotal: 0 }]);
  });

  it.each([
    ['short77', 'Password cannot be shorter than 8 characters'],
    ['Password123', 'This password is too common. Use a different one.'],
    ['x'.repeat(65), '--password must have at most 64 characters'],
  ])('an operator cannot set the password %s', async (password, sentence) => {
    const { email, token } = await app.signIn();
    for (const args of [
      ['set', email],
      ['add', 'given@example.com'],
    ]) {
      const { code, warned } = await operate('accounts', ...args, '--password', password);
      expect([code, warned]).toEqual([2, expect.stringContaining(sentence)]);
    }
    expect((await app.call('currentUser', {}, { token })).status).toBe(200);
  });

  it('orders are shown and moved by hand; status 7 delivers', async () => {
    const { orderNum, email, listed } = await order();
    expect((await operate('orders', 'list')).printed).toMatch(
      new RegExp(`${orderNum} +1 to be processed +archive +${email}`),
    );
    expect(await operate('orders', 'move', orderNum, '5', '--hold')).toMatchObject({ code: 0 });
    expect((await listed())?.history.map((step) => step.status)).toEqual([1, 3, 4, 5]);
    expect((await operate('orders', 'show', orderNum)).printed).toContain('next step  none');
    const done = await operate('orders', 'move', orderNum, '7');
    expect(done.printed).toBe(`${orderNum}: 7 completed`);
    expect((await listed())?.status).toBe(7);
    expect((await listed())?.downloadUrl.at(-1)).toContain(`${orderNum}_receipt_zh.pdf`);
    expect((await operate('orders', 'show', orderNum)).printed).toContain('ALPHA');
    const back = await operate('orders', 'move', orderNum, '3');
    expect(back.code).toBe(1);
    expect(back.warned).toBe('an order that is "7 completed" cannot become "3 to be reviewed"');
  });

  it('an order that is held in delivery waits there, and no full disk is reported', async () => {
    const { orderNum } = await order();
    expect(await operate('orders', 'move', orderNum, '6', '--hold')).toEqual({
      code: 0,
      printed: `${orderNum}: 6 in process`,
      warned: '',
    });
    expect((await operate('orders', 'show', orderNum)).printed).toContain('next step  none');
  });

  it("verify compares a receipt with the server's key and the files beside it, in words", async () => {
    const { orderNum } = await order();
    await operate('orders', 'move', orderNum, '7');
    const fileOf = (name: string) => app.deps.files.pathOf('deliveries', orderNum, name);
    const receipt = fileOf(`${orderNum}_receipt.json`);
    const good = await operate('verify', receipt);
    expect(good).toMatchObject({ code: 0, warned: '' });
    expect(good.printed).toMatch(/^Receipt R-2026-\d{6} of GT-/);
    expect(good.printed).toMatch(/The lines and the tax add up to USD \d+\.\d\d\./);
    expect(good.printed).toContain('The signature fits, and 6 files are as delivered.');
    const { key } = JSON.parse(await readFile(receipt, 'utf8')) as { key: { fingerprint: string } };
    const shown = await operate('receipt-key');
    expect(shown.printed).toContain('-----BEGIN PUBLIC KEY-----');
    expect(shown.printed).toContain(`SHA-256 ${key.fingerprint}`);
    await writeFile(fileOf('ALPHA_LICENCE.txt'), 'mine');
    const bad = await operate('verify', receipt);
    expect(bad.code).toBe(1);
    expect(bad.printed).toMatch(/differs: ALPHA_LICENCE\.txt has 4 bytes, delivered were \d+/);
    expect(bad.warned).toBe('1 difference: not as delivered');
    expect(await operate('verify', fileOf('none.json'))).toMatchObject({ code: 1 });
    expect(await operate('verify')).toMatchObject({ code: 2 });
  });

  it('an order can be failed, or cancelled while that is possible', async () => {
    const [failed, cancelled, late] = [await order(), await order(), await order()];
    expect((await operate('orders', 'move', failed.orderNum, '8')).code).toBe(0);
    expect((await failed.listed())?.status).toBe(8);
    expect((await operate('orders', 'move', cancelled.orderNum, '9')).code).toBe(0);
    expect((await cancelled.listed())?.status).toBe(9);
    await operate('orders', 'move', late.orderNum, '5', '--hold');
    expect((await operate('orders', 'move', late.orderNum, '9')).code).toBe(1);
    expect((await late.listed())?.status).toBe(5);
  });

  it('catalogue status counts the scenes, and simulate fills an archive, once for each number', async () => {
    expect((await operate('catalogue', 'status')).printed).toMatch(/^1 scene: 1 simulated, 0 imported/);
    const fresh = await freshDatabase(server);
    const before = environment;
    environment = { ...before, DATABASE_URL: fresh.url };
    const first = await operate('catalogue', 'simulate', '--scenes', '50');
    const second = await operate('catalogue', 'simulate', '--scenes', '50');
    const third = await operate('catalogue', 'simulate', '--scenes', '60');
    environment = before;
    await fresh.drop();
    expect(first.printed).toBe('50 scenes created.');
    expect(second.printed).toBe('The archive has 50 simulated scenes already.');
    expect(third.printed).toBe('10 scenes created.');
  });

  it('import loads STAC Items, reports refusals with reasons, and changes nothing a second time', async () => {
    const file = path.join(app.deps.config.dataDir, 'items.ndjson');
    const item = {
      type: 'Feature',
      stac_version: '1.0.0',
      id: 'IMPORTED-1',
      geometry: square(10, 50, 10.2, 50.2),
      properties: { datetime: '2026-01-02T03:04:05Z', platform: 'test-1', gsd: 10 },
      links: [],
      assets: {},
    };
    await mkdir(app.deps.config.dataDir, { recursive: true });
    await writeFile(file, `${JSON.stringify(item)}\n{"type": "Feature"}\nnonsense\n`);
    const first = await operate('catalogue', 'import', file);
    expect(first).toMatchObject({ code: 0 });
    expect(first.printed).toContain('1 Item imported: 1 new, 0 changed, 0 unchanged\n2 Items refused');
    expect(first.printed).toContain(`1 × not JSON`);
    expect((await operate('catalogue', 'import', file)).printed).toContain('0 new, 0 changed, 1 unchanged');
    expect((await operate('catalogue', 'import', `${file}.missing`)).code).toBe(1);

    const report = `${file}.report`;
    const dry = await operate('catalogue', 'import', file, '--dry-run', '--report', report);
    expect(dry).toMatchObject({ code: 0 });
    expect(dry.printed).toMatch(/^1 Item good: 0 new[^]*Dry run: the archive is unchanged\.$/);
    const notes = (await readFile(report, 'utf8')).trim().split('\n');
    expect(notes.map((line) => JSON.parse(line) as object)).toEqual([
      { outcome: 'refused', id: null, file, place: 2, reason: 'no id of 1 to 256 characters' },
      { outcome: 'refused', id: null, file, place: 3, reason: 'not JSON' },
    ]);
    const strict = await operate('catalogue', 'import', file, '--strict');
    expect(strict).toMatchObject({ code: 1, warned: 'nothing was imported' });
    const unwritable = await operate('catalogue', 'import', file, '--report', '/no/such/folder/report');
    expect(unwritable).toMatchObject({ code: 1, warned: expect.stringContaining('/no/such/folder/report') });
  });

  it('--help lists all commands, and settings lists all settings', async () => {
    const { code, printed } = await operate('--help');
    expect(code).toBe(0);
    for (const words of ['accounts approve', 'orders move', 'catalogue status', 'settings'])
      expect(printed).toContain(words);
    expect((await operate('settings')).printed).toContain('SUPPLIER_STEP_SECONDS');
  });

  it.each([
    [['accounts'], /no command/],
    [['nonsense', 'list'], /no command "nonsense list"/],
    [['accounts', 'approve'], /usage: accounts approve EMAIL/],
    [['accounts', 'list', '--nonsense'], /nonsense/],
    [['accounts', 'list', '--status', 'odd'], /--status must be one of/],
    [['accounts', 'set', 'a@example.com'], /nothing to set/],
    [['accounts', 'set', 'a@example.com', '--credits', '0'], /--credits must not be 0/],
    [['accounts', 'set', 'a@example.com', '--credits', '1.5'], /--credits must be a whole number/],
    [['accounts', 'set', 'a@example.com', '--utype', '-1'], /--utype must be a whole number from 1/],
    [['accounts', 'show'], /usage: accounts show EMAIL/],
    [['accounts', 'add', 'nonsense'], /Invalid e-mail/],
    [['orders', 'move', 'GT-1', '2'], /STATUS must be/],
    [['orders', 'list', '--limit', 'x'], /--limit must be/],
  ])('a wrong command line %j exits with 2 and a hint', async (args, sentence) => {
    const { code, warned } = await operate(...args);
    expect(code).toBe(2);
    expect(warned).toMatch(sentence);
    expect(warned).toContain('--help');
  });

  it('a missing account, order or file exits with 1', async () => {
    expect(await operate('accounts', 'approve', 'ghost@example.com')).toMatchObject({ code: 1 });
    expect(await operate('orders', 'show', 'GT-1')).toMatchObject({
      code: 1,
      warned: 'no order GT-1; see: operator orders list',
    });
    expect(await operate('orders', 'move', 'GT-1', '7')).toMatchObject({ code: 1 });
    expect(await operate('catalogue', 'import', '/no/such/items.ndjson')).toMatchObject({
      code: 1,
      warned: 'cannot read the file or folder /no/such/items.ndjson',
    });
  });
});
