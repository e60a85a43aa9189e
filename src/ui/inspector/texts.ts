import en from './texts.en.json';
import zh from './texts.zh.json';

/** The viewer's own words: a page for developers adds nothing to what every visitor loads. */
export const VIEWER_TEXTS = { en, zh } as const;
