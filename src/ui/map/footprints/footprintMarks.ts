import { PRIMITIVE_VERTICES, type FootprintMesh } from './footprintMesh.ts';

/** Bits of a scene's state; 0 is an ordinary footprint. */
export const SCENE_STATE = {
  /** Not drawn and not picked: the filters leave it out. */
  hidden: 1,
  /** Drawn among the chosen ones, not among the others. */
  chosen: 2,
  /** Only its outline is drawn: its quicklook is shown. */
  unfilled: 4,
} as const;

/**
 * How the scenes of a list look beside their place: one byte each, in the list's order. Written in place or replaced,
 * whichever is easier: the layer compares with what the graphics card has, and writes the part that differs; positions
 * stay where they are.
 */
export interface SceneMarks {
  /** Bits of SCENE_STATE. */
  states: Uint8Array;
  /** 0 the symbol's own colour, n the n-th of the tones that the layer is given. */
  tones: Uint8Array;
  /** Raised after a change in place; the arrays are looked at again only when it or they are others. */
  version: number;
}

/** Marks of so many scenes, all ordinary. */
export function plainMarks(count: number): SceneMarks {
  return { states: new Uint8Array(count), tones: new Uint8Array(count), version: 0 };
}

/** Bytes of a vertex: state, tone, shape, one that is unused. */
export const MARK_BYTES = 4;
const PRIMITIVE_BYTES = PRIMITIVE_VERTICES * MARK_BYTES;

/** The marks as the shader takes them, ordinary at first. */
export function markBytes({ shapes }: FootprintMesh): Uint8Array {
  const bytes = new Uint8Array(shapes.length * PRIMITIVE_BYTES);
  for (let at = 2, primitive = 0; primitive < shapes.length; primitive++)
    for (let vertex = 0; vertex < PRIMITIVE_VERTICES; vertex++, at += MARK_BYTES)
      bytes[at] = shapes[primitive]!;
  return bytes;
}

/**
 * Brings the bytes up to the marks.
 * @returns the part that changed, [from, to) in bytes; null when nothing did
 */
export function takeMarks(
  bytes: Uint8Array,
  { firsts, count }: FootprintMesh,
  { states, tones }: SceneMarks,
): [from: number, to: number] | null {
  let [from, to] = [-1, -1];
  for (let scene = 0; scene < count; scene++) {
    const first = firsts[scene]! * PRIMITIVE_BYTES;
    const end = firsts[scene + 1]! * PRIMITIVE_BYTES;
    const [state, tone] = [states[scene]!, tones[scene]!];
    if (first === end || (bytes[first] === state && bytes[first + 1] === tone)) continue;
    for (let at = first; at < end; at += MARK_BYTES) {
      bytes[at] = state;
      bytes[at + 1] = tone;
    }
    if (from < 0) from = first;
    to = end;
  }
  return from < 0 ? null : [from, to];
}
