import { Printer } from 'lucide-react';
import type { Language } from '../../../../contract/languages.ts';
import type { Quote } from '../../../../contract/orders/quote.ts';
import { viewBoundsOf } from '../../../geo/entry/bbox.ts';
import { formatFactors, printedLines } from '../../shared/i18n/factors.ts';
import {
  formatArea,
  formatDate,
  formatGsd,
  formatLatitude,
  formatLongitude,
  formatMoney,
  formatTimestamp,
} from '../../shared/i18n/formats.ts';
import { useLanguage, useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Segments } from '../../shared/kit/actions/Segments.tsx';
import { Badge } from '../../shared/kit/figures/Badge.tsx';
import { Logo } from '../../shared/kit/layout/Logo.tsx';
import { EmptyState } from '../../shared/kit/states/EmptyState.tsx';
import { LANGUAGE_OPTIONS } from '../../shared/preferenceWords.ts';
import { QuoteMap } from './QuoteMap.tsx';
import { AcquisitionFacts, Fact, productText } from './facts.tsx';
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
      <main className="gt-quote-none gt-centre">
        <title>{t('quote.title')}</title>
        <EmptyState drawing="list" title={t('quote.none')} text={t('quote.noneText')} />
      </main>
    );
  return (
    <div className="gt-quote-page gt-pad-16">
      <title>{[quote.appName, t('quote.title'), quote.number].filter(Boolean).join(' – ')}</title>
      <div className="gt-quote-tools gt-across gt-between gt-wrap gt-gap-12">
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
      <main className="gt-quote gt-body gt-ink gt-float gt-round-panel">
        <QuoteHead quote={quote} />
        <QuoteMap aoi={quote.aoi} scenes={quote.scenes} billed={quote.billed} />
        <QuoteFacts quote={quote} />
        <QuotePrice quote={quote} />
        <QuoteTerms quote={quote} />
      </main>
    </div>
  );
}

/** The lines of the buyer's address. */
const BUYER = ['name', 'company', 'email'] as const;

function QuoteHead({ quote }: { quote: Quote }) {
  const t = useT();
  const { customer, issuedAt, validUntil, number } = quote;
  return (
    <header>
      <div className="gt-across gt-gap-8 gt-title">
        <Logo size={32} />
        <span>{quote.appName}</span>
      </div>
      <h1 className="gt-quote__title gt-headline">
        {t(quote.tasking === null ? 'quote.titleScenes' : 'quote.titleTasking')}
      </h1>
      <dl className="gt-quote__facts gt-pair">
        {number !== undefined && (
          <div>
            <dt className="gt-label gt-muted">{t('quote.number')}</dt>
            <dd className="gt-anywhere">{number}</dd>
          </div>
        )}
        <div>
          <dt className="gt-label gt-muted">{t('quote.for')}</dt>
          {BUYER.filter((line) => customer[line] !== '').map((line) => (
            <dd key={line} className="gt-anywhere">
              {customer[line]}
            </dd>
          ))}
        </div>
        <div>
          <dt className="gt-label gt-muted">{t('quote.issued')}</dt>
          <dd className="gt-anywhere">{formatTimestamp(issuedAt)}</dd>
        </div>
        <div>
          <dt className="gt-label gt-muted">{t('quote.validUntil')}</dt>
          <dd className="gt-anywhere">{t('quote.validUntilDay', { day: formatDate(validUntil) })}</dd>
        </div>
      </dl>
    </header>
  );
}

function QuoteTerms({ quote }: { quote: Quote }) {
  const t = useT();
  const address = new URL(quote.termsUrl, document.baseURI).href;
  return (
    <section className="gt-quote__section gt-edge-above gt-quote__terms">
      <h2>{t('quote.terms')}</h2>
      <p className="gt-above-4 gt-anywhere gt-quiet">{t('quote.estimate')}</p>
      <p className="gt-above-4 gt-anywhere gt-quiet">
        {t('quote.termsText')}{' '}
        <a className="gt-link" href={address}>
          {address}
        </a>
      </p>
      {quote.scenes.some((scene) => scene.simulated) && (
        <p className="gt-above-4 gt-anywhere gt-quiet">{t('quote.simulatedText')}</p>
      )}
    </section>
  );
}

