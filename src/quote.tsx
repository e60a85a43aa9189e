import { showPage } from './ui/shared/showPage.tsx';
import { storedPreferences } from './wiring/preferences.ts';
import * as browser from './services/browser/browser.ts';
import { readQuote } from './services/browser/quote.ts';
import { addPortalTexts, applyLanguage } from './ui/shared/i18n/language.ts';
import { QuotePage } from './ui/orders/quote/QuotePage.tsx';
import { applyTheme } from './ui/shared/styles/theme.ts';

// a new window inherits the session, which this page doesn't need
browser.writeToken(null);
// printed on white paper
applyTheme('light');
await addPortalTexts();
await applyLanguage(storedPreferences().language);
showPage(
  'quote',
  <QuotePage
    quote={readQuote()}
    onPrint={browser.printPage}
    onLanguage={(language) => {
      applyLanguage(language).catch((error: unknown) => console.error(error));
    }}
  />,
);
