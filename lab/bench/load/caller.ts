import { randomUUID } from 'node:crypto';
import { DEMO_PASSWORD } from '../../../server/accounts/demoAccounts.ts';
import { endpoints } from '../../../contract/calls/endpoints.ts';
import { tileAddress } from '../../../src/services/imagery.ts';

/** The widest search of an area: every optical scene of it. */
export const everythingIn = (aoiWkt: string) => ({
  aoiWkt,
  acquisitionDateFrom: '2000-01-01',
  acquisitionDateTo: '2100-01-01',
  maxCloudCover: 100,
  maxOffNadirAngle: 45,
  sensorType: 'OPTICAL',
  satList: [],
});

/** Positions of the largest area that every call takes. */
const CORNERS = 9_800;

/** An outline around Singapore whose corners lie on two circles, as WKT. */
export function largestArea(corners = CORNERS): string {
  const ring = Array.from({ length: corners }, (_, at) => {
    const [angle, radius] = [(at / corners) * 2 * Math.PI, at % 2 === 0 ? 0.3 : 0.29];
    return `${(103.8 + radius * Math.cos(angle)).toFixed(7)} ${(1.3 + radius * Math.sin(angle)).toFixed(7)}`;
  });
  return `POLYGON((${[...ring, ring[0]].join(',')}))`;
}

/** The path of a tile with its token. */
export const tilePath = (token: string, place: Record<'layer' | 'z' | 'x' | 'y', number>): string =>
  Object.entries(place).reduce(
    (path, [name, value]) => path.replace(`{${name}}`, String(Math.floor(value))),
    tileAddress('', token),
  );

/** A signed-in caller. */
export class Caller {
  readonly url: string;
  token = '';
  constructor(url: string) {
    this.url = url;
  }
  /** The request of a call. */
  request({ method, path }: { method: string; path: string }, body?: unknown) {
    return {
      url: this.url + path,
      init: {
        method,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${this.token}`,
          // each submit is a new one
          'idempotency-key': randomUUID(),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
    };
  }
  /** @returns the reply's text */
  async send(row: { method: string; path: string }, body?: unknown): Promise<string> {
    const { url, init } = this.request(row, body);
    return (await fetch(url, init)).text();
  }
  async logIn(email: string): Promise<void> {
    const text = await this.send(endpoints.login, { uname: email, upass: DEMO_PASSWORD });
    this.token = endpoints.login.reply.parse(JSON.parse(text)).data?.token ?? '';
  }
}
