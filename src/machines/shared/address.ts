/**
 * The fields of the page address by subject (decision 33). Fields that a user sets with one press are
 * written at once; the others change often, so their writes are throttled.
 */
export const ADDRESS_FIELDS = {
  search: {
    fields: [
      'from',
      'to',
      'cloud',
      'offnadir',
      'sensor',
      'gsd',
      'sats',
      'mode',
      'aoi',
      'name',
      'results',
      'scenes',
      'details',
    ],
    isWrittenAtOnce: false,
  },
  map: { fields: ['view', 'compare'], isWrittenAtOnce: false },
  imagery: { fields: ['layers', 'image'], isWrittenAtOnce: false },
  saved: { fields: ['skey'], isWrittenAtOnce: false },
  orders: { fields: ['order', 'plan'], isWrittenAtOnce: true },
  session: { fields: ['panel'], isWrittenAtOnce: true },
} as const;

type Subject = keyof typeof ADDRESS_FIELDS;
export type AddressField<Of extends Subject = Subject> = (typeof ADDRESS_FIELDS)[Of]['fields'][number];
/** Values of the query string; null removes a field. */
export type AddressFields = Partial<Record<AddressField, string | null>>;

/**
 * The page address. Long values are stored in this tab, and the address has their key (`STORED`); here they are
 * complete. A value that this tab doesn't have remains its key.
 */
export interface Address {
  query: Readonly<Partial<Record<string, string>>>;
}

/** Begins the key of a value that is too long for the address. */
export const STORED = '*';

export const NO_ADDRESS: Address = { query: {} };

/** The user went back or forward in the browser's history. */
export interface AddressChanged {
  type: 'address.changed';
  address: Address;
}

/** A subject changed its fields of the address. */
export interface AddressFieldsChanged {
  type: 'addressFields.changed';
  fields: AddressFields;
  /** The user went to another view: back returns to the one before. */
  isStep?: boolean;
}

/** Whether a change of these fields is written without throttling. */
export function isWrittenAtOnce(fields: AddressFields): boolean {
  return Object.values(ADDRESS_FIELDS).some(
    (subject) => subject.isWrittenAtOnce && subject.fields.some((field) => field in fields),
  );
}
