import type * as z from 'zod/mini';
import type { Scope } from './apiKeys.ts';

/** Who may make a call. */
export type Access = 'anyone' | 'user';

/** A row of the table of calls. `params` fills the {names} of the path. */
export interface Row<
  Params extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Query extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Body extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> {
  method: 'GET' | 'POST';
  path: string;
  access: Access;
  params: Params;
  query: Query;
  body: Body;
  reply: Reply;
  /** Takes an Idempotency-Key header (decision 7). */
  idempotent: boolean;
  /** An API key with one of these scopes may make the call; without any, only a session may (decision 225). */
  scopes: readonly Scope[];
  /** Spends credits, or gives spent ones back: no sandbox key may make it. */
  spends: boolean;
  /** Its name, if it is beyond section 7 (extensions.ts). */
  extension?: string;
  /** Media type of a second form of the reply, which the client asks for and a server may ignore. */
  alternative?: string;
}

/** A row with defaults for its absent parts: undefined, and access for users. Keeps the schemas' types. */
export function row<
  Reply extends z.ZodMiniType,
  Params extends z.ZodMiniType | undefined = undefined,
  Query extends z.ZodMiniType | undefined = undefined,
  Body extends z.ZodMiniType | undefined = undefined,
>(part: {
  method: 'GET' | 'POST';
  path: string;
  access?: Access;
  params?: Params;
  query?: Query;
  body?: Body;
  reply: Reply;
  idempotent?: boolean;
  scopes?: readonly Scope[];
  spends?: boolean;
  alternative?: string;
}): Row<Params, Query, Body, Reply> {
  return {
    method: part.method,
    path: part.path,
    access: part.access ?? 'user',
    params: part.params as Params,
    query: part.query as Query,
    body: part.body as Body,
    reply: part.reply,
    idempotent: part.idempotent ?? false,
    scopes: part.scopes ?? [],
    spends: part.spends ?? false,
    ...(part.alternative === undefined ? {} : { alternative: part.alternative }),
  };
}

type OutputOf<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type InputOf<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

/** The input of a row's handler on the server. */
export interface RequestOf<R extends Row> {
  params: OutputOf<R['params']>;
  query: OutputOf<R['query']>;
  body: OutputOf<R['body']>;
}
/** The client's input for a call: only the parts that the row has. A body's money is in cents, as in both programs. */
export type CallInput<R extends Row> = (R['params'] extends z.ZodMiniType
  ? { params: InputOf<R['params']> }
  : object) &
  (R['query'] extends z.ZodMiniType ? { query: InputOf<R['query']> } : object) &
  (R['body'] extends z.ZodMiniType ? { body: OutputOf<R['body']> } : object);
/** The reply of a row, envelope included. */
export type ReplyOf<R extends Row> = z.output<R['reply']>;
