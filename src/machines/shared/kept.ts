/** One thing that was typed or opened, as this tab keeps it across a reload: of one user, and until the log-out. */
export interface Kept {
  /** What was kept last; null if nothing was. An earlier version of the product may have written it. */
  read(): unknown;
  /** @param value null forgets it. Never a password (decision 156). */
  write(value: object | null): void;
}

/** What the tab keeps: the request of the open form, its draft, and the text of the dialogs that belong to no form. */
export type KeptName = 'form' | 'draft' | 'coordinates' | 'saveAoi';

/** A draft with what was kept of it: fields that are no longer known or of another type are left out. */
export function withKept<Draft extends object>(draft: Draft, kept: Pick<Kept, 'read'> | undefined): Draft {
  const read = kept?.read();
  if (typeof read !== 'object' || read === null) return draft;
  const known = Object.entries(draft).flatMap(([field, value]) => {
    const former: unknown = Reflect.get(read, field);
    return typeof former === typeof value && former !== null ? [[field, former]] : [];
  });
  return { ...draft, ...Object.fromEntries(known) };
}
