import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { shownLocale } from '../../i18n/language.ts';
import { useLanguage } from '../../i18n/useT.ts';

/** Sets the language of the hidden texts in lists and dialogs. Wrap it around everything that uses them. */
export function KitLocale({ children }: { children: ReactNode }) {
  useLanguage();
  return <I18nProvider locale={shownLocale()}>{children}</I18nProvider>;
}
