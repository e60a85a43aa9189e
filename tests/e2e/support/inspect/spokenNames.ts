import type { Page } from 'playwright/test';

interface Spoken {
  role: string;
  name: string;
  /** Whether it is in a list, a table or a group of choices, whose items may repeat actions. */
  isListed: boolean;
}

const LISTS = /^(list|listitem|listbox|grid|row|table|rowgroup|menu|radiogroup|tablist|group "\d)/;

/** The named elements that a screen reader finds, in reading order. */
async function spoken(page: Page): Promise<Spoken[]> {
  // Playwright sees through a modal dialog, screen readers don't
  const modal = page.locator('.gt-modal');
  const place = (await modal.count()) > 0 ? modal.last() : page.locator('body');
  const snapshot = await place.ariaSnapshot();
  const found: Spoken[] = [];
  const parents: { depth: number; what: string }[] = [];
  for (const line of snapshot.split('\n')) {
    const [, indent = '', what = ''] = /^(\s*)- (.*)$/.exec(line) ?? [];
    while (parents.length > 0 && parents.at(-1)!.depth >= indent.length) parents.pop();
    const plain = what.replace(/^'(.*)'$/, '$1').replaceAll("''", "'");
    const [, role = '', name = ''] = /^([a-z]+) "((?:[^"\\]|\\.)*)"/.exec(plain) ?? [];
    if (name !== '') found.push({ role, name, isListed: parents.some((one) => LISTS.test(one.what)) });
    parents.push({ depth: indent.length, what: plain });
  }
  return found;
}

/** A word or more words, twice in a row; in Chinese two or more characters. */
const TWICE = /(?:^|[\s,.·:])(\p{L}[\p{L}\s]*)[\s,.·:]+\1(?=$|[\s,.·:])|(\p{Script=Han}{2,})[\s，。·：]*\2/iu;

/** Names that are read out twice: a word group repeated within one, or one shared by two buttons in view. */
export async function doubledNames(page: Page): Promise<string[]> {
  const all = await spoken(page);
  const within = all.filter(({ name }) => TWICE.test(name)).map(({ role, name }) => `${role} "${name}"`);
  const buttons = all.filter(({ role, isListed }) => role === 'button' && !isListed).map(({ name }) => name);
  const shared = buttons.filter((name, at) => buttons.indexOf(name) !== at);
  return [...within, ...new Set(shared.map((name) => `two buttons "${name}"`))];
}
