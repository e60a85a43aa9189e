import type { Aoi } from '../../geo/aoi.ts';
import type { NoticeText } from './notice.ts';

/** What a name is made of, the place first; absent parts are left out. */
export type NameParts = readonly (string | null | undefined)[];

/** A name that a form offers, e.g. “Tuas SV-2 03 2026-11-14”. If it is too long, the place is shortened. */
export function offeredName([place, ...others]: NameParts, max: number): string {
  const rest = others.filter(Boolean).join(' ');
  const room = Math.max(0, max - (rest === '' ? 0 : rest.length + 1));
  return [(place ?? '').slice(0, room).trim(), rest].filter(Boolean).join(' ').slice(0, max).trim();
}

/** The portal offers an open form another name: the place in its AOI has been found. */
export interface NameOffered {
  type: 'name.offered';
  name: string;
}

/** A draft to which another name is offered: what the user has typed stays, what was `offered` before follows. */
export function reoffered<Draft extends object>(draft: Draft, offered: Draft, next: Draft): Draft {
  const kept = Object.entries(draft).filter(([field, value]) => value !== Reflect.get(offered, field));
  return { ...next, ...Object.fromEntries(kept) };
}

/** Where there is no known place: the middle of the AOI, latitude and longitude in degrees. */
export function middleOf({ bbox: [west, south, east, north] }: Aoi): string {
  return `${((south + north) / 2).toFixed(2)}, ${((west + east) / 2).toFixed(2)}`;
}

/** The one value that all have; null if they differ. */
export function common<T>(values: readonly T[]): T | null {
  return new Set(values).size === 1 ? (values[0] ?? null) : null;
}

/** The snapshot of a form that saves something under a name. */
export interface Naming {
  /** The server's message about the refusal is the reason. */
  context: { name: string; offered: string; refusal: NoticeText | null; reason: NoticeText | null };
  hasTag: (tag: 'busy') => boolean;
}

export const typedName = ({ context }: Naming): string => context.name;
/** Whether closing the form loses a typed name. */
export const hasTypedName = ({ context }: Naming): boolean => context.name !== context.offered;
export const savingRefusal = ({ context }: Naming): NoticeText | null => context.refusal;
export const savingReason = ({ context }: Naming): NoticeText | null => context.reason;
export const isSaving = (naming: Naming): boolean => naming.hasTag('busy');
