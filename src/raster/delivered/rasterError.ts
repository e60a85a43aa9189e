/** Why a delivered file can't be drawn; `errors.delivered.CODE` is its sentence. */
export type RasterFault =
  | 'notTiff'
  | 'noPlace'
  | 'otherKind'
  | 'packed'
  | 'noImage'
  | 'ended'
  | 'changed'
  | 'offline';
export class RasterError extends Error {
  override readonly name = 'RasterError';
  readonly code: RasterFault;
  constructor(code: RasterFault, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}
