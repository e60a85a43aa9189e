import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, done, fileAt, html, json, no, ok, send } from './answers.ts';
import { find, type Form, missing, page, paged, type Query, type Row, stamp, text } from './rows.ts';
import * as samples from './samples.ts';

type Call = { body: Form; query: Query; param: string; token: string };
type Request = { method: string; path: string; query: Query; body: unknown; headers: IncomingHttpHeaders };
type Account = samples.Account;
type Options = { port?: number; clientDir: string; config?: object; now?: () => number };

const remove = (rows: Row[], id: string) => {
  const row = find(rows, id);
  if (row) rows.splice(rows.indexOf(row), 1);
  return row ? ok() : no('Not found');
};
const cancel = (kind: 'archive' | 'tasking') => (call: Call, account: Account) => {
  const order = account[kind].find(({ orderNum }) => orderNum === call.param);
  if (!order || order.status >= 5)
    return no(order ? 'The order can no longer be cancelled' : 'Order not found');
  order.status = 9;
  return done();
};
const vector = ({ param }: Call) =>
  find(samples.layers, param)?.['existVec'] ? ok({ geom: samples.square }) : no('no associated data');
const viewSearch = ({ param }: Call, { searches }: Account) => {
  const record = find(searches, param);
  return record ? ok({ dumpJson: record['dumpJson'] }) : no('Not found');
};
const rename = ({ body }: Call, { sceneTasks }: Account) => {
  const task = find(sceneTasks, body['id']);
  if (!task || missing(body, 'name')) return no('save failed');
  task['name'] = body['name'];
  return ok();
};

