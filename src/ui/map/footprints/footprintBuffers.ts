import { Buffer, type Device } from '@luma.gl/core';
import { markBytes, takeMarks, type SceneMarks } from './footprintMarks.ts';
import type { FootprintMesh } from './footprintMesh.ts';

/** Buffers of one mesh on one map, shared by the layers of ordinary, selected and hovered footprints. */
export class FootprintBuffers {
  readonly positions: Buffer;
  readonly marks: Buffer;
  private readonly bytes: Uint8Array;
  private taken: { states: Uint8Array; tones: Uint8Array; version: number } | null = null;
  private users = 0;

  private constructor(
    device: Device,
    private readonly mesh: FootprintMesh,
    private readonly forget: () => void,
  ) {
    this.bytes = markBytes(mesh);
    this.positions = device.createBuffer({ usage: Buffer.VERTEX, data: mesh.positions });
    this.marks = device.createBuffer({ usage: Buffer.VERTEX, data: this.bytes });
  }

  private static readonly known = new WeakMap<Device, Map<FootprintMesh, FootprintBuffers>>();

  /** The buffers of a mesh, reference-counted: created for the first user; every user must release them. */
  static of(device: Device, mesh: FootprintMesh): FootprintBuffers {
    const those = FootprintBuffers.known.get(device) ?? new Map<FootprintMesh, FootprintBuffers>();
    FootprintBuffers.known.set(device, those);
    const buffers = those.get(mesh) ?? new FootprintBuffers(device, mesh, () => those.delete(mesh));
    those.set(mesh, buffers);
    buffers.users += 1;
    return buffers;
  }

  release(): void {
    this.users -= 1;
    if (this.users > 0) return;
    this.forget();
    this.positions.destroy();
    this.marks.destroy();
  }

  /** Uploads the marks that have changed. */
  take(marks: SceneMarks): void {
    const { taken } = this;
    const isSame =
      taken?.states === marks.states && taken.tones === marks.tones && taken.version === marks.version;
    if (isSame) return;
    this.taken = { ...marks };
    const part = takeMarks(this.bytes, this.mesh, marks);
    if (part !== null) this.marks.write(this.bytes.subarray(...part), part[0]);
  }
}
