import { LINK_MAX } from '../../../contract/limits.ts';
import { ADDRESS_FIELDS, STORED, type Address, type AddressField } from '../shared/address.ts';

/** What a link may have to leave out. */
export type LinkPart = 'area' | 'layers' | 'scenes';

export interface PageLink {
  link: string;
  /** The parts that are too long for a link. */
  leftOut: readonly LinkPart[];
}

/** The parts without a maximum length, the most important first, with their fields and those that need them. */
const PARTS: Record<LinkPart, readonly AddressField[]> = {
  area: ['aoi', 'results', 'details'],
  layers: ['layers'],
  scenes: ['scenes'],
};
const PART_NAMES = Object.keys(PARTS) as LinkPart[];
const FIELDS: readonly AddressField[] = Object.values(ADDRESS_FIELDS).flatMap(({ fields }) => fields);

/**
 * A link to the page as it is. Unlike the page address it has long values too, because another tab doesn't have
 * those that this one stores. Parts that don't fit are left out whole: half a selection would be a wrong one.
 */
export function pageLink({ query }: Address, root: string): PageLink {
  const link = new URL(root);
  const text = () => link.href.replaceAll('%2C', ',').replaceAll('%3A', ':');
  const add = (fields: readonly AddressField[]) => {
    for (const field of fields) {
      const value = query[field];
      if (value !== undefined) link.searchParams.set(field, value);
    }
  };
  const isStored = (field: AddressField) => query[field]?.startsWith(STORED) === true;
  const bounded = FIELDS.filter((field) => !PART_NAMES.some((part) => PARTS[part].includes(field)));
  add(bounded);
  const leftOut: LinkPart[] = [];
  for (const part of PART_NAMES) {
    const fields = PARTS[part];
    // scenes are selected in results
    const isUseless = part === 'scenes' && leftOut.includes('area');
    if (isUseless || fields.every((field) => query[field] === undefined)) continue;
    add(fields);
    if (text().length <= LINK_MAX && !fields.some(isStored)) continue;
    for (const field of fields) link.searchParams.delete(field);
    leftOut.push(part);
  }
  return { link: text(), leftOut };
}
