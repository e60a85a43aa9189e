import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = new URL('../../..', import.meta.url).pathname;
export const PLURAL = /_(zero|one|two|few|many|other)$/;

/** A language's files, each with the group it belongs to. */
export const filesOf = (language: 'en' | 'zh') =>
  [
    [`contract/messages/${language}/signIn.json`, ''],
    [`contract/messages/${language}/portal.json`, ''],
    [`contract/messages/${language}/viewer.json`, ''],
    [`contract/messages/${language}/analytics.json`, ''],
    [`contract/messages/${language}/refusals.json`, 'errors'],
    [`contract/messages/${language}/mails.json`, 'mails'],
  ] as const;

/** All texts of a language by their dotted keys. @throws Error if a value is neither a text nor a group */
export function textsOf(language: 'en' | 'zh'): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (group: unknown, prefix: string) => {
    if (typeof group === 'string') {
      if (texts.has(prefix)) throw new Error(`${prefix} is in two files`);
      texts.set(prefix, group);
    } else if (typeof group === 'object' && group !== null) {
      for (const [name, inner] of Object.entries(group))
        walk(inner, prefix === '' ? name : `${prefix}.${name}`);
    } else throw new Error(`${prefix} is neither a text nor a group`);
  };
  for (const [file, prefix] of filesOf(language))
    walk(JSON.parse(readFileSync(join(ROOT, file), 'utf8')), prefix);
  return texts;
}

/** Every source file below the given folders, with its content. */
export function sources(...folders: string[]): { path: string; text: string }[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => ({ path, text: readFileSync(join(ROOT, folder, path), 'utf8') })),
  );
}

/** The parameters of a text, sorted. */
export const paramsIn = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map((match) => match[1]).toSorted();
