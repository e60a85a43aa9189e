import * as z from 'zod/mini';
import type { ObjectPlace } from '../files/bucket.ts';

/** A value that a setting doesn't accept; `message` completes the sentence "NAME …". */
export class SettingError extends Error {}

export const text = (value: string) => value;
/** The parts of a value that are not empty. */
const parts = (value: string, separator: string | RegExp): string[] =>
  value
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
/** Lines of text, separated by |. */
export const lines = (value: string): string[] => parts(value, '|');
/** An empty value, or what another reader accepts. */
export const optional =
  <T>(read: (text: string) => T) =>
  (value: string): T | null =>
    value === '' ? null : read(value);

/** A whole number within inclusive limits. */
export function whole(min: number, max: number) {
  return (value: string): number => {
    const number = Number(value);
    if (!/^-?\d+$/.test(value) || number < min || number > max)
      throw new SettingError(`must be a whole number from ${min} to ${max}`);
    return number;
  };
}

/** A number within inclusive limits. */
export function decimal(min: number, max: number) {
  return (value: string): number => {
    const number = Number(value);
    if (value.trim() === '' || !Number.isFinite(number) || number < min || number > max)
      throw new SettingError(`must be a number from ${min} to ${max}`);
    return number;
  };
}

/** Percent from 0 to 100 with two decimals at most. */
export function percent(value: string): number {
  const number = decimal(0, 100)(value);
  if (Number(number.toFixed(2)) !== number) throw new SettingError('may have two decimals at most');
  return number;
}

export function flag(value: string): boolean {
  if (/^(1|true|on|yes)$/i.test(value)) return true;
  if (/^(0|false|off|no)$/i.test(value)) return false;
  throw new SettingError('must be on or off (1, true, yes / 0, false, no)');
}

/** A URL with one of these protocols (e.g. 'https:'), without trailing slashes. */
export function url(...protocols: string[]) {
  return (value: string): string => {
    const parsed = URL.canParse(value) ? new URL(value) : null;
    if (!parsed || !protocols.includes(parsed.protocol))
      throw new SettingError(
        `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
      );
    return value.replace(/\/+$/, '');
  };
}

const PLACE_PARAMETERS = ['region', 'endpoint', 'public'];

/** A bucket: s3://bucket/prefix?region=…&endpoint=…&public=… */
export function objectPlace(value: string): ObjectPlace {
  const address = URL.canParse(value) ? new URL(value) : null;
  const names = [...(address?.searchParams.keys() ?? [])];
  if (address?.protocol !== 's3:' || address.hostname === '' || address.username !== '')
    throw new SettingError('must be an address that begins with s3://, without keys');
  if (names.some((name) => !PLACE_PARAMETERS.includes(name)))
    throw new SettingError(`may have the parameters ${PLACE_PARAMETERS.join(', ')} alone`);
  const server = (name: string): string | null => {
    const given = address.searchParams.get(name);
    return given === null ? null : url('http:', 'https:')(given);
  };
  const folders = address.pathname.split('/').filter(Boolean);
  return {
    bucket: address.hostname,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region: address.searchParams.get('region') ?? 'us-east-1',
    endpoint: server('endpoint'),
    publicEndpoint: server('public'),
  };
}

/** Origins (scheme, host and port), separated by spaces. */
export function origins(value: string): string[] {
  return parts(value, /\s+/).map((address) => new URL(url('http:', 'https:')(address)).origin);
}

/** Hosts, with or without a port, separated by commas, as addresses write them. */
export function hosts(value: string): string[] {
  return parts(value, ',').map((one) => {
    const address = `http://${one}`;
    if (!URL.canParse(address) || /[/?#@\\\s]/.test(one))
      throw new SettingError('must be host names, with or without port, separated by commas');
    return new URL(address).host;
  });
}

export function oneOf<T extends string>(values: readonly T[]) {
  const schema = z.enum(values as readonly [T, ...T[]]);
  return (value: string): T => {
    const read = schema.safeParse(value);
    if (!read.success) throw new SettingError(`must be one of ${values.join(', ')}`);
    return read.data as T;
  };
}

/** Some of the values, separated by commas; 'all' or 'none' of them. */
export function someOf<T extends string>(values: readonly T[]) {
  return (value: string): readonly T[] => {
    if (value === 'all') return values;
    if (value === 'none') return [];
    const given = value.split(',').map((one) => one.trim());
    const known = values.filter((one) => given.includes(one));
    if (known.length !== new Set(given).size)
      throw new SettingError(`must be all, none, or some of ${values.join(', ')}`);
    return known;
  };
}

/** Tile URLs: http(s) templates with {z}, {x}, {y}, separated by spaces. */
export function tileTemplates(value: string): string[] {
  const templates = parts(value, /\s+/);
  for (const template of templates)
    if (
      !/^https?:\/\/[^\s/]+\/\S*$/.test(template) ||
      !['{z}', '{x}', '{y}'].every((part) => template.includes(part))
    )
      throw new SettingError('must be http(s) tile addresses with {z}, {x} and {y}, or empty');
  return templates;
}

/** The address of a page: an absolute URL, or a path on this site. */
export function pageAddress(value: string): string {
  if (/^(\.?\/)/.test(value) && !value.startsWith('//')) return value;
  return url('http:', 'https:')(value);
}
