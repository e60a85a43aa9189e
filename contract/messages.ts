import * as z from 'zod/mini';
import type refusals from './messages/en/refusals.json';

/** Values for the {{names}} of a sentence; `count` also selects the plural form. */
export type MessageParams = Readonly<Record<string, string | number>>;

type PathsOf<Group, Prefix extends string = ''> = {
  [Name in keyof Group & string]: Group[Name] extends string
    ? `${Prefix}${Name}`
    : PathsOf<Group[Name], `${Prefix}${Name}.`>;
}[keyof Group & string];
type WithoutPlural<Path> = Path extends `${infer Key}_one`
  ? Key
  : Path extends `${infer Key}_other`
    ? Key
    : Path;

/** The path of a sentence in messages/LANGUAGE/refusals.json, without its plural suffix. */
export type MessageKey = WithoutPlural<PathsOf<typeof refusals>>;

/** Why a reply was refused: see `message` in extensions.ts. */
export const messageFields = {
  message: z.optional(z.string()),
  messageKey: z.optional(z.string()),
  messageParams: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
};
export type MessageFields = z.infer<z.ZodMiniObject<typeof messageFields>>;
