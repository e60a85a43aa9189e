import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileStore } from '../../../server/base/files/fileStore.ts';
import { openFiles } from '../../../server/base/files/openFiles.ts';
import { objectPlace } from '../../../server/base/settings/settingReaders.ts';
import { testFolder, type TestFolder } from '../support/harness.ts';
import { objectStore, type ObjectStore } from '../support/objectStore.ts';

let folder: TestFolder;
let objects: ObjectStore;
beforeAll(async () => {
  folder = await testFolder();
  objects = await objectStore();
});
afterAll(async () => {
  await folder.remove();
  await objects.remove();
});

const textOf = (stream: ReadableStream) => new Response(stream).text();
const sha256Of = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

describe.each(['folder', 'object store'])('files in a %s', (kind) => {
  const inFolder = kind === 'folder';
  /** The store as a machine of its own sees it. */
  const on = (machine: string): FileStore =>
    openFiles(
      path.join(folder.dataDir, kind, inFolder ? 'one' : machine),
      inFolder ? null : objectPlace(objects.urlOf('a/b')),
    );

  it('what one machine wrote, another reads whole, in part, and with its size and checksum', async () => {
    await on('a').write(['deliveries', 'GT-1', 'licence.txt'], 'simulated');
    const files = on('b');
    const place = ['deliveries', 'GT-1', 'licence.txt'] as const;
    expect(await textOf(await files.read(place))).toBe('simulated');
    expect(await textOf(await files.read(place, { start: 2, end: 4 }))).toBe('mul');
    expect(await files.sizeOf(...place)).toBe(9);
    expect(await files.checksumOf(...place)).toEqual({ bytes: 9, sha256: sha256Of('simulated') });
    expect(await files.isEmpty()).toBe(false);
  });

  it('a file of 20 MB that was written beside its place comes back byte for byte, and leaves nothing beside it', async () => {
    const files = on('a');
    const content = randomBytes(20_000_000);
    const place = ['deliveries', 'GT-2', 'image.tif'] as const;
    const part = `${files.pathOf(...place)}.1.part`;
    await mkdir(path.dirname(part), { recursive: true });
    await writeFile(part, content);
    await files.adopt(part, place);
    expect(await on('b').checksumOf(...place)).toEqual({ bytes: content.length, sha256: sha256Of(content) });
    const copy = path.join(folder.dataDir, `${kind} copy`, 'image.tif');
    await on('b').copyTo(copy, place);
    expect((await readFile(copy)).equals(content)).toBe(true);
    expect(await readdir(path.dirname(part))).toEqual(inFolder ? ['image.tif'] : []);
  });

  it('a file that is read at many places is copied to each machine once', async () => {
    await on('a').write(['imagery', 'layer', 'picture.tif'], 'pixels');
    const files = on('b');
    const [first, second] = await Promise.all([
      files.local('imagery', 'layer', 'picture.tif'),
      files.local('imagery', 'layer', 'picture.tif'),
    ]);
    expect(second).toBe(first);
    expect(await readFile(first, 'utf8')).toBe('pixels');
    expect(await readdir(path.dirname(first))).toEqual(['picture.tif']);
  });

  it('a folder lists its files, and is removed with all of them', async () => {
    const files = on('a');
    for (const name of ['1.zip', '2.zip']) await files.write(['exports', name], name);
    await files.put(await files.local('exports', '1.zip'), ['exports', '3.zip']);
    expect((await on('b').list('exports')).sort()).toEqual(['1.zip', '2.zip', '3.zip']);
    await files.remove('exports', '2.zip');
    expect((await on('b').list('exports')).sort()).toEqual(['1.zip', '3.zip']);
    await files.remove('exports');
    expect(await on('b').list('exports')).toEqual([]);
    expect(await on('b').sizeOf('exports', '1.zip')).toBeNull();
  });

  it('a missing file has no size and no checksum, and reading it says ENOENT', async () => {
    const files = on('a');
    expect(await files.sizeOf('deliveries', 'none')).toBeNull();
    expect(await files.checksumOf('deliveries', 'none')).toBeNull();
    const missing = { code: 'ENOENT' };
    await expect(files.read(['deliveries', 'none'])).rejects.toMatchObject(missing);
    await expect(files.copyTo(path.join(folder.dataDir, 'x'), ['deliveries', 'none'])).rejects.toMatchObject(
      missing,
    );
    await expect(files.write(['..', 'x'], '')).rejects.toBeInstanceOf(RangeError);
  });

  it('mails and previews stay on the machine, readable by the owner alone where they must be', async () => {
    const files = on('a');
    const file = await files.write(['outbox', 'code.txt'], 'secret', 0o600);
    expect(await readFile(file, 'utf8')).toBe('secret');
    expect(
      await files.link(['outbox', 'code.txt'], { contentType: 'text/plain', disposition: '' }),
    ).toBeNull();
    expect(await on('b').sizeOf('outbox', 'code.txt')).toBe(inFolder ? 6 : null);
  });

  it('room is what is left beside the reserve, and the store is tried by writing', async () => {
    const files = on('a');
    const free = await files.probe();
    expect(free).toBeGreaterThan(0);
    expect(await files.room(free * 10)).toBeLessThan(0);
    expect(await files.room(0)).toBeGreaterThan(0);
  });
});

it('an address of an object works for anyone without keys, with its name and type, for a minute', async () => {
  const files = openFiles(path.join(folder.dataDir, 'links'), objectPlace(objects.urlOf('')));
  await files.write(['exports', '7.txt'], 'seven');
  const as = { contentType: 'text/plain', disposition: 'attachment; filename="Harbour.txt"' };
  const link = await files.link(['exports', '7.txt'], as);
  const answer = await fetch(link ?? '');
  expect([answer.status, await answer.text()]).toEqual([200, 'seven']);
  expect(answer.headers.get('content-disposition')).toBe(as.disposition);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const { searchParams } = new URL(link ?? '');
  expect(searchParams.get('X-Amz-Expires')).toBe('60');
  expect(searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
});

it('while the store is away every call says so, with an error after which it is tried again', async () => {
  const files = openFiles(path.join(folder.dataDir, 'away'), objectPlace(objects.urlOf('away')));
  await files.write(['exports', '1.txt'], 'one');
  await objects.stop();
  try {
    await expect(files.sizeOf('exports', '1.txt')).rejects.toMatchObject({ code: 'FILES_AWAY' });
    await expect(files.write(['exports', '2.txt'], 'two')).rejects.toMatchObject({ code: 'FILES_AWAY' });
    await expect(files.probe()).rejects.toMatchObject({ code: 'FILES_AWAY' });
  } finally {
    await objects.resume();
  }
  expect(await files.sizeOf('exports', '1.txt')).toBe(3);
});
