import { createHash } from 'node:crypto';
import type { PoolClient, Pool } from 'pg';

/** What a document is, which says how it is read. */
export type Role = 'catalogue' | 'collections' | 'page' | 'item';

/** How a document is asked for. */
export interface DocumentRequest {
  url: string;
  /** A body makes it a POST. */
  body?: unknown;
}

/** A document that another one leads to. */
export interface DocumentLink {
  request: DocumentRequest;
  role: Role;
  /** The collection of its Items, if that is known. */
  collection: string | null;
}

export interface OpenDocument extends DocumentLink {
  id: number;
  tries: number;
  etag: string | null;
  modified: string | null;
  links: DocumentLink[] | null;
}

/** How long a source's documents are remembered by what they were when read. */
export interface Reading {
  etag: string | null;
  modified: string | null;
  links: readonly DocumentLink[];
}

const keyOf = ({ url, body }: DocumentRequest): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([url, body ?? null]))
    .digest();

/** The first documents that are still to be read in this pass, oldest first, all of the first one's role. */
export async function openDocuments(pool: Pool, sourceId: number, limit: number): Promise<OpenDocument[]> {
  const { rows } = await pool.query<OpenDocument>(
    `select id, request, role, collection, tries, etag, modified, links from source_documents
     where source_id = $1 and read_in < pass order by id limit $2`,
    [sourceId, limit],
  );
  const [first] = rows;
  // Items one by one, everything else by itself
  return first === undefined || first.role !== 'item'
    ? rows.slice(0, 1)
    : rows.filter(({ role }) => role === 'item');
}

/** Adds documents to a pass; those that are in it already stay. */
export async function addDocuments(
  client: PoolClient,
  sourceId: number,
  pass: number,
  links: readonly DocumentLink[],
): Promise<void> {
  const byKey = new Map(links.map((link) => [keyOf(link.request).toString('hex'), link]));
  await client.query(
    `insert into source_documents (source_id, pass, key, request, role, collection)
     select $1, $2, decode(key, 'hex'), request::jsonb, role, collection
     from unnest($3::text[], $4::text[], $5::text[], $6::text[]) as given (key, request, role, collection)
     on conflict (source_id, key) do update set pass = excluded.pass, role = excluded.role, collection = excluded.collection`,
    [
      sourceId,
      pass,
      [...byKey.keys()],
      [...byKey.values()].map(({ request }) => JSON.stringify(request)),
      [...byKey.values()].map(({ role }) => role),
      [...byKey.values()].map(({ collection }) => collection),
    ],
  );
}

/** Notes that documents were read; `reading` is null for those that are as they were. */
export async function noteRead(
  client: PoolClient,
  read: readonly { id: number; reading: Reading | null }[],
): Promise<void> {
  for (const { id, reading } of read)
    await (reading === null
      ? client.query('update source_documents set read_in = pass, tries = 0 where id = $1', [id])
      : client.query(
          `update source_documents set read_in = pass, tries = 0, etag = $2, modified = $3, links = $4 where id = $1`,
          [id, reading.etag, reading.modified, JSON.stringify(reading.links)],
        ));
}

export async function noteTry(client: PoolClient, id: number): Promise<void> {
  await client.query('update source_documents set tries = tries + 1 where id = $1', [id]);
}

/** All Items of a collection are asked for in the next pass: some don't say when they were changed, or a page can't be read. */
export async function forgetSince(
  client: PoolClient,
  sourceId: number,
  collection: string,
  hasUpdated: boolean,
): Promise<void> {
  await client.query(
    `update source_collections set since = null, has_updated = has_updated and $3 where source_id = $1 and id = $2`,
    [sourceId, collection, hasUpdated],
  );
}

/**
 * After a pass: forgets the documents that no longer exist and, if all were read, asks for changes alone from then on.
 * @param since when the pass began, less what clocks and long transactions may differ by
 */
export async function endPass(
  client: PoolClient,
  sourceId: number,
  pass: number,
  since: Date | null,
): Promise<void> {
  await client.query('delete from source_documents where source_id = $1 and pass < $2', [sourceId, pass]);
  if (since !== null)
    await client.query(
      'update source_collections set since = $2 where source_id = $1 and is_wanted and has_updated',
      [sourceId, since],
    );
}
