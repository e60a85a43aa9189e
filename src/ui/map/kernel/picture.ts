import type { Layer } from '@deck.gl/core';
import type { PictureLayer } from './layer.ts';
import type { Ground } from './symbols.ts';

/** A layer of a picture, whatever it reads from. */
export type AnyLayer = PictureLayer<never>;

interface Part {
  layer: AnyLayer;
  read: unknown;
  /** undefined until it is loaded. */
  code?: unknown;
  /** The last painting, for the next with the same content. */
  painted?: { read: unknown; ground: Ground; layers: readonly Layer[] };
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  return one.every((item, at) => Object.is(item, other[at]));
}

/** What the layers of a map have read, and deck.gl's layers for it, bottom to top. */
export class Picture {
  /** Bottom to top. */
  private parts: readonly Part[] = [];
  private ground: Ground = 'pale';

  /** Takes what a layer has read. @returns what it had read before; undefined if it is the same */
  take(layer: AnyLayer, read: unknown): { before: unknown } | undefined {
    const part = this.parts.find((one) => one.layer === layer);
    if (part === undefined) {
      this.parts = [...this.parts, { layer, read }].toSorted((a, b) => a.layer.place - b.layer.place);
      return { before: null };
    }
    if (isSame(part.read, read)) return undefined;
    const { read: before } = part;
    part.read = read;
    return { before };
  }

  /** @returns whether the ground is another one */
  takeGround(ground: Ground): boolean {
    const isOther = ground !== this.ground;
    this.ground = ground;
    return isOther;
  }

  /** Whether there is nothing to draw. */
  isEmpty(): boolean {
    return this.parts.every(({ read }) => read === null);
  }

  isLoaded(): boolean {
    return this.parts.every(({ code }) => code !== undefined);
  }

  /** Loads the code of the layers. */
  async load(): Promise<void> {
    await Promise.all(
      this.parts.map(async (part) => {
        part.code ??= await part.layer.code();
      }),
    );
  }

  /** Forgets the painted layers: deck.gl can't show them on another canvas. */
  forget(): void {
    for (const part of this.parts) delete part.painted;
  }

  /** deck.gl's layers; a layer that has read the same on the same ground keeps its own. */
  paint(): Layer[] {
    return this.parts.flatMap((part) => {
      const { layer, read, code, painted } = part;
      if (code === undefined) return [];
      if (painted !== undefined && painted.ground === this.ground && isSame(painted.read, read))
        return painted.layers;
      const layers = paintPart(layer, read, this.ground, code);
      // without content, what was removed is forgotten: deck.gl can't show a removed layer again
      part.painted = { read, ground: this.ground, layers };
      return layers;
    });
  }
}

const paintPart = (
  layer: PictureLayer<never>,
  read: unknown,
  ground: Ground,
  code: unknown,
): readonly Layer[] => (read === null ? (layer.warm?.(ground, code) ?? []) : layer.paint(read, ground, code));