/** The area, the product, and the scenes or the window. */
function QuoteFacts({ quote }: { quote: Quote }) {
  const t = useT();
  const { aoi, orderName, contractNum, tasking } = quote;
  const [west, south, east, north] = viewBoundsOf(aoi.geometry);
  return (
    <section className="gt-quote__section gt-edge-above">
      <dl className="gt-quote__facts gt-pair">
        {orderName !== '' && <Fact term={t('quote.orderName')}>{orderName}</Fact>}
        {contractNum !== '' && <Fact term={t('quote.contractNum')}>{contractNum}</Fact>}
        <Fact term={t('quote.area')}>{formatArea(aoi.areaKm2)}</Fact>
        <Fact term={t('quote.extent')}>
          {`${formatLatitude(south, 4)} – ${formatLatitude(north, 4)}, ${formatLongitude(west, 4)} – ${formatLongitude(east, 4)}`}
        </Fact>
        <Fact term={t('quote.delivery')}>{productText(t, quote)}</Fact>
        {tasking !== null && (
          <>
            <Fact term={t('quote.satellite')}>{tasking.satellite}</Fact>
            <AcquisitionFacts tasking={tasking} />
          </>
        )}
      </dl>
      {quote.scenes.length > 0 && <ScenesTable scenes={quote.scenes} />}
    </section>
  );
}

function ScenesTable({ scenes }: { scenes: Quote['scenes'] }) {
  const t = useT();
  return (
    <table className="gt-quote__table gt-collapsed gt-wide">
      <caption>{t('order.scenes', { count: scenes.length })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('quote.productId')}</th>
          <th scope="col">{t('quote.satellite')}</th>
          <th scope="col">{t('quote.acquired')}</th>
          <th scope="col">{t('quote.gsd')}</th>
        </tr>
      </thead>
      <tbody>
        {scenes.map((scene) => (
          <tr key={scene.productId}>
            <th scope="row">
              <span className="gt-code">{scene.productId}</span>
              {scene.simulated && ` · ${t('quote.simulated')}`}
            </th>
            <td>{scene.satellite ?? t('common.none')}</td>
            <td>{formatTimestamp(scene.acquisitionDate)}</td>
            <td>{scene.gsd === null ? t('common.none') : formatGsd(scene.gsd)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** §9: the final price with its factors and their units. */
function QuotePrice({ quote }: { quote: Quote }) {
  const t = useT();
  const { price, productLevel } = quote;
  const lines = printedLines(price);
  const hasScenes = price.lines !== undefined;
  return (
    <section className="gt-quote__section gt-edge-above">
      <table className="gt-quote__table gt-collapsed gt-wide" data-figures>
        <caption>{t('quote.price')}</caption>
        <thead>
          <tr>
            {hasScenes && <th scope="col">{t('quote.productId')}</th>}
            <th scope="col">{t('quote.unitPrice')}</th>
            <th scope="col">{t('order.levelFactor', { level: productLevel })}</th>
            <th scope="col">{t('quote.valuationArea')}</th>
            <th scope="col">{t('order.discount')}</th>
            <th scope="col">{t('quote.sum')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const factors = formatFactors(line, productLevel);
            return (
              <tr key={line.productId}>
                {hasScenes && (
                  <th scope="row">
                    <span className="gt-code">{line.productId}</span>
                  </th>
                )}
                <td>{factors.unitPrice}</td>
                <td>{factors.levelFactor}</td>
                <td>{factors.valuationArea}</td>
                <td>{factors.discount}</td>
                <td>{formatMoney(line.finalPrice)}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={hasScenes ? 5 : 4}>
              {t('order.finalPrice')} <Badge>{t('order.estimated')}</Badge>
            </th>
            <td className="gt-quote__sum">{formatMoney(price.finalPrice)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="gt-quote__note gt-above-4 gt-anywhere gt-quiet">{t('quote.formula')}</p>
      {price.minimumArea !== undefined && price.valuationArea === price.minimumArea && (
        <p className="gt-quote__note gt-above-4 gt-anywhere gt-quiet">
          {t('order.minimumArea', { area: formatArea(price.minimumArea) })}
        </p>
      )}
    </section>
  );
}
