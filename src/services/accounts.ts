import type { LoginRequest, User } from '../../contract/accounts.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { dataOf, type Call } from './call.ts';

/** POST /login. The token may be missing: the machine says so (§6). */
export async function logIn(call: Call, body: LoginRequest, signal: AbortSignal): Promise<User> {
  return dataOf(await call(endpoints.login, { body }, { signal }));
}

/** GET /glu. */
export async function fetchUser(call: Call, signal: AbortSignal): Promise<User> {
  return dataOf(await call(endpoints.currentUser, {}, { signal }));
}

/** GET /logout: ends the token on the server. */
export async function logOut(call: Call, signal: AbortSignal): Promise<void> {
  await call(endpoints.logout, {}, { signal });
}
