import { showPage } from './ui/shared/showPage.tsx';
import { storedPreferences } from './wiring/preferences.ts';
import { numberedQuote } from './wiring/quotePage.ts';
import * as browser from './services/browser/browser.ts';
import { readQuote } from './services/browser/quote.ts';
import { addPortalTexts, applyLanguage } from './ui/shared/i18n/language.ts';
import { QuotePage } from './ui/orders/quote/QuotePage.tsx';
import { applyTheme } from './ui/shared/styles/theme.ts';

// printed on white paper
applyTheme('light');
await addPortalTexts();
await applyLanguage(storedPreferences().language);
const quote = await numberedQuote(readQuote());
// a new window inherits the session, which this page needs no longer
browser.writeToken(null);
showPage(
  'quote',
  <QuotePage
    quote={quote}
    onPrint={browser.printPage}
    onLanguage={(language) => {
      applyLanguage(language).catch((error: unknown) => console.error(error));
    }}
  />,
);
