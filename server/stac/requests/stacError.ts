type Status = 400 | 401 | 404 | 415;

const CODES: Record<Status, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  404: 'NotFound',
  415: 'UnsupportedMediaType',
};

/** Refuses a request of the STAC API; sent as the exception of OGC API Features 1.0 (§7.5.1). */
export class StacError extends Error {
  override readonly name = 'StacError';
  readonly status: Status;
  readonly code: string;
  constructor(status: Status, description: string) {
    super(description);
    this.status = status;
    this.code = CODES[status];
  }
}

/** A search that can be answered in a moment; sent as 503 with Retry-After, upon which clients try again by themselves. */
export class StacLater extends Error {
  override readonly name = 'StacLater';
  readonly seconds: number;
  constructor(description: string, seconds: number) {
    super(description);
    this.seconds = seconds;
  }
}

/** A request with an invalid value. */
export const invalid = (description: string): StacError => new StacError(400, description);
