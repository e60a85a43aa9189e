/** Of the system: the address can't be reached, or the connection ended. */
const SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** SQLSTATE: connection exceptions, refused log-ins, no such database, too many connections, starting or stopping. */
const STATES = /^(08|28|3D000|53300|57P0[1-5])/;
/** The driver's own errors have no code. */
const DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether a failed query says that the database can't be reached, rather than that the query is wrong. */
export function isDatabaseLost(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isDatabaseLost);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return SYSTEM.has(code) || STATES.test(code) || DRIVER.test(error.message);
}
