/**
 * §1: English (default) and Chinese. `name` is in the language itself; `locale` is for Intl, with day-first
 * English dates (14 Nov 2026); `page` and `mail` are the `lang` attributes of pages and emails; `names` is the order in
 * which a form asks for a person's names; `offer` is what the log-in page says to a browser of that language.
 */
export const LANGUAGES = {
  en: {
    name: 'English',
    locale: 'en-GB',
    page: 'en',
    mail: 'en',
    names: ['firstName', 'lastName'],
    offer: 'Switch to English',
  },
  zh: {
    name: '中文',
    locale: 'zh-CN',
    page: 'zh-CN',
    mail: 'zh-Hans',
    names: ['lastName', 'firstName'],
    offer: '切换到中文',
  },
} as const;

/** Also the name of the folder in contract/messages that holds its texts. */
export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as readonly Language[];
export const DEFAULT_LANGUAGE: Language = 'en';
