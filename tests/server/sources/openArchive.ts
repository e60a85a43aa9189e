import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestedRange } from '../../../server/orders/delivery.routes.ts';

/** An archive of static files with one image, which answers ranges as servers of files do. */
export async function openArchive(
  image: Buffer,
  items: readonly { id: string }[],
): Promise<{ url: string; version: { etag: string }; calls: string[]; close(): void }> {
  const calls: string[] = [];
  const version = { etag: '"first"' };
  const documents = new Map<string, unknown>([
    [
      '/catalog.json',
      {
        type: 'Collection',
        id: 'open',
        links: items.map(({ id }) => ({ rel: 'item', href: `./items/${id}.json` })),
      },
    ],
    ...items.map((item) => [`/items/${item.id}.json`, item] as const),
  ]);
  const server = createServer((request, reply) => {
    const path = request.url ?? '';
    calls.push(path);
    if (path !== '/files/image.tif') {
      reply.writeHead(documents.has(path) ? 200 : 404, { 'content-type': 'application/json' });
      reply.end(JSON.stringify(documents.get(path) ?? {}));
      return;
    }
    const { range, 'if-range': ifRange } = request.headers;
    const part = requestedRange(range, ifRange as string | undefined, image.length, version.etag);
    if (part === null || part === 'unsatisfiable') {
      reply.writeHead(part === null ? 200 : 416, { etag: version.etag });
      reply.end(part === null ? image : undefined);
      return;
    }
    reply.writeHead(206, {
      etag: version.etag,
      'content-range': `bytes ${part.start}-${part.end}/${image.length}`,
    });
    reply.end(image.subarray(part.start, part.end + 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    version,
    calls,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
