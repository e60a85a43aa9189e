import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { shownLocale } from '../../i18n/language.ts';
import { useLanguage } from '../../i18n/useT.ts';

/** Once around everything that uses the kit's lists and dialogs: their own hidden words follow the language too. */
export function KitLocale({ children }: { children: ReactNode }) {
  useLanguage();
  return <I18nProvider locale={shownLocale()}>{children}</I18nProvider>;
}
