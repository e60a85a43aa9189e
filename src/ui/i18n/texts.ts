/** A language file: groups of texts by name, as deep as it likes. */
export type Texts = { readonly [name: string]: string | Texts };

/** What a text takes: named in it as {{name}}; `count` also chooses the plural form. */
export type Params = Record<string, string | number>;

function textAt(texts: Texts, key: string): string | null {
  let place: string | Texts | undefined = texts;
  for (const name of key.split('.')) {
    if (typeof place !== 'object' || !Object.hasOwn(place, name)) return null;
    place = place[name];
  }
  return typeof place === 'string' ? place : null;
}

/** The plural form of `count`, as i18next names them: key_one, key_other (CLDR categories, by Intl). */
function pluralAt(texts: Texts, locale: string, key: string, count: number): string | null {
  return (
    textAt(texts, `${key}_${new Intl.PluralRules(locale).select(count)}`) ?? textAt(texts, `${key}_other`)
  );
}

/**
 * The text of a dotted key with its parameters filled in. What a parameter holds is never read again, so a server's
 * words cannot bring parameters of their own.
 * @returns the key itself when there is no such text: visible, and found by the tests
 */
export function textOf(texts: Texts, locale: string, key: string, params: Params = {}): string {
  const count = params['count'];
  const text =
    (typeof count === 'number' ? pluralAt(texts, locale, key, count) : null) ?? textAt(texts, key) ?? key;
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => String(params[name] ?? whole));
}
