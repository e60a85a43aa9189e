import analyticsEn from '../../../contract/messages/en/analytics.json' with { type: 'json' };
import analyticsZh from '../../../contract/messages/zh/analytics.json' with { type: 'json' };
import en from '../../fixtures/texts/en.ts';
import zh from '../../fixtures/texts/zh.ts';
import viewerEn from '../../../contract/messages/en/viewer.json' with { type: 'json' };
import viewerZh from '../../../contract/messages/zh/viewer.json' with { type: 'json' };
import { isLong, suite } from '../../suite.ts';

export type Language = 'en' | 'zh';
/** The languages of a journey: in `npm test`, where the journeys take turns, its own one; the rest makes it in the other one. */
export function languagesOf(own: Language): readonly Language[] {
  const other = own === 'en' ? 'zh' : 'en';
  if (suite === 'rest') return [other];
  return isLong ? [own, other] : [own];
}
/** The product's own text for a key: page objects find elements by their visible names. */
export type Words = (key: string, params?: Record<string, string | number>) => string;

const FILES: Record<Language, unknown> = {
  en: { ...en, ...viewerEn, ...analyticsEn, errors: { ...en.errors, ...analyticsEn.errors } },
  zh: { ...zh, ...viewerZh, ...analyticsZh, errors: { ...zh.errors, ...analyticsZh.errors } },
};

export function wordsOf(language: Language): Words {
  return (key, params = {}) => {
    const found = key
      .split('.')
      .reduce<unknown>(
        (place, name) => (place as Record<string, unknown> | undefined)?.[name],
        FILES[language],
      );
    if (typeof found !== 'string') throw new Error(`no words for ${key} in ${language}`);
    // names are compared with plain spaces
    return found
      .replaceAll('\u00a0', ' ')
      .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
  };
}
