import { addProtocol } from 'maplibre-gl';
import { base, blocks } from 'virtual:outline';
import { placeOf, tileIn } from './blocks.ts';

const there = new Set(blocks);
const opened = new Map<string, Promise<ArrayBuffer>>();

async function read(block: string): Promise<ArrayBuffer> {
  const reply = await fetch(`${base}${block}.bin`);
  if (!reply.ok) throw new Error(`the outline map answered ${reply.status}`);
  return reply.arrayBuffer();
}

/** Loads a block once per page; a failed request is repeated. */
function open(block: string): Promise<ArrayBuffer> {
  const known = opened.get(block) ?? read(block);
  opened.set(block, known);
  known.catch(() => opened.delete(block));
  return known;
}

/** MapLibre renders each glyph only once, so Inter must be loaded before the first label. */
const letters = (): Promise<unknown> =>
  Promise.all([500, 600].map((weight) => document.fonts.load(`${weight} 24px "Inter Variable"`))).catch(
    () => [],
  );

const ADDRESS = /^outline:\/\/(\d+)\/(\d+)\/(\d+)$/;

async function tileAt(url: string): Promise<ArrayBuffer> {
  const [z, x, y] = ADDRESS.exec(url)?.slice(1).map(Number) ?? [];
  if (z === undefined || x === undefined || y === undefined) throw new Error(`no tile ${url}`);
  const { block, place, count } = placeOf({ z, x, y });
  if (!there.has(block)) return new ArrayBuffer(0);
  const [bytes] = await Promise.all([open(block), letters()]);
  return tileIn(bytes, place, count);
}

/** URL of the built-in outline map's tiles (decision 24), available after `answerOutline`. */
export const OUTLINE_TILES = 'outline://{z}/{x}/{y}';

/** Registers the protocol that serves the outline's tiles to every map of the page. */
export function answerOutline(): void {
  addProtocol('outline', async ({ url }) => ({ data: await tileAt(url) }));
}
