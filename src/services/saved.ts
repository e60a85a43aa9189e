import { endpoints } from '../../contract/endpoints.ts';
import type { Call } from './call.ts';

/** POST /web/useraoi/cm/save; geom is WKT. */
export async function saveAoi(
  call: Call,
  body: { name: string; geom: string },
  signal: AbortSignal,
): Promise<void> {
  await call(endpoints.saveAoi, { body }, { signal });
}
