import * as z from 'zod/mini';
import { settingsCall } from '../../contract/calls/accountCalls.ts';
import { CallError } from '../../contract/calls/callError.ts';
import { DEFAULT_SENSOR, SENSOR_TYPES } from '../../contract/sensors.ts';
import { DEFAULT_SETTINGS, type Settings, someSettings, type SomeSettings } from '../../contract/settings.ts';
import { dataOf, type Call } from './call/call.ts';
import { codeOf, fieldsOf, fitted, flagOf, listIn, numberOf, readData, textOf } from './call/reading.ts';

/** What a setting says in the shape of the contract; parts that are missing come from the defaults. */
const READ: Partial<Record<keyof Settings, (value: unknown) => unknown>> = {
  registrationAllowed: flagOf,
  apis: (value) =>
    Object.fromEntries(
      Object.entries(DEFAULT_SETTINGS.apis).map(([api, isOn]) => [api, flagOf(fieldsOf(value)[api]) ?? isOn]),
    ),
  // §3 Satellite config entry: name, code, gsd; only optical ones are chosen among (§2)
  satellites: (value) =>
    listIn(value)
      ?.map(fieldsOf)
      .map((one) => ({
        ...one,
        name: textOf(one['name']) ?? textOf(one['code']),
        code: textOf(one['code']),
        gsd: numberOf(one['gsd']),
        sensorType: codeOf(one['sensorType'], SENSOR_TYPES) ?? DEFAULT_SENSOR,
      }))
      .filter(({ code, gsd }) => code !== null && gsd !== null),
  basemaps: (value) =>
    Object.fromEntries(
      Object.entries(DEFAULT_SETTINGS.basemaps).map(([name, { tiles, attribution, maxZoom }]) => {
        const named = fieldsOf(fieldsOf(value)[name]);
        return [name, { tiles, attribution, maxZoom, ...named }];
      }),
    ),
  searchCap: numberOf,
};

/** The settings among some fields; a field of a wrong kind is as if it were missing. */
export const settingsIn = (fields: unknown): SomeSettings =>
  // JSON has no undefined
  Object.fromEntries(
    Object.entries(fieldsOf(fields)).flatMap(([name, value]) => {
      const read = READ[name as keyof Settings]?.(value) ?? value;
      return Object.entries(fitted(someSettings, { [name]: read })?.data ?? {});
    }),
  ) as SomeSettings;

/**
 * Decision 2: GET /web/settings; what it lacks comes from `/config.json`, and then from the defaults. The call is an extension:
 * it is not made where `/config.json` names the extensions of the back end.
 * @throws CallError offline if the server doesn't answer at all
 */
export async function fetchSettings(call: Call, signal: AbortSignal): Promise<Settings> {
  const known = { ...DEFAULT_SETTINGS, ...call.settings };
  if (call.settings.extensions?.includes('settings') === false) return known;
  const read = readData((data) => ({ ...known, ...settingsIn(data) }));
  try {
    return dataOf(await call(settingsCall.settings, {}, { signal, read, mayBeAbsent: true }));
  } catch (error) {
    if (error instanceof CallError && error.kind === 'absent') return known;
    throw error;
  }
}

/** The client settings of a deployment, read before any call. */
export interface ClientConfig {
  /** Decision 34: the server's base URL, without a trailing slash; '' for the same origin. */
  serviceBase: string;
  /** Decision 34: where the back end keeps the facts of a scene, by the contract's names. */
  sceneFields: Readonly<Record<string, string>>;
  /** Whether `?inspect` opens the inspector of the machines. */
  inspect: boolean;
  /** Whether Ctrl+Shift+S saves what the machines did last. */
  saveSession: boolean;
  /** Decision 2: the settings of a back end without GET /web/settings. */
  settings: SomeSettings;
}

const textFields = z.record(z.string(), z.string());

/** Decision 34: reads /config.json. Without it, the client uses the same origin, the contract's names and no inspector. */
export async function fetchClientConfig(): Promise<ClientConfig> {
  let config: unknown;
  try {
    // as index.html preloads it
    const answer = await fetch('/config.json');
    config = await answer.json();
  } catch {
    // missing or invalid file
  }
  const { serviceBase, sceneFields, inspect, saveSession } = fieldsOf(config);
  return {
    serviceBase: typeof serviceBase === 'string' ? serviceBase.replace(/\/+$/, '') : '',
    sceneFields: textFields.safeParse(sceneFields).data ?? {},
    inspect: inspect === true,
    saveSession: saveSession === true,
    settings: settingsIn(config),
  };
}
