/** A request as the stub of section 7 has seen it. */
export interface SeenRequest {
  method: string;
  path: string;
  query: Readonly<Record<string, string>>;
  body: unknown;
}
interface Call {
  method: string;
  /** With {names} of its parts. */
  path: string;
  query: readonly string[];
  body: readonly string[];
}

const get = (path: string, ...query: string[]): Call => ({ method: 'GET', path, query, body: [] });
const post = (path: string, ...body: string[]): Call => ({ method: 'POST', path, query: [], body });

/** Names of fields. */
const fields = (names: string): string[] => names.split(' ');

/** §3 Registration form. */
const REGISTRATION = fields(
  'upass email firstName lastName regType company industry nature salesRepCode vcode',
);
/** §3 Search condition. */
const CONDITION = fields(
  'aoiWkt acquisitionDateFrom acquisitionDateTo maxCloudCover maxOffNadirAngle sensorType ' +
    'satList gsd productMode',
);
/** §3 Tasking order form. */
const TASKING = fields(
  'orderName aoiWkt sourceCode taskingWindowStart taskingWindowEnd maxCloudCover ' +
    'maxOffNadirAngle resolution productMode productLevel cropByAoi projection ' +
    'productLevelAppend contractNum',
);
/** §3 Imagery export form. */
const EXPORT = fields('taskName dsId aoi outMode outResolution outProj');

/** §7 The calls it makes, written by hand from the specification, with the fields of §3. */
export const SECTION_SEVEN: readonly Call[] = [
  // Accounts
  post('/reg/captcha', 'email'),
  post('/reg/submit', ...REGISTRATION),
  post('/resetpass/captcha', 'email'),
  post('/resetpass/submit', 'email', 'vcode'),
  post('/login', 'uname', 'upass'),
  post('/web/cpwd', 'opwd', 'npwd', 'npwdr'),
  get('/glu'),
  get('/logout'),
  get('/web/credits'),
  get('/api/usage/daily', 't1', 't2'),
  get('/web/order/pay/record', 'cpage'),
  // Search and orders
  post('/api/soi/v1/search', ...CONDITION),
  post('/api/order/v1/tasking/getPrice', ...TASKING),
  post('/api/order/v1/tasking/submit', ...TASKING),
  get('/web/order/archive/list', 'cpage'),
  post('/api/order/v1/archive/cancel/{orderNum}'),
  get('/web/order/tasking/list', 'cpage'),
  post('/api/order/v1/tasking/cancel/{orderNum}'),
  // Saved items
  get('/web/useraoi/view/list/all'),
  get('/web/useraoi/del/{id}'),
  post('/web/useraoi/cm/save', 'name', 'geom'),
  get('/web/usersearchrecord/view/list/all'),
  get('/web/usersearchrecord/del/{id}'),
  get('/web/usersearchrecord/view/one/{id}'),
  // Imagery and exports
  get('/api/user/images'),
  get('/api/vec/irv/{layerId}'),
  get('/api/ogc', 'service', 'layer', 'z', 'x', 'y', 'token'),
  post('/api/imagery/v1/export/getPrice', ...EXPORT),
  post('/api/imagery/v1/export/submit', ...EXPORT),
  get('/web/exporttask/view/list/all'),
  post('/web/exporttask/cm/rename', 'id', 'name'),
  get('/api/imagery/v1/export/internal/list', 'cpage'),
];

export const nameOf = ({ method, path }: Call): string => `${method} ${path}`;

/** The call of section 7 that a request is; undefined for none. */
export const callOf = ({ method, path }: SeenRequest): Call | undefined =>
  SECTION_SEVEN.find(
    (call) =>
      call.method === method && new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );

/** What a request has that section 7 doesn't: itself, or names of its query and of its body. */
export function beyondSectionSeven(request: SeenRequest): string[] {
  const call = callOf(request);
  if (call === undefined) return [`${request.method} ${request.path}`];
  const beyond = (names: readonly string[], part: unknown) =>
    Object.keys((part as object | undefined) ?? {}).filter((name) => !names.includes(name));
  return [...beyond(call.query, request.query), ...beyond(call.body, request.body)].map(
    (name) => `${nameOf(call)}: ${name}`,
  );
}
