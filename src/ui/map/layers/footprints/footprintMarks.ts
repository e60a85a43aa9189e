import { PRIMITIVE_VERTICES, type FootprintMesh } from './footprintMesh.ts';

/** Bits of a scene's state; 0 is an ordinary footprint. */
export const SCENE_STATE = {
  /** Hidden by the filters: neither drawn nor picked. */
  hidden: 1,
  /** Drawn only by the layer of selected footprints. */
  chosen: 2,
} as const;

/**
 * State and tone of a list's scenes, a byte each, in list order. The arrays may be changed in place or
 * replaced: the layer compares them with the uploaded ones and updates only the part that differs.
 */
export interface SceneMarks {
  /** Bits of SCENE_STATE. */
  states: Uint8Array;
  /** 0: the symbol's own colour; n: the n-th tone of the layer. */
  tones: Uint8Array;
  /** Increment it after a change in place; otherwise only replaced arrays are read again. */
  version: number;
}

/** Marks of ordinary scenes. */
export function plainMarks(count: number): SceneMarks {
  return { states: new Uint8Array(count), tones: new Uint8Array(count), version: 0 };
}

/** Bytes per vertex: state, tone, shape, and one unused. */
const MARK_BYTES = 4;
const PRIMITIVE_BYTES = PRIMITIVE_VERTICES * MARK_BYTES;

/** The marks in the shader's layout, initially all ordinary. */
export function markBytes({ shapes }: FootprintMesh): Uint8Array {
  const bytes = new Uint8Array(shapes.length * PRIMITIVE_BYTES);
  for (let at = 2, primitive = 0; primitive < shapes.length; primitive++)
    for (let vertex = 0; vertex < PRIMITIVE_VERTICES; vertex++, at += MARK_BYTES)
      bytes[at] = shapes[primitive]!;
  return bytes;
}

/**
 * Updates the bytes to the marks.
 * @returns the changed range, [from, to) in bytes; null if nothing changed
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
