import en from './texts.en.json';
import zh from './texts.zh.json';

/** The texts of the AI analytics page, which the portal does not load. */
export const ANALYTICS_TEXTS = { en, zh } as const;
