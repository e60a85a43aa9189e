declare module 'mgrs' {
  /** @returns longitude and latitude of the middle of a square, degrees; throws on a reference that isn't one */
  export function toPoint(reference: string): [longitude: number, latitude: number];
}

declare module 'open-location-code' {
  export class OpenLocationCode {
    isValid(code: string): boolean;
    isShort(code: string): boolean;
    /** @returns the whole code that is nearest to a point, degrees */
    recoverNearest(code: string, latitude: number, longitude: number): string;
    decode(code: string): { latitudeCenter: number; longitudeCenter: number };
  }
}
