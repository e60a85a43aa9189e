import { domainToUnicode } from 'node:url';
import unhomoglyph from 'unhomoglyph';
import { isEmail, normalEmail } from '../../contract/accounts.ts';

/** Alphabets with letters that look alike; Chinese or Japanese beside Latin is ordinary. */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Cherokee}/u,
];

/** What an address looks like: equal for those that a reader takes for each other (Unicode UTS #39, skeletons). */
function looksOf(email: string): string {
  const [local = '', domain = ''] = normalEmail(email).split('@');
  const seen = `${local}@${domainToUnicode(domain) || domain}`.replaceAll(/[\p{Cf}\p{DI}]/gu, '');
  return unhomoglyph(seen.normalize('NFD')).toLowerCase().normalize('NFC');
}

/**
 * What an operator should know of addresses: that one is, or looks like, an older one; that its local part mixes alphabets;
 * that it would be refused today, as one with invisible characters.
 * @param emails as they are stored, oldest first
 */
export function addressDoubts(emails: readonly string[]): Map<string, string> {
  const first = { same: new Map<string, string>(), like: new Map<string, string>() };
  const doubts = new Map<string, string>();
  for (const email of emails) {
    const [normal, looks] = [normalEmail(email), looksOf(email)];
    const [same, like] = [first.same.get(normal), first.like.get(looks)];
    const found = [
      ...(same === undefined ? [] : [`the same as ${same}`]),
      ...(same !== undefined || like === undefined ? [] : [`like ${like}`]),
      ...(ALPHABETS.filter((alphabet) => alphabet.test(normal.split('@')[0]!)).length > 1
        ? ['mixed alphabets']
        : []),
      ...(isEmail(email) ? [] : ['refused today']),
    ];
    if (same === undefined) first.same.set(normal, email);
    if (like === undefined) first.like.set(looks, email);
    if (found.length > 0) doubts.set(email, found.join(', '));
  }
  return doubts;
}
