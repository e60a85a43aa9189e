import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { HeadObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { FILES_AWAY_CODE } from '../failures.ts';
import type { ByteRange } from './fileStore.ts';
import { checksumOfFile } from './folder.ts';

/** A bucket of an S3-compatible store, as FILES_URL names it. */
export interface ObjectPlace {
  bucket: string;
  /** Begins the key of each object; empty, or with a slash at its end. */
  prefix: string;
  region: string;
  /** null for Amazon's. */
  endpoint: string | null;
  /** Address of the store for browsers, if it is another one. */
  publicEndpoint: string | null;
}

/** The calls to a bucket. All throw `storeError`'s errors. */
export interface Bucket {
  /** null if there is no such object. */
  head(key: string): Promise<HeadObjectCommandOutput | null>;
  send(key: string, content: Uint8Array | string): Promise<void>;
  sendFile(key: string, file: string): Promise<void>;
  get(key: string, range?: ByteRange): Promise<{ stream: Readable; sha256: string | undefined }>;
  /** Keys that begin with a text; at least `least` if there are so many. */
  keysOf(start: string, least?: number): Promise<string[]>;
  drop(key: string): Promise<void>;
  /** An address of the object for browsers. */
  link(key: string, as: { contentType: string; disposition: string }): Promise<string>;
}

const LINK_SECONDS = 60;
/** Larger files are sent in parts of this size, each with a checksum. */
const PART_BYTES = 8 * 1024 * 1024;
const CONNECT_MS = 3_000;
const SILENCE_MS = 30_000;

/** Where browsers find the objects: an origin for the page's policy. */
export function originOf({ bucket, region, endpoint, publicEndpoint }: ObjectPlace): string {
  const given = publicEndpoint ?? endpoint;
  return given === null ? `https://${bucket}.s3.${region}.amazonaws.com` : new URL(given).origin;
}

/** The official client, loaded with the first call: its 20 MB are no part of a start. */
async function connect({ region }: ObjectPlace, endpoint: string | null) {
  const s3 = await import('@aws-sdk/client-s3');
  const client: S3Client = new s3.S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
  });
  return { s3, client };
}

const translated = (error: unknown): never => {
  throw storeError(error);
};

/** Opens a bucket; nothing is sent before the first call. */
export function openBucket(place: ObjectPlace): Bucket {
  const { bucket: Bucket, endpoint, publicEndpoint } = place;
  let connected: ReturnType<typeof connect> | undefined;
  let signing: ReturnType<typeof connect> | undefined;
  const store = () => (connected ??= connect(place, endpoint));
  const head: Bucket['head'] = async (Key) => {
    const { s3, client } = await store();
    return client.send(new s3.HeadObjectCommand({ Bucket, Key })).catch((error: unknown) => {
      const known = storeError(error);
      if (known.code === 'ENOENT') return null;
      throw known;
    });
  };
  return {
    head,
    async send(Key, Body) {
      const { s3, client } = await store();
      const sha256 = createHash('sha256').update(Body).digest('hex');
      const object = { Bucket, Key, Body, ChecksumAlgorithm: 'CRC32', Metadata: { sha256 } } as const;
      await client.send(new s3.PutObjectCommand(object)).catch(translated);
    },
    async sendFile(Key, file) {
      const { bytes, sha256 } = await checksumOfFile(file);
      const { client } = await store();
      const { Upload } = await import('@aws-sdk/lib-storage');
      const Body = createReadStream(file);
      const object = { Bucket, Key, Body, ChecksumAlgorithm: 'CRC32', Metadata: { sha256 } } as const;
      // one that fails is aborted, and its parts leave with it
      await new Upload({ client, params: object, partSize: PART_BYTES }).done().catch(translated);
      if ((await head(Key))?.ContentLength !== bytes) translated(new Error(`${Key} was not stored whole`));
    },
    async get(Key, range) {
      const { s3, client } = await store();
      const Range = range && `bytes=${range.start}-${range.end}`;
      const found = await client.send(new s3.GetObjectCommand({ Bucket, Key, Range })).catch(translated);
      return { stream: found.Body as Readable, sha256: found.Metadata?.['sha256'] };
    },
    async keysOf(Prefix, least = Infinity) {
      const { s3, client } = await store();
      const keys: string[] = [];
      let ContinuationToken: string | undefined;
      do {
        const asked = new s3.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken });
        const page = await client.send(asked).catch(translated);
        keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []));
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined && keys.length < least);
      return keys;
    },
    async drop(Key) {
      const { s3, client } = await store();
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key })).catch(translated);
    },
    async link(Key, { contentType, disposition }) {
      const { s3, client } = await (signing ??= connect(place, publicEndpoint ?? endpoint));
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
      const wanted = new s3.GetObjectCommand({
        Bucket,
        Key,
        ResponseContentType: contentType,
        ResponseContentDisposition: disposition,
        ResponseCacheControl: 'private, no-store',
      });
      return getSignedUrl(client, wanted, { expiresIn: LINK_SECONDS });
    },
  };
}

/** What stores call a used-up quota. */
const FULL = /StorageFull|QuotaExceeded|InsufficientStorage/;

/**
 * An object store's error as the system's: ENOENT if there is no such object, ENOSPC if it is full, otherwise one after which the
 * same can be tried again, because a wrong key or a store that is away must not end an order.
 */
export function storeError(error: unknown): Error & { code: string } {
  const {
    name = '',
    message = String(error),
    $metadata: answer = {},
  } = error as Error & {
    $metadata?: { httpStatusCode?: number };
  };
  const status = answer.httpStatusCode;
  const isMissing = name === 'NoSuchKey' || name === 'NotFound';
  const isFull = status === 507 || FULL.test(name);
  const code = isMissing ? 'ENOENT' : isFull ? 'ENOSPC' : FILES_AWAY_CODE;
  return Object.assign(new Error(`object store: ${name} ${message}`, { cause: error }), { code });
}
