import { Printer } from 'lucide-react';
import type { Quote } from '../../../../contract/orders/quote.ts';
import { formatDate, formatTimestamp } from '../../shared/i18n/formats.ts';
import type { Language } from '../../../../contract/languages.ts';
import { useLanguage, useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { EmptyState } from '../../shared/kit/states/EmptyState.tsx';
import { Logo } from '../../shared/kit/layout/Logo.tsx';
import { Segments } from '../../shared/kit/actions/Segments.tsx';
import { LANGUAGE_OPTIONS } from '../../shared/preferenceWords.ts';
import { QuoteFacts } from './QuoteFacts.tsx';
import { QuoteMap } from './QuoteMap.tsx';
import { QuotePrice } from './QuotePrice.tsx';
import './quote.css';

interface QuotePageProps {
  /** Null if the window was opened without a quote. */
  quote: Quote | null;
  onPrint: () => void;
  onLanguage: (language: Language) => void;
}

/** A quote as a sheet of paper, with its own language and a print button. */
export function QuotePage({ quote, onPrint, onLanguage }: QuotePageProps) {
  const t = useT();
  const language = useLanguage();
  if (quote === null)
    return (
      <main className="gt-quote-none">
        <title>{t('quote.title')}</title>
        <EmptyState drawing="list" title={t('quote.none')} text={t('quote.noneText')} />
      </main>
    );
  return (
    <div className="gt-quote-page">
      <title>{`${quote.appName} – ${t('quote.title')}`}</title>
      <div className="gt-quote-tools">
        <Segments
          label={t('quote.language')}
          hideLabel
          value={language}
          onChange={onLanguage}
          options={LANGUAGE_OPTIONS}
        />
        <Button variant="primary" icon={<Printer size={16} strokeWidth={1.75} />} onPress={onPrint}>
          {t('quote.print')}
        </Button>
      </div>
      <main className="gt-quote">
        <QuoteHead quote={quote} />
        <QuoteMap aoi={quote.aoi} scenes={quote.scenes} billed={quote.billed} />
        <QuoteFacts quote={quote} />
        <QuotePrice quote={quote} />
        <QuoteTerms quote={quote} />
      </main>
    </div>
  );
}

function QuoteHead({ quote }: { quote: Quote }) {
  const t = useT();
  const { customer, issuedAt, validUntil } = quote;
  return (
    <header className="gt-quote__head">
      <div className="gt-quote__brand">
        <Logo size={32} />
        <span>{quote.appName}</span>
      </div>
      <h1 className="gt-quote__title">
        {t(quote.tasking === null ? 'quote.titleScenes' : 'quote.titleTasking')}
      </h1>
      <dl className="gt-quote__facts">
        <div>
          <dt>{t('quote.for')}</dt>
          <dd>{[customer.name, customer.company, customer.email].filter((one) => one !== '').join(' · ')}</dd>
        </div>
        <div>
          <dt>{t('quote.issued')}</dt>
          <dd>{formatTimestamp(issuedAt)}</dd>
        </div>
        <div>
          <dt>{t('quote.validUntil')}</dt>
          <dd>{t('quote.validUntilDay', { day: formatDate(validUntil) })}</dd>
        </div>
      </dl>
    </header>
  );
}

function QuoteTerms({ quote }: { quote: Quote }) {
  const t = useT();
  const address = new URL(quote.termsUrl, document.baseURI).href;
  return (
    <section className="gt-quote__section gt-quote__terms">
      <h2>{t('quote.terms')}</h2>
      <p>{t('quote.estimate')}</p>
      <p>
        {t('quote.termsText')}{' '}
        <a className="gt-link" href={address}>
          {address}
        </a>
      </p>
      {quote.scenes.some((scene) => scene.simulated) && <p>{t('quote.simulatedText')}</p>}
    </section>
  );
}