/** A back end of the 32 calls in section 7 of the specification and nothing else, its data in memory. */
export async function startSectionSeven({ port = 0, clientDir, config, now = Date.now }: Options) {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const requests: Request[] = [];
  const codes = new Map<string, string>();
  const accounts = new Map([['demo@example.com', samples.demoAccount(url, now())]]);
  const passwords = new Map([['demo@example.com', 'demodemo']]);
  const sessions = new Map<string, Account>();
  let lastId = 100;

  const signedIn = (handle: (call: Call, account: Account) => Answer) => (call: Call) => {
    const account = sessions.get(call.token);
    return account ? handle(call, account) : no('invalid token', 401);
  };
  const sendCode = ({ body }: Call) => {
    codes.set(text(body['email']), text(randomInt(100_000, 1_000_000)));
    return ok();
  };
  const rightCode = ({ email, vcode }: Form) => codes.get(text(email)) === vcode && codes.delete(text(email));
  const register = ({ body }: Call) => {
    const { firstName, lastName, company, regType } = body;
    const email = text(body['email']);
    if (missing(body, 'firstName', 'lastName', 'email', 'upass', 'company'))
      return no('Incomplete information');
    if (accounts.has(email)) return no('The email is already registered');
    if (!rightCode(body)) return no('Wrong verify code');
    const utype = Number(regType ?? 2);
    accounts.set(email, samples.newAccount({ email, firstName, lastName, company, utype, puc: 0 }));
    passwords.set(email, text(body['upass']));
    return ok();
  };
  const resetCode = (call: Call) =>
    accounts.has(text(call.body['email'])) ? sendCode(call) : no('The email is not registered');
  const reset = ({ body }: Call) => {
    if (!rightCode(body)) return no('Wrong verify code');
    passwords.set(text(body['email']), randomUUID().slice(0, 8));
    return ok();
  };
  const login = ({ body }: Call) => {
    const account = accounts.get(text(body['uname']));
    if (!account || passwords.get(account.user.email) !== body['upass']) return no('Wrong email or password');
    const token = randomUUID();
    sessions.set(token, account);
    return ok({ ...account.user, token });
  };
  const logout = ({ token }: Call) => {
    sessions.delete(token);
    return ok();
  };
  const changePassword = ({ body }: Call, { user }: Account) => {
    if (passwords.get(user.email) !== body['opwd']) return no('The current password is wrong');
    if (text(body['npwd']).length < 8) return no('Password cannot be shorter than 8 characters');
    if (body['npwd'] !== body['npwdr']) return no('The re-entered password is inconsistent');
    passwords.set(user.email, text(body['npwd']));
    return ok();
  };
  const submitTasking = ({ body }: Call, { tasking }: Account) => {
    if (missing(body, 'orderName', 'aoiWkt', 'sourceCode')) return no('Incomplete information');
    const [id, orderName, ctime] = [++lastId, body['orderName'], stamp(now())];
    tasking.unshift({ id, orderNum: `T${id}`, orderName, status: 1, ctime, downloadUrl: null });
    return done();
  };
  const saveAoi = ({ body: { name, geom } }: Call, { aois }: Account) => {
    if (!name || !geom) return no('Incomplete information');
    aois.unshift({ id: ++lastId, name, geom, ctime: stamp(now()) });
    return ok();
  };
  const submitExport = ({ body }: Call, account: Account) => {
    if (missing(body, 'taskName', 'dsId', 'aoi')) return no('Incomplete information');
    if (samples.exportCost(body) > account.credits) return no('The credits is not enough');
    account.credits -= samples.exportCost(body);
    const [taskNum, taskName, ctime] = [`E${++lastId}`, body['taskName'], stamp(now())];
    account.imageryTasks.unshift({ taskNum, taskName, status: 1, ctime, downloadUrl: null });
    return done();
  };
  const imageryTasks = ({ query }: Call, { imageryTasks: tasks }: Account) => {
    const answer = json(paged(tasks, query));
    // Pending tasks are done at the next request, so that a client meets both states.
    for (const task of tasks)
      Object.assign(task, { status: 2, downloadUrl: [`${url}/files/${task.taskNum}.zip`] });
    return answer;
  };
  const searchScenes = ({ body }: Call) =>
    json({ result: 1, features: [...samples.search(body, now()), ...samples.unreadable] });
  const searchList = (_: Call, { searches }: Account) =>
    ok(searches.map((record) => ({ ...record, dumpJson: undefined })));
  const mapTile = ({ query }: Call) =>
    sessions.has(text(query['token'])) ? send('image/png', samples.tile) : no('invalid token', 401);

  const calls: [method: string, path: string, handle: (call: Call) => Answer][] = [
    // Accounts
    ['POST', '/reg/captcha', sendCode],
    ['POST', '/reg/submit', register],
    ['POST', '/resetpass/captcha', resetCode],
    ['POST', '/resetpass/submit', reset],
    ['POST', '/login', login],
    ['POST', '/web/cpwd', signedIn(changePassword)],
    ['GET', '/glu', signedIn(({ token }, { user }) => ok({ ...user, token }))],
    ['GET', '/logout', logout],
    ['GET', '/web/credits', signedIn((_, { credits }) => ok(credits))],
    ['GET', '/api/usage/daily', signedIn(({ query }) => ok(samples.usage(query['t1'], query['t2'])))],
    ['GET', '/web/order/pay/record', signedIn(({ query }, { payments }) => ok(paged(payments, query)))],
    // Search and orders
    ['POST', '/api/soi/v1/search', signedIn(searchScenes)],
    ['POST', '/api/order/v1/tasking/getPrice', signedIn(({ body }) => ok(samples.price(body)))],
    ['POST', '/api/order/v1/tasking/submit', signedIn(submitTasking)],
    ['GET', '/web/order/archive/list', signedIn(({ query }, { archive }) => ok(paged(archive, query)))],
    ['POST', '/api/order/v1/archive/cancel/{orderNum}', signedIn(cancel('archive'))],
    ['GET', '/web/order/tasking/list', signedIn(({ query }, { tasking }) => ok(page(tasking, query)))],
    ['POST', '/api/order/v1/tasking/cancel/{orderNum}', signedIn(cancel('tasking'))],
    // Saved items
    ['GET', '/web/useraoi/view/list/all', signedIn((_, { aois }) => ok(aois))],
    ['GET', '/web/useraoi/del/{id}', signedIn(({ param }, { aois }) => remove(aois, param))],
    ['POST', '/web/useraoi/cm/save', signedIn(saveAoi)],
    ['GET', '/web/usersearchrecord/view/list/all', signedIn(searchList)],
    ['GET', '/web/usersearchrecord/del/{id}', signedIn(({ param }, { searches }) => remove(searches, param))],
    ['GET', '/web/usersearchrecord/view/one/{id}', signedIn(viewSearch)],
    // Imagery and exports
    ['GET', '/api/user/images', signedIn(() => ok([...samples.layers, ...samples.unreadable]))],
    ['GET', '/api/vec/irv/{layerId}', signedIn(vector)],
    ['GET', '/api/ogc', mapTile],
    ['POST', '/api/imagery/v1/export/getPrice', signedIn(({ body }) => ok(samples.exportCost(body)))],
    ['POST', '/api/imagery/v1/export/submit', signedIn(submitExport)],
    ['GET', '/web/exporttask/view/list/all', signedIn((_, { sceneTasks }) => ok(sceneTasks))],
    ['POST', '/web/exporttask/cm/rename', signedIn(rename)],
    ['GET', '/api/imagery/v1/export/internal/list', signedIn(imageryTasks)],
  ];

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const { method = 'GET', headers } = request;
    const { pathname: path, searchParams } = new URL(`${url}${request.url}`);
    const query = Object.fromEntries(searchParams);
    const sent = (await request.setEncoding('utf8').toArray()).join('');
    const seen: Request = { method, path, query, body: sent || undefined, headers };
    requests.push(seen);
    if (sent) seen.body = JSON.parse(sent);
    const body = { ...(seen.body as Form | undefined) };
    const token = text(/^Bearer (.+)$/i.exec(text(headers.authorization))?.[1]);
    for (const [verb, pattern, handle] of calls) {
      const fit = verb === method && new RegExp(`^${pattern.replace(/\{\w+\}/, '([^/]+)')}$`).exec(path);
      if (fit) return handle({ body, query, param: text(fit[1]), token });
    }
    if (method !== 'GET' || /^\/(web|api)\//.test(path)) return html(404, 'Not Found');
    if (path.startsWith('/files/')) return send('application/zip', samples.zip);
    return path === '/config.json' && config ? json(config) : fileAt(clientDir, path);
  };
  server.on('request', async (request, response) => {
    const { status, type, body } = await answer(request).catch((error: unknown) =>
      error instanceof SyntaxError ? html(400, 'Bad Request') : html(500, 'Internal Server Error'),
    );
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  const named = calls.map(([method, path]) => `${method} ${path}`);
  return { url, requests, codes, passwords, calls: named, close };
}
